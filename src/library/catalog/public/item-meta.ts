import { pageMeta, shareMeta } from '#platform/pages/page-meta.ts';
import { cutText, wholeWords } from '#platform/text/cut-text.ts';
import { plainText } from '#platform/text/plain-text.ts';

type Item = {
  slug: string;
  title: string;
  description: string;
  tags: string[];
  category: string;
  tier_access: number;
  updated_at: string;
};
type Page = { siteName: string; publicUrl: string; collection: 'prompts' | 'playbooks'; item: Item };

const browsePaths = { prompts: '/browse', playbooks: '/browse-playbooks' } as const;
const maxDescription = 200;

/** The path of an item's public page. */
export const publicPath = (collection: Page['collection'], slug: string) =>
  `${browsePaths[collection]}/${slug}`;

/** The URL includes the time of the last change, so that it can be cached forever. */
export const pictureOf = ({ collection, item }: Pick<Page, 'collection' | 'item'>) =>
  `/og/${collection}/${item.slug}.png?v=${Date.parse(item.updated_at).toString(36)}`;

/** An item's description as one line of plain text. */
export function summaryOf({ title, description }: Pick<Item, 'title' | 'description'>): string {
  const text = plainText(description).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= maxDescription) return text || title;
  return `${wholeWords(cutText(text, maxDescription))}…`;
}

/** The preview of a link to an item when it is shared. */
export const itemShareMeta = ({ siteName, publicUrl, collection, item }: Page) =>
  shareMeta({
    siteName,
    publicUrl,
    path: publicPath(collection, item.slug),
    title: `${item.title} · ${siteName}`,
    description: summaryOf(item),
    picture: pictureOf({ collection, item }),
  });

/** The title, URLs and structured data of an item's public page. `more` is added to the structured data. */
export function itemMeta(page: Page & { item: { published_at: string } }, more: Record<string, unknown>) {
  const { siteName, publicUrl, collection, item } = page;
  const path = publicPath(collection, item.slug);
  const isFree = item.tier_access <= 0;
  const work = {
    '@context': 'https://schema.org',
    name: item.title,
    headline: item.title,
    description: summaryOf(item),
    url: `${publicUrl}${path}`,
    image: `${publicUrl}${pictureOf(page)}`,
    datePublished: item.published_at,
    dateModified: item.updated_at,
    keywords: item.tags.join(', '),
    genre: item.category,
    isAccessibleForFree: isFree,
    publisher: { '@type': 'Organization', name: siteName, url: publicUrl },
    ...more,
  };
  const trail = [
    [collection === 'prompts' ? 'Prompts' : 'Playbooks', browsePaths[collection]],
    [item.title, path],
  ];
  const breadcrumbs = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, to], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${publicUrl}${to}`,
    })),
  };
  return [
    ...pageMeta({
      siteName,
      publicUrl,
      path,
      title: item.title,
      description: summaryOf(item),
      picture: pictureOf(page),
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/json+oembed',
      title: item.title,
      href: `${publicUrl}/oembed?${new URLSearchParams({ url: `${publicUrl}${path}`, format: 'json' })}`,
    },
    { 'script:ld+json': work },
    { 'script:ld+json': breadcrumbs },
  ];
}
