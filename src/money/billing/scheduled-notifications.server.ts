import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail } from '#platform/mail/email-layout.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import { periodPrice } from '#platform/text/money.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import { because, pricePer, yourSubscription } from './emails/email-parts.ts';
import type { PaymentMode } from './payment-provider.ts';
import { renewingStatuses } from './public/subscription-statuses.ts';
import * as m from './words/messages.ts';

/** How many days before its end members are reminded of a trial. */
const trialNoticeDays = 3;
/** How long a new price must stay before it is announced, so that a slip that is corrected isn't. */
const announceMinutes = 15;
/** How many members are notified at a time. */
const batch = 200;

type Transaction = OperatorWriter<'payments'>;
type Parts = {
  db: Transaction;
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: LoadEmailBranding;
};
type Subscriber = {
  userId: string;
  email: string;
  locale: string | null;
  name: string;
  amount: number;
  currency: string;
  interval: BillingInterval;
};
type PriceChange = { id: string; price: number; started_at: string };
/** `nextAmount`: the first payment, which a discount or tax may change. */
type Trial = { trialEnd: Date; nextAmount: number | null };

export type ScheduledNotifications = ReturnType<typeof createScheduledNotifications>;

/**
 * Emails that are due at a time instead of with an event. Each is queued in the transaction that records it, so that it is sent once, even
 * with several processes or after a crash.
 */
export function createScheduledNotifications({ db, mailer, emailPreferences, emailBranding }: Parts) {
  /** Members can't opt out, because many countries require this reminder. */
  async function remindOfTrial(transaction: Transaction, subscriber: Subscriber & Trial) {
    const site = await emailBranding(transaction);
    const { email, name, locale, amount, nextAmount, currency } = subscriber;
    const message = await inLanguage(locale, () => {
      const day = formatDay(subscriber.trialEnd.toISOString());
      const price = pricePer(subscriber);
      return composeEmail(site, {
        to: email,
        subject: m.email_trial_ends_on({ name, day }),
        paragraphs: [m.email_trial_ends_why({ price, day })],
        facts: [
          [m.email_plan(), name],
          [m.email_trial_ends(), day],
          [m.email_price_after_trial(), price],
          nextAmount !== null &&
            nextAmount !== amount && [
              m.email_next_payment(),
              m.email_amount_on_day({ amount: formatMoney(nextAmount, currency), day }),
            ],
        ],
        action: yourSubscription(site),
        small: because.subscription(site),
      });
    });
    await mailer.send(message, transaction);
  }

  /** @returns whether everyone has been notified */
  async function announce(transaction: Transaction, tier: PriceChange, mode: PaymentMode): Promise<boolean> {
    const { rows } = await sql<Subscriber & { quantity: number }>`
      with due as (
        select subscriptions.id from subscriptions join profiles subscriber on subscriber.id = user_id
        where subscriptions.tier_id = ${tier.id} and mode = ${mode} and status = any(${renewingStatuses})
          and not cancel_at_period_end and cancel_at is null and missing_since is null
          and subscriber.email_notifications and (told_at is null or told_at < ${tier.started_at})
        order by subscriptions.id limit ${batch} for update of subscriptions
      )
      update subscriptions set told_at = now() from due, profiles, tiers
      where subscriptions.id = due.id and profiles.id = user_id and tiers.id = subscriptions.tier_id
      returning user_id as "userId", email, locale, tiers.name, amount, currency, interval, quantity`.execute(
      transaction,
    );
    const site = await emailBranding(transaction);
    for (const { quantity, ...subscriber } of rows) {
      const { name, currency, interval, userId, locale } = subscriber;
      const amount = quantity * periodPrice(tier.price, interval, currency);
      if (amount === subscriber.amount) continue;
      const isLower = amount < subscriber.amount;
      const message = await inLanguage(locale, () => {
        const values = { name, now: pricePer({ amount, currency, interval }), price: pricePer(subscriber) };
        return composeEmail(site, {
          to: subscriber.email,
          subject: isLower ? m.email_costs_less({ name }) : m.email_price_changes({ name }),
          paragraphs: [isLower ? m.email_lower_price(values) : m.email_price_stays(values)],
          action: yourSubscription(site),
          small: because.subscription(site),
          unsubscribeUrl: emailPreferences.unsubscribeUrl(userId),
        });
      });
      await mailer.send(message, transaction, 'bulk');
    }
    return rows.length < batch;
  }

  async function trials(mode: PaymentMode): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<Subscriber & Trial>`
        with due as (
          select id from subscriptions where mode = ${mode} and status = 'trialing' and user_id is not null
            and not cancel_at_period_end and cancel_at is null and missing_since is null
            and trial_end > now() and trial_end <= now() + make_interval(days => ${trialNoticeDays})
            and trial_reminder_for is distinct from trial_end
          order by trial_end limit ${batch} for update skip locked
        )
        update subscriptions set trial_reminder_for = trial_end from due, profiles, tiers
        where subscriptions.id = due.id and profiles.id = user_id and tiers.id = subscriptions.tier_id
        returning user_id as "userId", email, locale, tiers.name, amount, next_amount as "nextAmount", currency, interval,
          trial_end as "trialEnd"`.execute(transaction);
      for (const subscriber of rows) await remindOfTrial(transaction, subscriber);
    });
  }

  async function prices(mode: PaymentMode): Promise<void> {
    await sql`insert into announced_prices select id, price from tiers on conflict do nothing`.execute(db);
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<PriceChange>`
        select tiers.id, coalesce(announcing, tiers.price) as price, coalesce(started_at, now())::text as started_at
        from announced_prices announced join tiers on tiers.id = announced.tier_id
        where announcing is not null
          or announced.price <> tiers.price and tiers.updated_at <= now() - make_interval(mins => ${announceMinutes})
        for update of announced skip locked`.execute(transaction);
      for (const change of rows) {
        const { id, price, started_at } = change;
        // Members of a plan that has become free are notified when their subscription ends.
        const isDone = price === 0 || (await announce(transaction, change, mode));
        // A notice that has begun goes to everyone, even if the price has changed again; then the next one follows.
        const values = isDone
          ? { price, announcing: null, started_at: null }
          : { announcing: price, started_at };
        await transaction.updateTable('announced_prices').set(values).where('tier_id', '=', id).execute();
      }
    });
  }

  return {
    async due(mode: PaymentMode): Promise<void> {
      await trials(mode);
      await prices(mode);
    },
  };
}
