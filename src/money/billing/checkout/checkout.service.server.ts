import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#access/database.ts';
import { grantAccount } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { Redemptions } from '#money/offers/public/redeemable-offer.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { ensureCustomer, ensurePrice, replaceArchivedPrice } from '../prices.server.ts';
import type { CheckoutRequest } from '../public/billing.contract.ts';
import type { Reversals } from '../reversals/reversals.server.ts';
import type { ActivePayments, Payments } from '../sync/active-payments.server.ts';
import { forgetCustomer, isMissingCustomer } from '../sync/missing-customer.server.ts';
import type { Sync } from '../sync/sync.server.ts';
import * as m from '../words/messages.ts';
import {
  type Buyer,
  closeCheckout,
  findOpenCheckout,
  giveUpClaim,
  insertCheckout,
  isFor,
  keepPage,
  lookMilliseconds,
  looks,
  type OpenCheckout,
} from './checkout-claims.server.ts';
import { sessionDiscount, settleAbandoned } from './checkout-offers.server.ts';
import { createCheckoutState } from './checkout-state.server.ts';
import { createPurchaseIntents, type PurchaseIntent } from './purchase-intents.server.ts';
import { settleConsent } from './settle-consent.server.ts';
import type { TrialUses } from './trial-uses.server.ts';

type Parts = {
  db: Database;
  payments: Payments;
  sync: Sync;
  reversals: Reversals;
  rateLimits: RateLimits;
  publicUrl: string;
  trialUses: TrialUses;
  redemptions: Redemptions;
};

/** A checkout page that expires sooner than this isn't offered again. */
const minMinutesLeft = 2;
/** The number of retries: a missing customer and a missing price surface one at a time. */
const maxRepairs = 2;

const redemptionOf = (
  { id: userId }: Buyer,
  { provider: { mode } }: ActivePayments,
  intent: PurchaseIntent,
) => ({
  userId,
  mode,
  kind: intent.kind,
  playbookId: intent.kind === 'playbook' ? intent.playbook_id : null,
});

const beingOpened = () => new AppError('conflict', m.refused_checkout_opening());

/**
 * The page that the purchase was made on, with the period and the code as they were chosen there. The tab knows where the member came from
 * before that; another call may have opened the checkout.
 */
function cancelUrl(publicUrl: string, intent: PurchaseIntent): string {
  const url = new URL(intent.kind === 'playbook' ? intent.cancelPath : '/pricing', publicUrl);
  if (intent.kind === 'subscription') url.searchParams.set('checkout', 'left');
  if (intent.kind === 'subscription' && intent.interval === 'year') url.searchParams.set('interval', 'year');
  if (intent.reduction) url.searchParams.set('code', intent.reduction.offer.code);
  return url.href;
}

