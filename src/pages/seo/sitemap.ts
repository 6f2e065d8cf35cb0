import { sitemapAddresses } from '#constants';
import { categoryContext } from '#library/categories/public/category-context.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/sitemap.ts';
import { newestContext } from './newest-context.ts';
import { escapeXml, xmlResponse } from './xml.ts';

const paths = ['/', '/browse', '/browse-playbooks', '/pricing', '/api/docs'];
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** All public pages; on a large site, an index of parts (`?part=1` and so on). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  const [own, categories] = await Promise.all([
    context.get(ownPagesContext).list(),
    context.get(categoryContext).list(),
  ]);
  const newest = context.get(newestContext);
  const part = Number(new URL(request.url).searchParams.get('part') ?? 0);
  const itemsInFirst = sitemapAddresses - paths.length - own.length - categories.length;
  const counts = await newest.counts();
  const total = counts.prompts + counts.playbooks;
  const parts = 1 + Math.ceil(Math.max(0, total - itemsInFirst) / sitemapAddresses);
  if (!Number.isInteger(part) || part < 0 || part > parts) throw new Response(null, { status: 404 });
  if (part === 0 && parts > 1) {
    const maps = Array.from(
      { length: parts },
      (_, index) => `<sitemap><loc>${publicUrl}/sitemap.xml?part=${index + 1}</loc></sitemap>`,
    );
    return xmlResponse(`<sitemapindex xmlns="${namespace}">${maps.join('')}</sitemapindex>`);
  }
  const isFirst = part <= 1;
  const items = await newest.addresses(
    isFirst ? 0 : itemsInFirst + (part - 2) * sitemapAddresses,
    isFirst ? itemsInFirst : sitemapAddresses,
  );
  const urls = [
    ...(isFirst ? paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`) : []),
    ...(isFirst
      ? own.map(
          ({ slug, published_at }) =>
            `<url><loc>${publicUrl}/pages/${slug}</loc><lastmod>${published_at}</lastmod></url>`,
        )
      : []),
    ...(isFirst
      ? categories.map(
          ({ slug, updated_at }) =>
            `<url><loc>${publicUrl}/categories/${slug}</loc><lastmod>${updated_at}</lastmod></url>`,
        )
      : []),
    ...items.map(
      ({ path, updated_at }) =>
        `<url><loc>${publicUrl}${escapeXml(path)}</loc><lastmod>${updated_at}</lastmod></url>`,
    ),
  ];
  return xmlResponse(`<urlset xmlns="${namespace}">${urls.join('')}</urlset>`);
}
