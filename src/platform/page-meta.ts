type Page = { siteName: string; publicUrl: string; path: string; title: string; description: string };

/** Title, description, canonical URL and Open Graph tags of a public page. */
export function pageMeta({ siteName, publicUrl, path, title, description }: Page) {
  const url = `${publicUrl}${path}`;
  const full = title === siteName ? title : `${title} · ${siteName}`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary' },
  ];
}

/** For pages that require sign-in: a title, and no indexing by search engines. */
export const privateMeta = (title: string) => [{ title }, { name: 'robots', content: 'noindex' }];
