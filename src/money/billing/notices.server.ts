import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import type { Mailer } from '#platform/mailer.server.ts';
import { periodPrice } from '#platform/money.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import type { PaymentMode } from './payment-provider.ts';

/** How long before a trial ends its member is told. */
const trialNoticeDays = 3;
/** A price is announced when it has stayed for so long, so that a slip that is corrected is not. */
const announceMinutes = 15;
const batch = 200;

type Transaction = OperatorWriter<'payments'>;
type Parts = {
  db: Transaction;
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: () => Promise<EmailBranding>;
};
type Subscriber = {
  userId: string;
  email: string;
  name: string;
  amount: number;
  currency: string;
  interval: BillingInterval;
};
type PriceChange = { id: string; price: number };

export type Notices = ReturnType<typeof createNotices>;

/**
 * Emails that are due at a time, not with an event. Each is queued in the transaction that notes that it was, so that several
 * processes, or one that dies, send it once.
 */
export function createNotices({ db, mailer, emailPreferences, emailBranding }: Parts) {
  const action = (site: EmailBranding) => ({ label: 'Your subscription', url: `${site.url}/subscription` });
  const small = (site: EmailBranding) =>
    `You received this email because you have a subscription at ${site.name}.`;
  const priceOf = ({ amount, currency, interval }: Subscriber) =>
    `${formatMoney(amount, currency)} per ${interval}`;

  /** Members can't opt out: the law of many countries asks for this reminder. */
  async function remindOfTrial(transaction: Transaction, subscriber: Subscriber & { trialEnd: Date }) {
    const site = await emailBranding();
    const end = formatDay(subscriber.trialEnd.toISOString());
    const message = await composeEmail(site, {
      to: subscriber.email,
      subject: `Your trial of ${subscriber.name} ends on ${end}`,
      paragraphs: [
        `Your plan then continues, and you pay ${priceOf(subscriber)}. If you don't want that, cancel before ${end}.`,
      ],
      facts: [
        ['Plan', subscriber.name],
        ['Trial ends', end],
        ['Price after the trial', priceOf(subscriber)],
      ],
      action: action(site),
      small: small(site),
    });
    await mailer.send(message, transaction);
  }

  async function announce(transaction: Transaction, tier: PriceChange, mode: PaymentMode) {
    const { rows } = await sql<Subscriber & { quantity: number }>`
      select subscriber.id as "userId", subscriber.email, tiers.name, amount, currency, interval, quantity
      from subscriptions join profiles subscriber on subscriber.id = user_id join tiers on tiers.id = subscriptions.tier_id
      where subscriptions.tier_id = ${tier.id} and mode = ${mode} and status in ('trialing', 'active', 'past_due')
        and not cancel_at_period_end and cancel_at is null and missing_since is null
        and subscriber.email_notifications`.execute(transaction);
    const site = await emailBranding();
    for (const { quantity, ...subscriber } of rows) {
      const { name, currency, interval, userId } = subscriber;
      const amount = quantity * periodPrice(tier.price, interval, currency);
      if (amount === subscriber.amount) continue;
      const isLower = amount < subscriber.amount;
      const change = `${name} now costs ${formatMoney(amount, currency)} per ${interval}.`;
      const message = await composeEmail(site, {
        to: subscriber.email,
        subject: isLower ? `${name} costs less now` : `The price of ${name} changes, yours stays`,
        paragraphs: [
          isLower
            ? `${change} You pay ${priceOf(subscriber)}. You can take the lower price on your subscription page.`
            : `${change} You keep paying ${priceOf(subscriber)} for as long as you stay on this plan.`,
        ],
        action: action(site),
        small: small(site),
        unsubscribeUrl: emailPreferences.unsubscribeUrl(userId),
      });
      await mailer.send(message, transaction);
    }
  }

  async function trials(mode: PaymentMode): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<Subscriber & { trialEnd: Date }>`
        with due as (
          select id from subscriptions where mode = ${mode} and status = 'trialing' and user_id is not null
            and not cancel_at_period_end and cancel_at is null and missing_since is null
            and trial_end > now() and trial_end <= now() + make_interval(days => ${trialNoticeDays})
            and trial_reminder_for is distinct from trial_end
          order by trial_end limit ${batch} for update skip locked
        )
        update subscriptions set trial_reminder_for = trial_end from due, profiles, tiers
        where subscriptions.id = due.id and profiles.id = user_id and tiers.id = subscriptions.tier_id
        returning user_id as "userId", email, tiers.name, coalesce(next_amount, amount) as amount, currency, interval,
          trial_end as "trialEnd"`.execute(transaction);
      for (const subscriber of rows) await remindOfTrial(transaction, subscriber);
    });
  }

  async function prices(mode: PaymentMode): Promise<void> {
    await sql`insert into announced_prices select id, price from tiers on conflict do nothing`.execute(db);
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<PriceChange>`
        with due as (
          select tiers.id, tiers.price from announced_prices announced join tiers on tiers.id = announced.tier_id
          where announced.price <> tiers.price and tiers.updated_at <= now() - make_interval(mins => ${announceMinutes})
          for update of announced skip locked
        )
        update announced_prices set price = due.price from due where tier_id = due.id returning due.id, due.price`.execute(
        transaction,
      );
      // A plan that costs nothing any more is no longer charged: its members are told so when that happens.
      for (const tier of rows) if (tier.price > 0) await announce(transaction, tier, mode);
    });
  }

  return {
    async due(mode: PaymentMode): Promise<void> {
      await trials(mode);
      await prices(mode);
    },
  };
}
