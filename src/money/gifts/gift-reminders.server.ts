import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { selectTeam } from '#people/notifications/public/team-members.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import type { Fact } from '#platform/text/facts.ts';
import { formatDay, formatNumber } from '#ui/format.ts';
import { lengthWords } from './public/gift-words.ts';
import * as m from './words/messages.ts';

/** Remind this many days before expiry, or when a third of the lifetime is left, if that is shorter. */
const daysBeforeEnd = 7;
/** Codes without an expiry are reminded of after this many days. */
const daysUnused = 30;
/** One email names at most this many codes, and says how many others there are. */
const maxNamed = 20;

type Parts = {
  db: OperatorWriter<'payments'>;
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: () => Promise<EmailBranding>;
};
type Row = {
  code: string;
  plan: string;
  months: number | null;
  days: number | null;
  note: string;
  redeem_by: Date | null;
};

/**
 * Reminds the admins once of each gift that nobody has redeemed, because only they know who has the code. All reminders due at a time are
 * one email, queued in the transaction that records it, so that it is sent once, even with several processes or after a crash. Each process
 * locks the gifts in the same order, so that none takes only a part of them.
 */
export const createGiftReminders =
  ({ db, mailer, emailPreferences, emailBranding }: Parts) =>
  async (): Promise<void> => {
    const site = await emailBranding();
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<Row>`
        with due as (
          select id from gifts where redeemed_at is null and revoked_at is null and reminded_at is null
            and case when redeem_by is null then created_at <= now() - make_interval(days => ${daysUnused})
              else redeem_by > now()
                and redeem_by - now() <= least(make_interval(days => ${daysBeforeEnd}), (redeem_by - created_at) / 3) end
          order by id for update
        ), told as (
          update gifts set reminded_at = now() from due where gifts.id = due.id returning code, gifts.tier_id, months, days, note, redeem_by, gifts.created_at
        )
        select code, tiers.name as plan, months, days, note, redeem_by from told join tiers on tiers.id = told.tier_id
        order by redeem_by, told.created_at, code`.execute(transaction);
      if (rows.length === 0) return;
      const admins = await selectTeam(transaction, ['admin'])
        .where('email_notifications', '=', true)
        .execute();
      const rest = rows.length - maxNamed;
      for (const { id, email, locale } of admins) {
        const compose = () =>
          composeEmail(site, {
            to: email,
            subject: m.email_not_redeemed({ count: rows.length }),
            paragraphs: [m.email_not_redeemed_why({ count: rows.length })],
            facts: [
              ...rows.slice(0, maxNamed).map((row): Fact => [row.code, describe(row)]),
              rest > 0 && [m.email_and(), m.email_count_more({ count: formatNumber(rest) })],
            ],
            action: { label: m.email_gift_codes(), url: `${site.url}/admin/offers` },
            small: m.email_because_admin({ site: site.name }),
            unsubscribeUrl: emailPreferences.unsubscribeUrl(id),
          });
        await mailer.send(await inLanguage(locale, compose), transaction);
      }
    });
  };

const describe = ({ plan, note, redeem_by, ...length }: Row) =>
  [
    m.email_plan_for({ plan, length: lengthWords(length) }),
    redeem_by ? m.email_until_day({ day: formatDay(redeem_by.toISOString()) }) : m.email_no_end(),
    ...(note ? [note] : []),
  ].join(', ');
