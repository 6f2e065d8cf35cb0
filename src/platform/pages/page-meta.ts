type Page = {
  siteName: string;
  publicUrl: string;
  path: string;
  title: string;
  description: string;
  /** The path of a picture of 1200 by 630 pixels; the site's own unless given. */
  picture?: string;
};

/** Of the pages that have no picture of their own. */
export const sitePicture = '/og/site.png';

/** Title, description, canonical URL and Open Graph tags of a public page. */
export function pageMeta({ siteName, publicUrl, path, title, description, picture = sitePicture }: Page) {
  const url = `${publicUrl}${path}`;
  const full = title.includes(siteName) ? title : `${title} · ${siteName}`;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...shareMeta({ siteName, publicUrl, path, title: full, description, picture }),
  ];
}

/** What other sites and messengers show of a shared link. */
export function shareMeta({ siteName, publicUrl, path, title, description, picture = sitePicture }: Page) {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: `${publicUrl}${path}` },
    { property: 'og:image', content: `${publicUrl}${picture}` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** For pages that require sign-in: a title, and no indexing by search engines. */
export const privateMeta = (title: string) => [{ title }, { name: 'robots', content: 'noindex' }];
