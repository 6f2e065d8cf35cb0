import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import type { Mailer } from '#platform/mailer.server.ts';
import { formatDay, plural } from '#ui/format.ts';
import { lengthWords } from './public/gift-words.ts';

/** A code that ends is named when so many days are left, or a third of its time if that is less. */
const daysBeforeEnd = 7;
/** A code without an end is named after so many days. */
const daysUnused = 30;
/** So many codes are named in one email; of the others it says how many they are. */
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
 * Tells the admins once of each gift that nobody has redeemed: only they know who has the code. What is due at the same time is
 * one email, queued in the transaction that notes it, so that several processes, or one that dies, send it once.
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
          for update skip locked
        ), told as (
          update gifts set reminded_at = now() from due where gifts.id = due.id returning code, gifts.tier_id, months, days, note, redeem_by, gifts.created_at
        )
        select code, tiers.name as plan, months, days, note, redeem_by from told join tiers on tiers.id = told.tier_id
        order by redeem_by, told.created_at, code`.execute(transaction);
      if (rows.length === 0) return;
      const admins = await transaction
        .selectFrom('profiles')
        .select(['id', 'email'])
        .where('role', '=', 'admin')
        .where('email_notifications', '=', true)
        .execute();
      const isOne = rows.length === 1;
      const rest = rows.length - maxNamed;
      for (const { id, email } of admins) {
        const message = await composeEmail(site, {
          to: email,
          subject: `${plural(rows.length, 'gift code')} ${isOne ? "hasn't" : "haven't"} been redeemed`,
          paragraphs: [
            isOne
              ? 'Nobody has redeemed this gift code yet. You may want to remind the person you gave it to.'
              : 'Nobody has redeemed these gift codes yet. You may want to remind the people you gave them to.',
          ],
          facts: [
            ...rows.slice(0, maxNamed).map((row): [string, string] => [row.code, describe(row)]),
            ...(rest > 0 ? [['And', `${rest} more`] as [string, string]] : []),
          ],
          action: { label: 'Gift codes', url: `${site.url}/admin/offers` },
          small: `You received this email because you are an admin of ${site.name}.`,
          unsubscribeUrl: emailPreferences.unsubscribeUrl(id),
        });
        await mailer.send(message, transaction);
      }
    });
  };

const describe = ({ plan, note, redeem_by, ...length }: Row) =>
  [
    `${plan} for ${lengthWords(length)}`,
    redeem_by ? `until ${formatDay(redeem_by.toISOString())}` : 'no end',
    ...(note ? [note] : []),
  ].join(', ');
