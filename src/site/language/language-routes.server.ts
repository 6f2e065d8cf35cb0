import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import { languages, localeCookie } from '#constants';
import { AppError } from '#platform/errors.ts';
import { isLocale } from '#platform/language/locale.ts';

/** As much as an address can have. Reading a larger form can take seconds, and anybody can send one. */
const formBytes = 16_384;
/** In printable ASCII, as browsers send addresses, and without the backslash, which they take for a slash. */
const ownPath = /^\/(?!\/)[!-[\]-~]{0,1999}$/;

/** The path of this site that a form came from; anything else leads to the home page. */
const pathOf = (from: unknown) => (typeof from === 'string' && ownPath.test(from) ? from : '/');

/** Keeps the language that somebody chose, and leads back to their page. A form, so that it works without JavaScript. */
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
