import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import { languages, localeCookie } from '#constants';
import { AppError } from '#platform/errors.ts';
import { isLocale } from '#platform/language/locale.ts';

/** Enough for the longest address. Parsing a larger form can take seconds, and anyone can send one. */
const formBytes = 16_384;
/** Printable ASCII, as browsers send URLs, without the backslash, which they treat as a slash. */
const ownPath = /^\/(?!\/)[!-[\]-~]{0,1999}$/;

/** The path of the page that a form came from; the home page if it isn't on this site. */
const pathOf = (from: unknown) => (typeof from === 'string' && ownPath.test(from) ? from : '/');

/** Saves the chosen language, and redirects back to the page. A form, so that it works without JavaScript. */
export function createLanguageRoutes(publicUrl: string) {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: formBytes }), async (c) => {
    const { language, from } = await c.req.parseBody().catch((cause: unknown) => {
      throw new AppError('bad_request', 'The form cannot be read.', { cause });
    });
    if (!isLocale(language))
      throw new AppError(
        'validation_failed',
        `language: Choose one of: ${Object.keys(languages).join(', ')}`,
      );
    setCookie(c, localeCookie.name, language, {
      path: '/',
      maxAge: localeCookie.seconds,
      sameSite: 'Lax',
      secure: publicUrl.startsWith('https:'),
    });
    c.header('Cache-Control', 'no-store');
    return c.redirect(pathOf(from), 303);
  });
  return app;
}
