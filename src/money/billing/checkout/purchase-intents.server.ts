import type { Database } from '#access/database.ts';
import { can, type Grant, grant } from '#access/decide.ts';
import { hasBought } from '#access/predicate.server.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import type { BillingInterval } from '#constants';
import { discountOn } from '#money/offers/public/discount.ts';
import { isForSale } from '#money/offers/public/for-sale.ts';
import {
  appliesToPlan,
  appliesToPlaybook,
  assertPayable,
  findOffer,
  type Offer,
  type Redemptions,
} from '#money/offers/public/redeemable-offer.server.ts';
import { AppError } from '#platform/errors.ts';
import { periodPrice } from '#platform/text/money.ts';
import { priceProblem } from '#ui/forms/price-problems.ts';
import * as common from '#ui/words/messages.ts';
import type { PaymentMode } from '../payment-provider.ts';
import type { CheckoutRequest } from '../public/billing.contract.ts';
import { assertAddsSomething } from '../subscription/complimentary-plans.server.ts';
import {
  assertArrived,
  assertChangeable,
  assertKnown,
  assertSubscribesAnew,
  findCurrentSubscription,
  isLowerPrice,
  isSamePlan,
} from '../subscription/current-subscription.server.ts';
import type { ActivePayments } from '../sync/active-payments.server.ts';
import * as m from '../words/messages.ts';
import type { TrialUses } from './trial-uses.server.ts';

/** The offer for the code that a member has entered, and what it takes off the first payment. */
type Reduction = { offer: Offer; discount: number };

/** What a member is about to buy. Amounts are in the currency's minor unit, before the reduction. */
export type PurchaseIntent = { reduction: Reduction | undefined } & (
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
    }
);
type Unreduced<Intent> = Intent extends unknown ? Omit<Intent, 'reduction'> : never;

/** A price from an import, or from before a change of currency, may be one that the provider refuses. @throws AppError 409 */
function assertChargeable(amount: number, currency: string): void {
  if (priceProblem(amount, currency)) throw new AppError('conflict', m.refused_price_not_payable());
}

/** Checks what can be bought, and by whom. */
export function createPurchaseIntents({
  db,
  publicUrl,
  trialUses,
  redemptions,
}: {
  db: Database;
  publicUrl: string;
  trialUses: TrialUses;
  redemptions: Redemptions;
}) {
  /** @throws AppError 404, 409, 422 */
  async function intentForTier(
    userId: string,
    { tierId, tier: id, interval, despite_complimentary }: Extract<CheckoutRequest, { type: 'subscription' }>,
    { provider: { mode }, selling: { currency } }: ActivePayments,
  ): Promise<Unreduced<PurchaseIntent>> {
    let query = db
      .selectFrom('tiers')
      .select(['id', 'name', 'price', 'trial_days', 'access_level'])
      .where('access_level', '=', tierId);
    if (id) query = query.where('id', '=', id);
    const tier = await query.orderBy('price').orderBy('id').executeTakeFirst();
    if (!tier) throw new AppError('not_found', common.tier_not_found());
    if (tier.price === 0) throw new AppError('conflict', m.refused_on_free_tier());
    if (!despite_complimentary) await assertAddsSomething(db, userId, tier);
    const hasTried = await trialUses.hasTried(db, userId, mode);
    const amount = periodPrice(tier.price, interval, currency);
    assertChargeable(amount, currency);
    return {
      kind: 'subscription',
      tier,
      interval,
      amount,
      currency,
      trial_days: hasTried ? 0 : tier.trial_days,
    };
  }

  /** @throws AppError 404, 409 */
  async function intentForPlaybook(
    viewer: SignedInViewer,
    id: string,
    { selling: { currency } }: ActivePayments,
  ): Promise<Unreduced<PurchaseIntent>> {
    const row = await db
      .selectFrom('playbooks')
      .select(['id', 'slug', 'title', 'price', 'is_purchasable', 'status', 'tier_access'])
      .select(hasBought(viewer).as('is_purchased'))
      .where('id', '=', id)
      .executeTakeFirst();
    const { id: playbookId } = grant(viewer, 'playbook', 'open', row);
    if (!row) throw new AppError('not_found', common.playbook_not_found());
    if (row.is_purchased) throw new AppError('conflict', m.refused_own_playbook());
    if (can(viewer, 'playbook', 'read', row)) throw new AppError('conflict', m.refused_plan_includes());
    if (!isForSale(row)) throw new AppError('conflict', m.refused_not_sold());
    assertChargeable(row.price, currency);
    return {
      kind: 'playbook',
      playbook_id: playbookId,
      title: row.title,
      amount: row.price,
      currency,
      cancelPath: `/playbook/${row.slug}`,
    };
  }

  /** The page for changing plans if the member has a current subscription; otherwise undefined. @throws AppError 409 */
  async function changePageUrl(userId: string, intent: PurchaseIntent, mode: PaymentMode) {
    if (intent.kind === 'playbook') return undefined;
    const current = await findCurrentSubscription(db, userId, mode);
    if (!current) return undefined;
    assertKnown(current);
    await assertChangeable(db, current);
    const today = { ...intent, amount: current.quantity * intent.amount };
    if (isSamePlan(current, intent.tier.id, intent.interval) && !isLowerPrice(current, today)) {
      await assertArrived(db, current.id);
      throw new AppError('conflict', m.refused_on_this_plan());
    }
    return `${publicUrl}/subscription?change=${intent.tier.id}&interval=${intent.interval}`;
  }

  /** @throws AppError 404 for an unknown code; 409 if this member can't redeem it for this purchase */
  async function reduce(
    userId: string,
    intent: Unreduced<PurchaseIntent>,
    code: string,
    mode: PaymentMode,
  ): Promise<PurchaseIntent> {
    const offer = await findOffer(db, code, intent.currency);
    const applies =
      intent.kind === 'playbook'
        ? appliesToPlaybook(offer, intent.playbook_id)
        : appliesToPlan(offer, intent.tier.id);
    if (!applies) throw new AppError('conflict', m.refused_code_not_for({ kind: intent.kind }));
    if (intent.kind === 'subscription') await assertSubscribesAnew(db, userId, mode);
    const discount = discountOn(intent.amount, offer, intent.currency);
    assertPayable(intent.amount, discount, intent.currency);
    const playbookId = intent.kind === 'playbook' ? intent.playbook_id : null;
    await redemptions.assertRedeemable(db, offer, { userId, mode, kind: intent.kind, playbookId });
    const reduction = { offer, discount };
    return intent.kind === 'playbook' ? { ...intent, reduction } : { ...intent, trial_days: 0, reduction };
  }

  return {
    /** With a code there is no trial. @throws AppError 404, 409 conflict if it can't be bought */
    async of(
      { viewer }: Grant<'account', 'buy'>,
      request: CheckoutRequest,
      active: ActivePayments,
    ): Promise<PurchaseIntent> {
      const intent = await (request.type === 'playbook'
        ? intentForPlaybook(viewer, request.playbookId, active)
        : intentForTier(viewer.userId, request, active));
      return request.code === undefined
        ? { ...intent, reduction: undefined }
        : reduce(viewer.userId, intent, request.code, active.provider.mode);
    },
    changePageUrl,
  };
}