export function createCheckoutService({
  db,
  payments,
  sync,
  reversals,
  rateLimits,
  publicUrl,
  trialUses,
  redemptions,
}: Parts) {
  const purchaseIntents = createPurchaseIntents({ db, publicUrl, trialUses, redemptions });

  /**
   * The page that another call has opened, if it is still open and for the same purchase; any other page is closed.
   * @returns 'busy' while that call is still opening it; undefined if nothing is open anymore, or to check again
   */
  async function resume(
    proof: Buyer,
    active: ActivePayments,
    open: OpenCheckout,
    intent: PurchaseIntent,
  ): Promise<{ url: string } | 'busy' | undefined> {
    if (!open.session_id || !open.url) {
      if (!open.is_abandoned) return 'busy';
      await giveUpClaim(db, proof, open.id);
      return undefined;
    }
    const { kind } = await sync.session(active, open.session_id);
    const { status } = await db
      .selectFrom('checkouts')
      .select('status')
      .where('id', '=', open.id)
      .executeTakeFirstOrThrow();
    if (status === 'processing') throw new AppError('conflict', m.refused_payment_arriving());
    if (status === 'complete') throw new AppError('conflict', m.refused_paid_elsewhere());
    if (status === 'expired') return undefined;
    if (kind === 'unknown-checkout') {
      await closeCheckout(db, proof, open.id);
      return undefined;
    }
    const minutesLeft = (open.expires_at.getTime() - Date.now()) / 60_000;
    if (isFor(open, intent) && minutesLeft > minMinutesLeft) return { url: open.url };
    // The next check asks the provider whether it is closed, or was paid at the last moment.
    await active.provider.expireSession(open.session_id);
    return undefined;
  }

  /**
   * Claims the purchase, and checks again in the same transaction that it makes sense, because another tab may have paid since.
   * @returns undefined if another call was faster
   */
  const claim = (proof: Buyer, active: ActivePayments, request: CheckoutRequest, intent: PurchaseIntent) =>
    writable(db, proof)
      .transaction()
      .execute(async (transaction) => {
        if (intent.reduction)
          await redemptions.hold(transaction, intent.reduction.offer.id, redemptionOf(proof, active, intent));
        const checkout = await insertCheckout(transaction, proof, active.provider.mode, intent);
        if (!checkout) return undefined;
        const current = createPurchaseIntents({ db: transaction, publicUrl, trialUses, redemptions });
        await current.of(proof, request, active);
        const url = await current.changePageUrl(proof.viewer.userId, intent, active.provider.mode);
        if (url === undefined) return checkout;
        await transaction.deleteFrom('checkouts').where('id', '=', checkout.id).execute();
        return { url };
      });

  async function openPage(
    proof: Buyer,
    active: ActivePayments,
    intent: PurchaseIntent,
    checkout: { id: string; expires_at: Date },
  ): Promise<string> {
    const { provider } = active;
    const { reduction } = intent;
    try {
      const customerId = await ensureCustomer(db, proof, provider, checkout.id);
      const common = {
        checkoutId: checkout.id,
        userId: proof.viewer.userId,
        customerId,
        successUrl: `${publicUrl}/checkout?id=${checkout.id}`,
        cancelUrl: cancelUrl(publicUrl, intent),
        expiresAt: checkout.expires_at,
        discount: await sessionDiscount(db, intent),
        selling: active.selling,
      };
      const session = await provider
        .createSession(
          intent.kind === 'playbook'
            ? {
                ...common,
                kind: 'playbook',
                title: intent.title,
                amount: intent.amount,
                currency: intent.currency,
              }
            : {
                ...common,
                kind: 'subscription',
                priceId: await ensurePrice(db, proof, active, intent.tier, intent.interval),
                trialDays: intent.trial_days,
                isFreeForever:
                  reduction?.offer.duration === 'forever' && reduction.discount === intent.amount,
              },
        )
        .catch(async (error: unknown) => {
          if (isMissingCustomer(error)) await forgetCustomer(db, proof, customerId);
          throw error;
        });
      if (await keepPage(db, proof, checkout.id, session)) return session.url;
      await provider.expireSession(session.id);
      throw beingOpened();
    } catch (error) {
      await giveUpClaim(db, proof, checkout.id);
      throw error;
    }
  }

  /** The page to pay or to change the plan: the open one, or a new one. */
  async function findOrOpenPage(
    proof: Buyer,
    active: ActivePayments,
    request: CheckoutRequest,
    repairs = 0,
  ): Promise<string> {
    const { userId } = proof.viewer;
    const { provider } = active;
    const intent = await purchaseIntents.of(proof, request, active);
    try {
      for (let look = 0; look < looks; look += 1) {
        const existing = await findOpenCheckout(db, userId, provider.mode, intent);
        const found = existing
          ? await resume(proof, active, existing, intent)
          : await claim(proof, active, request, intent);
        if (found === 'busy') await delay(lookMilliseconds);
        else if (found) return 'url' in found ? found.url : await openPage(proof, active, intent, found);
      }
    } catch (error) {
      const isSolved =
        repairs < maxRepairs &&
        (isMissingCustomer(error) ||
          (intent.kind === 'subscription' &&
            (await replaceArchivedPrice(db, proof, active, intent.tier, intent.interval, error))));
      if (!isSolved) throw error;
      return findOrOpenPage(proof, active, request, repairs + 1);
    }
    throw beingOpened();
  }

  return {
    /**
     * The URL of the page to pay for a playbook or a plan. Two tabs get the same page, so that nothing is paid twice. For a member with a
     * current subscription, it is the page for changing plans.
     * @throws AppError 401, 404, 409 conflict (free, already bought, or already on that plan) or
     * consent_required, 429, 502, 503 payments_off
     */
    async start(viewer: Viewer, request: CheckoutRequest): Promise<string> {
      const proof = grantAccount(viewer, 'buy');
      const { userId } = proof.viewer;
      await rateLimits.require('checkout', userId);
      if (request.code !== undefined) await rateLimits.require('code', userId);
      const active = await payments.require('person');
      await settleConsent(db, proof, request);
      if (request.code !== undefined) await settleAbandoned(db, sync, active, request.code);
      // A subscription that was ended by a refund doesn't stand in the way, even if it isn't canceled at the provider yet.
      await reversals.settle(active, userId);
      return findOrOpenPage(proof, active, request);
    },

    state: createCheckoutState({ db, payments, sync, rateLimits }),
  };
}
