import type { Database } from '#access/database.ts';
import { can, type Grant, grant } from '#access/decide.ts';
import { hasBought } from '#access/predicate.server.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import type { BillingInterval } from '#constants';
import { AppError } from '#platform/errors.ts';
import { periodPrice } from '#platform/money.ts';
import { assertNotRefunded, findCurrentSubscription } from './current-subscription.server.ts';
import type { PaymentMode } from './payment-provider.ts';
import type { ActivePayments } from './payments.server.ts';
import type { CheckoutRequest } from './public/billing.contract.ts';
import { isForSale } from './public/for-sale.ts';

/** What a member is about to pay for. Amounts in the currency's minor unit. */
export type PurchaseIntent =
  | {
      kind: 'playbook';
      playbook_id: string;
      title: string;
      amount: number;
      currency: string;
      cancelPath: string;
    }
  | {
      kind: 'subscription';
      tier: { id: string; name: string; price: number };
      interval: BillingInterval;
      amount: number;
      currency: string;
      trial_days: number;
    };

/** Checks what can be bought, and by whom. */
export function createPurchaseIntents({ db, publicUrl }: { db: Database; publicUrl: string }) {
  /** @throws AppError 404, 409, 422 */
  async function intentForTier(
    userId: string,
    { tierId, tier: id, interval }: Extract<CheckoutRequest, { type: 'subscription' }>,
    { provider: { mode }, selling: { currency } }: ActivePayments,
  ): Promise<PurchaseIntent> {
    let query = db
      .selectFrom('tiers')
      .select(['id', 'name', 'price', 'trial_days', 'access_level'])
      .where('access_level', '=', tierId);
    if (id) query = query.where('id', '=', id);
    const tier = await query.orderBy('price').orderBy('id').executeTakeFirst();
    if (!tier) throw new AppError('not_found', 'Tier not found');
    if (tier.price === 0) throw new AppError('conflict', 'You are already on the free tier');
    const trial = await db
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('trial_end', 'is not', null)
      .executeTakeFirst();
    const amount = periodPrice(tier.price, interval, currency);
    return {
      kind: 'subscription',
      tier,
      interval,
      amount,
      currency,
      trial_days: trial ? 0 : tier.trial_days,
    };
  }

  /** @throws AppError 404, 409 */
  async function intentForPlaybook(
    viewer: SignedInViewer,
    id: string,
    { selling: { currency } }: ActivePayments,
  ): Promise<PurchaseIntent> {
    const row = await db
      .selectFrom('playbooks')
      .select(['id', 'slug', 'title', 'price', 'is_purchasable', 'status', 'tier_access'])
      .select(hasBought(viewer).as('is_purchased'))
      .where('id', '=', id)
      .executeTakeFirst();
    const { id: playbookId } = grant(viewer, 'playbook', 'open', row);
    if (!row) throw new AppError('not_found', 'Playbook not found');
    if (row.is_purchased) throw new AppError('conflict', 'You already own this playbook');
    if (can(viewer, 'playbook', 'read', row))
      throw new AppError('conflict', 'Your plan already includes this playbook');
    if (!isForSale(row)) throw new AppError('conflict', 'This playbook is not sold separately');
    return {
      kind: 'playbook',
      playbook_id: playbookId,
      title: row.title,
      amount: row.price,
      currency,
      cancelPath: `/playbook/${row.slug}`,
    };
  }

  /** The page for changing plans, for members with a current subscription; else undefined. @throws AppError 409 */
  async function changePageUrl(userId: string, intent: PurchaseIntent, mode: PaymentMode) {
    if (intent.kind === 'playbook') return undefined;
    const current = await findCurrentSubscription(db, userId, mode);
    if (!current) {
      const complimentary = await db
        .selectFrom('profiles')
        .select('id')
        .where('id', '=', userId)
        .where('complimentary_tier_id', '=', intent.tier.id)
        .where('complimentary_until', 'is', null)
        .executeTakeFirst();
      if (complimentary) throw new AppError('conflict', 'You are already on this plan');
      return undefined;
    }
    if (current.tier_id === intent.tier.id && current.interval === intent.interval)
      throw new AppError('conflict', 'You are already on this plan');
    if (current.status === 'past_due' || current.status === 'unpaid')
      throw new AppError(
        'conflict',
        'Your last payment failed. Update your payment method in Manage billing first.',
      );
    await assertNotRefunded(db, current.id);
    return `${publicUrl}/subscription?change=${intent.tier.id}&interval=${intent.interval}`;
  }

  return {
    /** @throws AppError 404, 409 conflict if it cannot be bought */
    of: (
      { viewer }: Grant<'account', 'buy'>,
      request: CheckoutRequest,
      active: ActivePayments,
    ): Promise<PurchaseIntent> =>
      request.type === 'playbook'
        ? intentForPlaybook(viewer, request.playbookId, active)
        : intentForTier(viewer.userId, request, active),
    changePageUrl,
  };
}
