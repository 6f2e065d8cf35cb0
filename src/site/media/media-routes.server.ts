import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { mediaPath } from './public/media-address.ts';

type Parts = {
  /** The folder with the images that were uploaded to this machine. */
  folder: string;
  /** Where images are kept; another address than the site's own where that is a bucket. */
  base: string;
};

/** The uploaded images, below `mediaPath`. */
export function createMediaRoutes({ folder: media, base }: Parts) {
  const app = new Hono();
  // A stored image never changes, and its policy keeps it from ever acting as a page.
  app.use('/*', async (c, next) => {
    await next();
    if (c.res.status === 200) {
      c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
      c.res.headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    }
  });
  app.get('/:folder{prompts|playbooks|site}/:file{[\\w-][\\w.-]*\\.webp}', async (c, next) => {
    // Buffered, so that deleting the file mid-response does not truncate it.
    const { folder, file } = c.req.param();
    const bytes = await readFile(join(media, folder, file)).catch(() => undefined);
    if (bytes) return c.body(bytes, 200, { 'Content-Type': 'image/webp' });
    return base === mediaPath ? next() : c.redirect(`${base}/${folder}/${file}`);
  });
  app.all('/*', () => {
    throw new AppError('not_found', 'Image not found');
  });
  return app;
}
