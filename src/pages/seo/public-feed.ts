import type { RouterContextProvider } from 'react-router';
import { limits } from '#constants';
import { siteContext } from '#site/settings/public/site-context.ts';
import { newestContext } from './newest-context.ts';
import type { Feed } from './render-feed.ts';

/** The contents of `/feed.atom` and `/feed.json`, for all categories or one. */
export async function publicFeed(context: Readonly<RouterContextProvider>, { url }: Request): Promise<Feed> {
  const site = context.get(siteContext);
  const category = new URL(url).searchParams.get('category')?.slice(0, limits.category) || undefined;
  const [items, { site_name }] = await Promise.all([
    context.get(newestContext).items(category),
    site.settings(),
  ]);
  return { siteName: site_name, publicUrl: site.publicUrl, path: '/feed', category, items };
}
