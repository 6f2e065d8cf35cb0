import { Hono } from 'hono';
import { widestLogo } from '#ui/logo-size.ts';

type Parts = {
  /** The owner's icon as PNG; undefined where the product's own is shown. */
  icon(size: number, background?: string): Promise<Buffer | undefined>;
  /** The picture that is the logo: its address, and as PNG if it was uploaded here; undefined while the logo is none. A square without `widest`. */
  logo(size: number, widest?: number): Promise<{ address: string; png: Buffer | undefined } | undefined>;
};

/** What phones and search engines ask for by its usual address, and its size in pixels. */
const sizes: Record<string, number> = {
  '/favicon.ico': 48,
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
};
/** Twice what emails show, for sharp screens. */
const emailLogoSize = 64;
/** Phones show what is transparent as black. */
const paper = '#fffdf8';

/** The owner's icons, in the place of the product's own. */
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
    // Emails from before there were proportions show a square.
    const widest = c.req.query('shape') === 'own' ? Math.round(emailLogoSize * widestLogo) : undefined;
    const found = await logo(emailLogoSize, widest);
    if (!found) return next();
    const { address, png } = found;
    if (!png) return c.redirect(address, 302);
    // Shown by email programs within their own pages.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(new Uint8Array(png), 200, headers);
  });
  return app;
}
