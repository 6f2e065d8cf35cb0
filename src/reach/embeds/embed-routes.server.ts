import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { promptTypes } from '#constants';
import { pictureOf, publicPath, summaryOf } from '#library/catalog/public/item-meta.ts';
import { typeLabel } from '#library/catalog/public/labels.ts';
import { AppError } from '#platform/errors.ts';
import { chooseLocale } from '#platform/language/choose-locale.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { cardPage, cardPolicy, missingPage } from './embed-card.ts';
import * as m from './words/messages.ts';

type Item = Parameters<typeof pictureOf>[0]['item'];
type Found = {
  prompts: Item & { prompt_type: (typeof promptTypes)[number] };
  playbooks: Item & { step_count: number };
};
type Collection = keyof Found;
type Parts = {
  siteName(): Promise<string>;
  publicUrl: string;
  find: { [Name in Collection]: (slug: string) => Promise<Found[Name] | undefined> };
};

/** In CSS pixels. */
const size = { width: 600, height: 220 };
const picture = { width: 1_200, height: 630 };
const seconds = 300;
/** Without a size that a card can have, there is no maximum. */
const maximum = z.coerce.number().min(1).transform(Math.floor).catch(Number.POSITIVE_INFINITY);
const query = z.object({
  url: z.url().max(2_000),
  format: z.string().max(20).default('json'),
  maxwidth: maximum,
  maxheight: maximum,
});
/** The pages of an item: the public one, the members' one, and the card itself. */
const pages =
  /^\/(browse|browse-playbooks|prompt|playbook|embed\/prompts|embed\/playbooks)\/([a-z0-9-]+)\/?$/;

/** Cards of public items for other sites, and their discovery (oEmbed 1.0). */
export function createEmbedRoutes({ siteName, publicUrl, find }: Parts) {
  const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

  async function describe(collection: Collection, slug: string) {
    if (collection === 'prompts') {
      const item = await find.prompts(slug);
      return item && { item, facts: () => [m.prompt(), typeLabel(item.prompt_type), item.category] };
    }
    const item = await find.playbooks(slug);
    return (
      item && { item, facts: () => [m.playbook(), m.step_count({ count: item.step_count }), item.category] }
    );
  }

  async function card(c: Context, collection: Collection, slug: string): Promise<Response> {
    const locale = chooseLocale(undefined, c.req.header('accept-language'));
    const [found, name] = await Promise.all([describe(collection, slug), siteName()]);
    if (found && found.item.slug !== slug) {
      // As for pages: after a rename back, a browser that keeps this would loop.
      c.header('Cache-Control', 'no-store');
      return c.redirect(`/embed/${collection}/${found.item.slug}`, 301);
    }
    c.header('X-Frame-Options', undefined);
    c.header('Content-Security-Policy', cardPolicy);
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    // An item that is missing now may be published a moment later.
    c.header('Cache-Control', found ? `public, max-age=${seconds}` : 'no-store');
    c.header('Vary', 'Accept-Language');
    return inLanguage(locale, () => {
      if (!found)
        return c.html(missingPage(locale, { siteName: name, url: publicUrl }, m.item_not_available()), 404);
      const { item, facts } = found;
      return c.html(
        cardPage(locale, {
          siteName: name,
          url: `${publicUrl}${publicPath(collection, item.slug)}`,
          title: item.title,
          summary: summaryOf(item),
          facts: facts(),
          open: m.open_on_site_name({ siteName: name }),
        }),
      );
    });
  }

  return new Hono()
    .get('/embed/prompts/:slug{[a-z0-9-]+}', (c) => card(c, 'prompts', c.req.param('slug')))
    .get('/embed/playbooks/:slug{[a-z0-9-]+}', (c) => card(c, 'playbooks', c.req.param('slug')))
    .get('/oembed', async (c) => {
      // Refusals have it, too, so that pages of other sites can read the reason.
      c.header('Access-Control-Allow-Origin', '*');
      const asked = query.safeParse(c.req.query());
      if (!asked.success) throw new AppError('validation_failed', 'Send the address of an item as url.');
      const { url, format, maxwidth, maxheight } = asked.data;
      if (format !== 'json') throw new AppError('not_implemented', 'Only JSON is offered.');
      const { origin, pathname } = new URL(url);
      const [, place = '', slug = ''] = (origin === new URL(publicUrl).origin && pages.exec(pathname)) || [];
      const collection = place.includes('playbook') ? 'playbooks' : 'prompts';
      const found = slug ? await describe(collection, slug) : undefined;
      if (!found) throw new AppError('not_found', 'There is no public item at this address.');
      const { item } = found;
      const [width, height] = [Math.min(size.width, maxwidth), Math.min(size.height, maxheight)];
      const name = await siteName();
      c.header('Cache-Control', `public, max-age=${seconds}`);
      return c.json({
        version: '1.0',
        type: 'rich',
        title: item.title,
        provider_name: name,
        provider_url: publicUrl,
        cache_age: seconds,
        ...(maxwidth >= picture.width && maxheight >= picture.height
          ? {
              thumbnail_url: `${publicUrl}${pictureOf({ collection, item })}`,
              thumbnail_width: picture.width,
              thumbnail_height: picture.height,
            }
          : {}),
        html: `<iframe src="${publicUrl}/embed/${collection}/${item.slug}" width="${width}" height="${height}" title="${escapeHtml(item.title)}" style="border:0;max-width:100%" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`,
        width,
        height,
      });
    });
}
