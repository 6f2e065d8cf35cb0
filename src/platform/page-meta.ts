type Page = { siteName: string; publicUrl: string; path: string; title: string; description: string };

/** Title, description, canonical address and Open Graph of a public page. */
export function pageMeta({ siteName, publicUrl, path, title, description }: Page) {
  const address = `${publicUrl}${path}`;
  const full = title === siteName ? title : `${title} · ${siteName}`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary' },
  ];
}

/** For pages behind the sign-in: a title, and nothing for search engines. */
export const privateMeta = (title: string) => [{ title }, { name: 'robots', content: 'noindex' }];
