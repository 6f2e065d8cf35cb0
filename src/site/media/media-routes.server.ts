import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { fileHeaders } from './media-storage.ts';
import { mediaPath } from './public/media-address.ts';

type Parts = {
  /** The folder with images uploaded to this machine. */
  folder: string;
  /** The base URL of the media storage; on another host if that is a bucket. */
  base: string;
};

/** Serves uploaded images under `mediaPath`. */
export function createMediaRoutes({ folder: media, base }: Parts) {
  const app = new Hono();
  // A stored image never changes, and the policy keeps it from ever acting as a page.
  app.use('/*', async (c, next) => {
    await next();
    if (c.res.status === 200) {
      c.res.headers.set('Cache-Control', fileHeaders['cache-control']);
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
