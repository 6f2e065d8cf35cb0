import type { Database } from '#access/database.ts';
import { mailingRules } from '#constants';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import { readTimeZone } from '#site/settings/public/read-time-zone.server.ts';
import { digestItems } from './digest-items.server.ts';
import { type Compose, composeDigest, composeMessage } from './mailing-email.server.ts';
import type { SendingMailing } from './mailing-queue.server.ts';

/** Caches the layout of the message being sent, until its text or the site's look changes. */
export function createMailingComposers(db: Database, emailBranding: () => Promise<EmailBranding>) {
  let last: { of: string; compose: Compose } | undefined;

  /** @returns undefined if nothing is left for a digest to list. @throws AppError 422 if the text can't be laid out */
  return async (mailing: SendingMailing): Promise<Compose | undefined> => {
    const site = await emailBranding();
    if (mailing.kind === 'message') {
      const of = JSON.stringify([site, mailing.subject, mailing.body]);
      if (last?.of !== of) last = { of, compose: composeMessage(site, mailing) };
      return last.compose;
    }
    const zone = await readTimeZone(db);
    const fresh = await digestItems(db, {
      monday: mailing.week ?? '',
      zone,
      limit: mailingRules.digestItems,
    });
    return fresh.total > 0 ? composeDigest(site, fresh) : undefined;
  };
}
