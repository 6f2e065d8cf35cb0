import type { Context } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { AppError } from '#platform/errors.ts';
import { locale } from '#platform/language/locale.ts';
import { type EmailList, type EmailPreferences, emailLists } from './public/notifications.service.server.ts';
import * as m from './words/messages.ts';

const query = z.object({
  member: z.uuid(),
  proof: z.string().max(100),
  list: z.enum(emailLists).default('plan'),
});
/** What is still sent to whoever leaves a list. */
const stays: Record<EmailList, () => string> = {
  plan: m.receipts_are_still_sent,
  news: m.emails_about_your_plan_are_still_sent,
  digest: m.no_more_weekly_digest,
};

const page = (title: string, body: unknown) =>
  html`<!doctype html><html lang="${locale()}"><head><title>${title}</title><meta name="viewport" content="width=device-width">
<style>:root{color-scheme:light dark;background:light-dark(#f6f4ee,#121715);color:light-dark(#1d2521,#e8ebe6)}body{font:16px/1.5 Georgia,serif;max-width:30rem;margin:4rem auto;padding:0 1rem}
h1{font-weight:500}button{font:600 15px sans-serif;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:light-dark(#174c3c,#93d8b9);color:light-dark(#fff,#10211a)}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

/** The page behind List-Unsubscribe (RFC 8058). A GET only shows a button, so that link scanners unsubscribe nobody. */
export function createUnsubscribePage(preferences: EmailPreferences) {
  /** @throws AppError 404 */
  function readLink(c: Context) {
    const link = query.safeParse(c.req.query());
    if (!link.success) throw new AppError('not_found', m.this_link_is_invalid());
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    );
    return link.data;
  }

  return {
    show(c: Context) {
      const { list } = readLink(c);
      return c.html(
        page(
          m.unsubscribe_question(),
          html`<p>${stays[list]()}</p><form method="post"><button>${m.unsubscribe()}</button></form>`,
        ),
      );
    },
    async unsubscribe(c: Context) {
      const { member, proof, list } = readLink(c);
      if (!(await preferences.unsubscribe(member, proof, list)))
        throw new AppError('not_found', m.this_link_is_invalid());
      return c.html(page(m.you_are_unsubscribed(), html`<p>${m.you_can_turn_emails_back_on()}</p>`));
    },
  };
}
