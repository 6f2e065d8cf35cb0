import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html } from 'hono/html';
import { z } from 'zod';
import { AppError } from '#platform/errors.ts';
import { locale } from '#platform/language/locale.ts';
import { tabTitle } from '#platform/pages/page-meta.ts';
import { ownAccent } from '#site/settings/public/accent.ts';
import { type EmailList, type EmailPreferences, emailLists } from './public/notifications.service.server.ts';
import * as m from './words/messages.ts';

const query = z.object({
  member: z.uuid(),
  proof: z.string().max(100),
  list: z.enum(emailLists).default('plan'),
});
/** Which emails stop, and which are still sent. */
const stops: Record<EmailList, (values: { site: string }) => string> = {
  plan: m.receipts_are_still_sent,
  news: m.emails_about_your_plan_are_still_sent,
  digest: m.no_more_weekly_digest,
  replies: m.no_more_emails_about_replies,
};

const page = (site: string, title: string, body: unknown) =>
  html`<!doctype html><html lang="${locale()}"><head><title>${tabTitle(title, site)}</title><meta name="viewport" content="width=device-width">
<style>:root{color-scheme:light dark;background:light-dark(#f6f4ee,#121715);color:light-dark(#1d2521,#e8ebe6)}body{font:16px/1.5 Georgia,serif;max-width:30rem;margin:4rem auto;padding:0 1rem}
h1{font-weight:500}a{color:inherit}button{font:600 15px sans-serif;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:light-dark(${ownAccent.light},${ownAccent.dark});color:light-dark(#fff,#10211a)}</style></head>
<body><main><p dir="auto"><b>${site}</b></p><h1>${title}</h1>${body}</main></body></html>`;
const toSettings = () => html`<p><a href="/settings">${m.open_your_settings()}</a></p>`;

type Parts = { preferences: EmailPreferences; siteName: () => Promise<string> };

/** The page behind List-Unsubscribe (RFC 8058). A GET only shows a button, so that link scanners don't unsubscribe anyone. */
export function createUnsubscribePage({ preferences, siteName }: Parts) {
  const readLink = (c: Context) => query.safeParse(c.req.query()).data;

  function show(
    c: Context,
    body: ReturnType<typeof page>,
    status: 200 | 404 = 200,
  ): Response | Promise<Response> {
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    );
    return c.html(body, status);
  }

  /** An error page for people; email programs that unsubscribe by themselves get a JSON error. @throws AppError 404 */
  async function refuse(c: Context): Promise<Response> {
    const supports = ['text/html', 'application/json'];
    if (accepts(c, { header: 'Accept', supports, default: 'application/json' }) !== 'text/html')
      throw new AppError('not_found', m.this_link_is_invalid());
    const body = html`<p>${m.open_the_whole_link()}</p>${toSettings()}`;
    return show(c, page(await siteName(), m.this_link_is_invalid(), body), 404);
  }

  return {
    /** @throws AppError 404 */
    async ask(c: Context): Promise<Response> {
      const link = readLink(c);
      if (!link || !preferences.isValid(link)) return refuse(c);
      const site = await siteName();
      const body = html`<p>${stops[link.list]({ site })}</p><form method="post"><button>${m.unsubscribe()}</button></form>`;
      return show(c, page(site, m.unsubscribe_question(), body));
    },
    /** @throws AppError 404 */
    async unsubscribe(c: Context): Promise<Response> {
      const link = readLink(c);
      if (!link || !(await preferences.unsubscribe(link))) return refuse(c);
      const site = await siteName();
      const body = html`<p>${stops[link.list]({ site })} ${m.how_to_turn_emails_on()}</p>${toSettings()}`;
      return show(c, page(site, m.you_are_unsubscribed(), body));
    },
  };
}
