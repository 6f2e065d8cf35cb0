import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { languages, localeCookie } from '#constants';
import { AppError } from '#platform/errors.ts';
import { limitBody } from '#platform/http/http.server.ts';
import { isLocale } from '#platform/language/locale.ts';

/** In printable ASCII, as browsers send addresses, and without the backslash, which they take for a slash. */
const ownPath = /^\/(?!\/)[!-[\]-~]{0,1999}$/;

/** The path of this site that a form came from; anything else leads to the home page. */
const pathOf = (from: unknown) => (typeof from === 'string' && ownPath.test(from) ? from : '/');

/** Keeps the language that somebody chose, and leads back to their page. A form, so that it works without JavaScript. */
export function createLanguageRoutes(publicUrl: string) {
  const app = new Hono();
  app.post('/', limitBody(1), async (c) => {
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
