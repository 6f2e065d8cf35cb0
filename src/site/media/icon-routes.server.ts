import { Hono } from 'hono';

type Parts = {
  /** The owner's icon as PNG; undefined where the product's own is shown. */
  icon(size: number, background?: string): Promise<Buffer | undefined>;
};

/** What phones and search engines ask for by its usual address, and its size in pixels. */
const sizes: Record<string, number> = {
  '/favicon.ico': 48,
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
};
/** Phones show what is transparent as black. */
const paper = '#fffdf8';

/** The owner's icons, in the place of the product's own. */
export function createIconRoutes({ icon }: Parts) {
  const app = new Hono();
  for (const [path, size] of Object.entries(sizes))
    app.get(path, async (c, next) => {
      const png = await icon(size, path === '/apple-touch-icon.png' ? paper : undefined);
      if (!png) return next();
      return c.body(new Uint8Array(png), 200, {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=3600',
      });
    });
  return app;
}
