import type { Context } from 'hono';
import { toAppError } from '#platform/http/http.server.ts';
import { chooseLocale } from '#platform/language/choose-locale.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { errorPage, errorPolicy } from './error-page.ts';

type Site = { name: string; url: string };

/** The endpoints that programs call, whose errors have the protocol's format (RFC 6749). */
const forPrograms = new Set(['/oauth/token', '/oauth/register', '/oauth/revoke']);

const oauthCode = (status: number) =>
  status === 429 || status === 503
    ? 'temporarily_unavailable'
    : status >= 500
      ? 'server_error'
      : 'invalid_request';

/**
 * The answer to an error before the library has answered: for programs as the protocol has it, and for people a page. `common` is the
 * site's own answer, which has set the headers, and is kept everywhere else.
 */
export async function oauthErrorAnswer(
  error: Error,
  c: Context,
  common: Response,
  site: () => Promise<Site>,
): Promise<Response> {
  const { status, message } = toAppError(error);
  const failure = { error: oauthCode(status), error_description: message };
  if (c.req.method === 'POST' && forPrograms.has(c.req.path)) return c.json(failure, status);
  if (c.req.method !== 'GET' || c.req.path !== '/oauth/authorize') return common;
  // The site's name may be out of reach for the same reason.
  const shown = await site().catch(() => undefined);
  if (!shown) return common;
  c.header('Content-Security-Policy', errorPolicy);
  const locale = chooseLocale(c.req.header('cookie'), c.req.header('accept-language'));
  return inLanguage(locale, () => c.html(errorPage(locale, shown, failure), status));
}
