import { Hono } from 'hono';
import { widestLogo } from '#ui/logo-size.ts';

type Parts = {
  /** The owner's icon as PNG; undefined if the site uses the product's own. */
  icon(size: number, background?: string): Promise<Buffer | undefined>;
  /** The logo's URL, and its PNG if it was uploaded here; undefined if the logo isn't a picture. It is square without `widest`. */
  logo(size: number, widest?: number): Promise<{ address: string; png: Buffer | undefined } | undefined>;
};

/** The paths that phones and search engines request, and the size of each in pixels. */
const sizes: Record<string, number> = {
  '/favicon.ico': 48,
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
};
/** Twice the size in emails, for high-density screens. */
const emailLogoSize = 64;
/** Phones show transparent areas in black. */
const paper = '#fffdf8';

/** The owner's icons, replacing the product's own. */
export function createIconRoutes({ icon, logo }: Parts) {
  const app = new Hono();
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' };
  for (const [path, size] of Object.entries(sizes))
    app.get(path, async (c, next) => {
      const png = await icon(size, path === '/apple-touch-icon.png' ? paper : undefined);
      if (!png) return next();
      return c.body(new Uint8Array(png), 200, headers);
    });
  app.get('/email-logo.png', async (c, next) => {
    // Emails from before logos kept their proportions show a square.
    const widest = c.req.query('shape') === 'own' ? Math.round(emailLogoSize * widestLogo) : undefined;
    const found = await logo(emailLogoSize, widest);
    if (!found) return next();
    const { address, png } = found;
    if (!png) return c.redirect(address, 302);
    // Email programs show it within their own pages.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(new Uint8Array(png), 200, headers);
  });
  return app;
}
