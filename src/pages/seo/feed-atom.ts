import { publicPath } from '#library/catalog/public/item-meta.ts';
import { plainText } from '#platform/plain-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/feed-atom.ts';
import { newestContext } from './newest-context.ts';
import { escapeXml, xmlResponse } from './xml.ts';

/** The newest items as Atom (RFC 4287): titles and descriptions, never a text. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [items, settings] = await Promise.all([context.get(newestContext).items(), site.settings()]);
  const { publicUrl } = site;
  const name = escapeXml(settings.site_name);
  const entries = items.map((item) => {
    const url = `${publicUrl}${publicPath(`${item.kind}s`, item.slug)}`;
    const categories = item.category
      .split(',')
      .map((category) => category.trim())
      .filter(Boolean)
      .map((category) => `<category term="${escapeXml(category)}"/>`);
    return `<entry><id>urn:uuid:${item.id}</id><title>${escapeXml(item.title)}</title><link href="${escapeXml(url)}"/>
<published>${item.created_at}</published><updated>${item.updated_at}</updated>${categories.join('')}
<summary>${escapeXml(plainText(item.description))}</summary></entry>`;
  });
  // Atom wants a time even of an empty feed.
  const updated =
    items
      .map((item) => item.updated_at)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00.000Z';
  return xmlResponse(
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${publicUrl}/feed.atom</id><title>${name}</title><updated>${updated}</updated>
<author><name>${name}</name></author><link href="${publicUrl}/"/><link rel="self" type="application/atom+xml" href="${publicUrl}/feed.atom"/>
${entries.join('\n')}
</feed>`,
    'application/atom+xml',
  );
}
