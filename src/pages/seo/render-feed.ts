import { publicPath } from '#library/catalog/public/item-meta.ts';
import { plainText } from '#platform/text/plain-text.ts';
import type { NewestItem } from './newest-context.ts';
import { escapeXml, xmlResponse } from './xml.ts';

export type Feed = {
  siteName: string;
  publicUrl: string;
  /** The feed's path without its extension. */
  path: string;
  category?: string | undefined;
  /** In a member's own feed, items have the texts that the member can read. */
  items: (NewestItem & { text?: string | null })[];
};

const titleOf = ({ siteName, category }: Feed) => (category ? `${siteName}: ${category}` : siteName);
const addressOf = ({ publicUrl, path, category }: Feed, format: 'atom' | 'json') =>
  `${publicUrl}${path}.${format}${category ? `?${new URLSearchParams({ category })}` : ''}`;
const pageOf = (publicUrl: string, { kind, slug }: NewestItem) =>
  `${publicUrl}${publicPath(`${kind}s`, slug)}`;

/** As Atom (RFC 4287). */
export function atomFeed(feed: Feed): Response {
  const { siteName, publicUrl, items } = feed;
  const self = escapeXml(addressOf(feed, 'atom'));
  const entries = items.map((item) => {
    const categories = item.category
      .split(',')
      .map((category) => category.trim())
      .filter(Boolean)
      .map((category) => `<category term="${escapeXml(category)}"/>`);
    const content = item.text ? `<content type="text">${escapeXml(item.text)}</content>` : '';
    return `<entry><id>urn:uuid:${item.id}</id><title>${escapeXml(item.title)}</title><link href="${escapeXml(pageOf(publicUrl, item))}"/>
<published>${item.published_at}</published><updated>${item.updated_at}</updated>${categories.join('')}
<summary>${escapeXml(plainText(item.description))}</summary>${content}</entry>`;
  });
  // Atom requires a time even for an empty feed.
  const updated =
    items
      .map((item) => item.updated_at)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  return xmlResponse(
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${self}</id><title>${escapeXml(titleOf(feed))}</title><updated>${updated}</updated>
<author><name>${escapeXml(siteName)}</name></author><link href="${publicUrl}/"/><link rel="self" type="application/atom+xml" href="${self}"/>
${entries.join('\n')}
</feed>`,
    'application/atom+xml',
  );
}

/** As JSON Feed 1.1. */
export function jsonFeed(feed: Feed): Response {
  const { publicUrl, items } = feed;
  const content = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed),
    home_page_url: `${publicUrl}/`,
    feed_url: addressOf(feed, 'json'),
    items: items.map((item) => ({
      id: `urn:uuid:${item.id}`,
      url: pageOf(publicUrl, item),
      title: item.title,
      ...(item.text
        ? { summary: plainText(item.description), content_text: item.text }
        : { content_text: plainText(item.description) }),
      date_published: item.published_at,
      date_modified: item.updated_at,
      tags: item.tags,
    })),
  };
  return new Response(JSON.stringify(content), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}
