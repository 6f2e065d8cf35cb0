type Page = {
  siteName: string;
  publicUrl: string;
  path: string;
  title: string;
  description: string;
  /** The path of a picture of 1200 by 630 pixels; by default the site's. */
  picture?: string;
};

/** For pages without their own picture. */
export const sitePicture = '/og/site.png';

const nameAfterTitle = (siteName: string) => ` · ${siteName}`;

/** A page's title in the browser tab: with the site's name, unless the title contains it. */
export const tabTitle = (title: string, siteName: string) =>
  title.includes(siteName) ? title : `${title}${nameAfterTitle(siteName)}`;

/** The page's own title, from the title of its tab. */
export const titleInTab = (tab: string, siteName: string) =>
  tab.endsWith(nameAfterTitle(siteName)) ? tab.slice(0, -nameAfterTitle(siteName).length) : tab;

/** Title, description, canonical URL and Open Graph tags of a public page. */
export function pageMeta({ siteName, publicUrl, path, title, description, picture = sitePicture }: Page) {
  const url = `${publicUrl}${path}`;
  const full = tabTitle(title, siteName);
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...shareMeta({ siteName, publicUrl, path, title: full, description, picture }),
  ];
}

/** The tags that other sites and messengers use to preview a shared link. */
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

/** The match of the root route, which comes first and has the settings; without data if they couldn't be loaded. */
type Root = { loaderData?: { settings: { site_name: string } } | undefined };

/** For pages that require sign-in: a title, and no indexing by search engines. */
export const privateMeta =
  (title: () => string) =>
  ({ matches: [root] }: { matches: readonly [Root?, ...unknown[]] }) => {
    const siteName = root?.loaderData?.settings.site_name;
    return [
      { title: siteName ? tabTitle(title(), siteName) : title() },
      { name: 'robots', content: 'noindex' },
    ];
  };
