import { type Context, Hono } from 'hono';
import { firstCategory } from '#library/catalog/public/first-category.ts';
import { AppError } from '#platform/errors.ts';
import { accentIn } from '#site/settings/public/accent.ts';
import * as common from '#ui/words/messages.ts';
import type { createSharePictures, Picture } from './share-pictures.server.ts';

type Item = { title: string; category: string };
type Parts = {
  pictures: ReturnType<typeof createSharePictures>;
  /** `tagline` and `accent` are empty for the product's own. */
  brand(): Promise<{ siteName: string; tagline: string; accent: string; logo: Buffer | undefined }>;
  publicUrl: string;
  findPrompt(slug: string): Promise<(Item & { prompt_type: string }) | undefined>;
  findPlaybook(slug: string): Promise<(Item & { step_count: number }) | undefined>;
};

/** The maximum height of the site's logo in a picture, in pixels. */
export const logoHeight = 44;
const productTagline = 'AI prompts and playbooks, ready to copy';

/** The pictures of shared links, for everyone: `/og/site.png`, `/og/prompts/{slug}.png`, `/og/playbooks/{slug}.png`. */
export function createShareRoutes({ pictures, brand, publicUrl, findPrompt, findPlaybook }: Parts) {
  const app = new Hono();
  const host = new URL(publicUrl).host;
  const send = async (c: Context, { kind, title }: { kind: string; title?: string }) => {
    const { siteName, tagline, accent, logo } = await brand();
    const picture: Picture = {
      siteName,
      kind,
      logo,
      title: title ?? (tagline || productTagline),
      foot: host,
      accent: accentIn('light', accent),
    };
    return c.newResponse(new Uint8Array(await pictures.get(picture, c.req.raw.signal)), {
      headers: {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    });
  };
  const kindOf = (...words: string[]) => words.filter(Boolean).join('  ·  ');

  app.get('/site.png', (c) => send(c, { kind: 'Prompt library' }));
  app.get('/prompts/:file{[a-z0-9-]+\\.png}', async (c) => {
    const item = await findPrompt(c.req.param('file').slice(0, -'.png'.length));
    if (!item) throw new AppError('not_found', 'Prompt not found');
    return send(c, {
      kind: kindOf(`${item.prompt_type} prompt`, firstCategory(item.category)),
      title: item.title,
    });
  });
  app.get('/playbooks/:file{[a-z0-9-]+\\.png}', async (c) => {
    const item = await findPlaybook(c.req.param('file').slice(0, -'.png'.length));
    if (!item) throw new AppError('not_found', 'Playbook not found');
    const steps = item.step_count > 0 ? common.count_step({ count: item.step_count }) : '';
    return send(c, { kind: kindOf('Playbook', steps, firstCategory(item.category)), title: item.title });
  });
  return app;
}
