import { type Grant, requireSignedIn } from '#access/decide.ts';
import type { Operator } from '#access/operator.ts';
import type { Viewer } from '#access/viewer.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { giftIsLeft } from '#money/gifts/public/outstanding-gifts.server.ts';
import type { Redemptions } from '#money/offers/public/redeemable-offer.server.ts';
import type { AccountDeletion } from '#people/members/public/account-deletion.ts';
import { AppError } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { endedStatuses, isCurrent } from './public/subscription-statuses.ts';
import { findKeptPrice, isPaymentArriving } from './subscription/current-subscription.server.ts';
import { boughtNow, granted } from './subscription/entitlement.ts';
import {
  findTier,
  readSubscriptions,
  type StoredInvoice,
  type StoredSubscription,
} from './subscription/subscription-states.server.ts';
import type { Payments } from './sync/active-payments.server.ts';
import type { Sync } from './sync/sync.server.ts';
import * as m from './words/messages.ts';

type Parts = { db: OperatorWriter<'payments'>; payments: Payments; sync: Sync; redemptions: Redemptions };

/** Closes a member's payments when they delete their account. The records stay, without the member. */
export function createAccountDeletion({ db, payments, sync, redemptions }: Parts) {
  return {
    /** The plan, gifts and payments that deleting the account would end. @throws AppError 401 */
    async describe(viewer: Viewer): Promise<AccountDeletion> {
      const { userId } = requireSignedIn(viewer);
      const { provider, policy } = await payments.resolve();
      const subscriptions = provider ? await readSubscriptions(db, userId, provider.mode) : [];
      // What is paid for of one that has ended still counts.
      const left = subscriptions.filter(
        (subscription) =>
          isCurrent(subscription) || granted(subscription, policy.graceDays, new Date()) !== undefined,
      );
      const { playbooks } = await db
        .selectFrom('user_playbook_purchases')
        .select((select) => select.fn.countAll<string>().as('playbooks'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const gifts = await db
        .selectFrom('gifts')
        .innerJoin('tiers', 'tiers.id', 'gifts.tier_id')
        .select(['gifts.id', 'tiers.name as plan', 'ends_at'])
        .where('redeemed_by', '=', userId)
        .where(giftIsLeft)
        .orderBy('ends_at')
        .orderBy('redeemed_at')
        .execute();
      return {
        subscriptions: await Promise.all(left.map(describeSubscription)),
        gifts: gifts.map((gift) => ({ ...gift, ends_at: isoOrNull(gift.ends_at) })),
        playbooks: Number(playbooks),
      };
    },

    /**
     * Before an account is deleted: cancels everything that could still be charged, and removes the email address from the records.
     * @throws AppError 409 while a payment is still arriving; 502
     */
    close: ({ id }: Grant<'account', 'delete'>) => close(id),

    /** The same for an account that the site itself removes. */
    closeFor: (_proof: Operator<'accounts'>, userId: string) => close(userId),
  };

  async function describeSubscription(subscription: StoredSubscription) {
    const { id, priceId, quantity, amount, currency, interval, status, invoices } = subscription;
    const bought = status === 'trialing' ? undefined : boughtNow(subscription, new Date());
    const kept = bought && (await findKeptPrice(db, { price_id: priceId, quantity }, bought.priceId));
    const tier = await findTier(db, id, kept ? bought.priceId : priceId);
    return {
      id,
      name: tier?.name ?? null,
      amount: kept?.amount ?? amount,
      currency,
      interval: kept?.interval ?? interval,
      is_trial: status === 'trialing',
      paid_until: isoOrNull(bought?.until),
      unused_amount: bought ? unusedAmount(invoices) : 0,
    };
  }

  /** Marked first, because the cancellation's event may come before this ends. */
  async function cancelWithAccount(id: string, cancel: (id: string) => Promise<unknown>) {
    const mark = (is_ended_with_account: boolean) =>
      db.updateTable('subscriptions').set({ is_ended_with_account }).where('id', '=', id).execute();
    await mark(true);
    try {
      await cancel(id);
    } catch (error) {
      await mark(false);
      throw error;
    }
  }

  async function close(userId: string): Promise<void> {
    const { provider, ...rest } = await payments.resolve('person');
    const checkouts = await db
      .selectFrom('checkouts')
      .select('session_id')
      .where('user_id', '=', userId)
      .where('mode', '=', provider?.mode ?? null)
      .where('status', 'in', ['open', 'processing'])
      .execute();
    for (const { session_id } of checkouts) {
      if (!provider || !session_id) continue;
      await provider.expireSession(session_id);
      const { kind } = await sync.session({ provider, ...rest }, session_id);
      if (kind === 'awaiting-payment') throw new AppError('conflict', m.refused_payment_processing());
    }
    const open = await db
      .selectFrom('subscriptions')
      .select(['id', 'mode'])
      .where('user_id', '=', userId)
      .where('status', 'not in', endedStatuses)
      .execute();
    // Before anything is canceled: an account that stays keeps all of it.
    if (open.some(({ mode }) => mode === 'live' && mode !== provider?.mode))
      throw new AppError('conflict', m.refused_not_canceled());
    for (const { id, mode } of open)
      if (provider?.mode === mode && (await isPaymentArriving(db, id))) {
        // Its event may be late.
        await sync.subscription({ provider, ...rest }, id);
        if (await isPaymentArriving(db, id)) throw new AppError('conflict', m.refused_payment_processing());
      }
    for (const { id, mode } of open) {
      if (provider?.mode === mode) await cancelWithAccount(id, provider.cancelNow);
      // Practice subscriptions charge nobody, so they are only marked.
      else await db.updateTable('subscriptions').set({ status: 'canceled' }).where('id', '=', id).execute();
    }
    await redemptions.keepWithout(db, userId);
    await db.updateTable('billing_customers').set({ email: null }).where('user_id', '=', userId).execute();
  }
}

/** The value of the remaining time, based on what was paid for it. */
function unusedAmount(invoices: StoredInvoice[]): number {
  const now = Date.now();
  const paid = invoices.filter(({ isPaid, reversal }) => isPaid && reversal === 'none');
  const worth = paid
    .flatMap(({ lines }) => lines)
    .filter(({ startsAt, endsAt }) => startsAt.getTime() <= now && now < endsAt.getTime())
    .reduce((sum, { amount, due = amount, startsAt, endsAt }) => {
      const [start, end] = [startsAt.getTime(), endsAt.getTime()];
      return sum + (due * (end - now)) / (end - start);
    }, 0);
  return Math.max(0, Math.round(worth));
}
