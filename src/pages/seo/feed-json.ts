import { publicPath } from '#library/catalog/public/item-meta.ts';
import { plainText } from '#platform/plain-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/feed-json.ts';
import { newestContext } from './newest-context.ts';

/** The newest items as JSON Feed 1.1: titles and descriptions, never a text. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [items, settings] = await Promise.all([context.get(newestContext).items(), site.settings()]);
  const { publicUrl } = site;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: settings.site_name,
    home_page_url: `${publicUrl}/`,
    feed_url: `${publicUrl}/feed.json`,
    language: 'en',
    items: items.map((item) => ({
      id: `urn:uuid:${item.id}`,
      url: `${publicUrl}${publicPath(`${item.kind}s`, item.slug)}`,
      title: item.title,
      content_text: plainText(item.description),
      date_published: item.created_at,
      date_modified: item.updated_at,
      tags: item.tags,
    })),
  };
  return new Response(JSON.stringify(feed), {
    headers: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}
