import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { checkoutMinutes } from '#constants';
import { codeLimit, holdRedemption } from '#money/offers/public/redeemable-offer.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import type { PaymentMode, PaymentProvider, SessionDiscount } from './payment-provider.ts';
import type { ActivePayments, Payments } from './payments.server.ts';
import { ensureCustomer, ensurePrice } from './prices.server.ts';
import type { CheckoutRequest, CheckoutState } from './public/billing.contract.ts';
import { createPurchaseIntents, type PurchaseIntent } from './purchase-intents.server.ts';
import { type Sync, waitsForPayment } from './sync.server.ts';

/** A member who is about to pay. */
type Buyer = Grant<'account', 'buy'>;

type Parts = {
  db: Database;
  payments: Payments;
  sync: Sync;
  rateLimits: RateLimits;
  publicUrl: string;
};

const startLimit = { points: 30, seconds: 600 };
/** How often the provider is asked about an open checkout. */
const stateLimit = { points: 1, seconds: 4 };
/** A checkout page that is about to expire is not offered again. */
const minMinutesLeft = 2;

export function createCheckoutService({ db, payments, sync, rateLimits, publicUrl }: Parts) {
  const purchaseIntents = createPurchaseIntents({ db, publicUrl });

  const findOpenCheckout = (userId: string, mode: PaymentMode, intent: PurchaseIntent) =>
    db
      .selectFrom('checkouts')
      .selectAll()
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('status', '=', 'open')
      .where('kind', '=', intent.kind)
      .$if(intent.kind === 'playbook', (query) =>
        query.where('playbook_id', '=', intent.kind === 'playbook' ? intent.playbook_id : null),
      )
      .executeTakeFirst();
  type OpenCheckout = NonNullable<Awaited<ReturnType<typeof findOpenCheckout>>>;

  const isFor = (open: OpenCheckout, intent: PurchaseIntent) =>
    open.amount === intent.amount &&
    open.currency === intent.currency &&
    open.offer_id === (intent.reduction?.offer.id ?? null) &&
    open.discount === (intent.reduction?.discount ?? 0) &&
    (intent.kind === 'playbook' ||
      (open.tier_id === intent.tier.id &&
        open.interval === intent.interval &&
        open.trial_days === intent.trial_days));

  const close = (proof: Buyer, id: string) =>
    writable(db, proof)
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .execute();

  /** The page that another tab opened, if it is for the same purchase and still open; any other page is closed. */
  async function resume(
    proof: Buyer,
    active: ActivePayments,
    open: OpenCheckout,
    intent: PurchaseIntent,
  ): Promise<string | undefined> {
    const minutesLeft = (open.expires_at.getTime() - Date.now()) / 60_000;
    if (open.session_id && open.url) {
      const outcome = await sync.session(active, open.session_id);
      if (outcome === waitsForPayment)
        throw new AppError(
          'conflict',
          'Your payment is being processed. You get access as soon as it arrives.',
        );
      const { status } = await db
        .selectFrom('checkouts')
        .select('status')
        .where('id', '=', open.id)
        .executeTakeFirstOrThrow();
      if (status === 'complete') throw new AppError('conflict', 'You already paid for this in another tab.');
      if (status === 'open') {
        if (isFor(open, intent) && minutesLeft > minMinutesLeft) return open.url;
        await active.provider.expireSession(open.session_id);
      }
      await close(proof, open.id);
    } else if (!isFor(open, intent) || minutesLeft < checkoutMinutes - minMinutesLeft)
      await close(proof, open.id);
    return undefined;
  }

  /** Opens a checkout page, or returns the one that a simultaneous call has opened. */
  async function open(
    proof: Buyer,
    active: ActivePayments,
    intent: PurchaseIntent,
    isRetry = false,
  ): Promise<string> {
    const { provider } = active;
    const { mode } = provider;
    const { userId } = proof.viewer;
    const checkouts = writable(db, proof);
    const playbookId = intent.kind === 'playbook' ? intent.playbook_id : null;
    const { reduction } = intent;
    await checkouts.transaction().execute(async (transaction) => {
      if (reduction)
        await holdRedemption(transaction, reduction.offer.id, {
          userId,
          mode,
          kind: intent.kind,
          playbookId,
        });
      await transaction
        .insertInto('checkouts')
        .values({
          mode,
          user_id: userId,
          kind: intent.kind,
          amount: intent.amount,
          offer_id: reduction?.offer.id ?? null,
          discount: reduction?.discount ?? 0,
          expires_at: sql<string>`now() + make_interval(mins => ${checkoutMinutes})`,
          ...(intent.kind === 'playbook'
            ? { playbook_id: playbookId }
            : { tier_id: intent.tier.id, interval: intent.interval, trial_days: intent.trial_days }),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    const checkout = await findOpenCheckout(userId, mode, intent);
    if (!checkout || !isFor(checkout, intent))
      throw new AppError('conflict', 'Another checkout is being opened. Please try again.');
    if (checkout.url) return checkout.url;
    try {
      const customerId = await ensureCustomer(db, proof, provider, checkout.id);
      const common = {
        checkoutId: checkout.id,
        userId,
        customerId,
        successUrl: `${publicUrl}/checkout?id=${checkout.id}`,
        cancelUrl: `${publicUrl}${intent.kind === 'playbook' ? intent.cancelPath : '/pricing'}${reduction ? `?code=${reduction.offer.code}` : ''}`,
        expiresAt: checkout.expires_at,
        discount: await sessionDiscount(intent),
      };
      const session = await provider.createSession(
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
              isFreeForever: reduction?.offer.duration === 'forever' && reduction.discount === intent.amount,
            },
      );
      const stored = await checkouts
        .updateTable('checkouts')
        .set({ session_id: session.id, url: session.url })
        .where('id', '=', checkout.id)
        .where('status', '=', 'open')
        .executeTakeFirst();
      if (stored.numUpdatedRows > 0n) return session.url;
      // Another tab has opened a different checkout: only one page may stay open.
      await provider.expireSession(session.id);
      throw new AppError('conflict', 'Another checkout is being opened. Please try again.');
    } catch (error) {
      await checkouts
        .updateTable('checkouts')
        .set({ status: 'expired' })
        .where('id', '=', checkout.id)
        .where('session_id', 'is', null)
        .execute();
      if (isRetry || !(await forgetMissing(proof, provider, intent, error))) throw error;
      return open(proof, active, intent, true);
    }
  }

  /** A purchase is paid once, whatever the offer says of plans. */
  async function sessionDiscount({
    kind,
    reduction,
    currency,
  }: PurchaseIntent): Promise<SessionDiscount | undefined> {
    if (!reduction) return undefined;
    const { offer, discount } = reduction;
    const isPlan = kind === 'subscription';
    return {
      id: offer.id,
      code: offer.code,
      percent_off: offer.percent_off,
      amount_off: offer.amount_off,
      duration: isPlan ? offer.duration : 'once',
      duration_months: isPlan ? offer.duration_months : null,
      tiers:
        isPlan && offer.applies_to === 'chosen'
          ? await db.selectFrom('tiers').select(['id', 'name']).where('id', 'in', offer.tier_ids).execute()
          : undefined,
      firstAmount: discount,
      currency,
    };
  }

  /** Abandoned checkouts give their redemptions back, also where the provider's event is late. */
  async function settleAbandoned(active: ActivePayments, code: string): Promise<void> {
    const abandoned = await db
      .selectFrom('checkouts')
      .innerJoin('offers', 'offers.id', 'checkouts.offer_id')
      .select('session_id')
      .where('offers.code', '=', code.toUpperCase())
      .where('mode', '=', active.provider.mode)
      .where('status', '=', 'open')
      .where('expires_at', '<', sql<Date>`now()`)
      .limit(20)
      .execute();
    for (const { session_id } of abandoned) if (session_id) await sync.session(active, session_id);
  }

  /**
   * Forgets the customer and the price that the provider no longer knows, as after its test data was deleted, so that they
   * are created again. @returns whether that was the cause of the error.
   */
  async function forgetMissing(
    proof: Buyer,
    { mode }: PaymentProvider,
    intent: PurchaseIntent,
    error: unknown,
  ) {
    const cause = error instanceof AppError ? error.cause : undefined;
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'resource_missing';
    if (!isMissing) return false;
    const billing = writable(db, proof);
    await billing
      .deleteFrom('billing_customers')
      .where('user_id', '=', proof.id)
      .where('mode', '=', mode)
      .execute();
    if (intent.kind === 'subscription')
      await billing
        .deleteFrom('tier_prices')
        .where('tier_id', '=', intent.tier.id)
        .where('mode', '=', mode)
        .where('interval', '=', intent.interval)
        .where('amount', '=', intent.amount)
        .where('currency', '=', intent.currency)
        .execute();
    return true;
  }

  return {
    /**
     * The URL of the page to pay for a playbook or a plan. Two tabs get the same page, so that nothing is paid twice. For a
     * member with a current subscription it is the page for changing plans.
     * @throws AppError 401, 404, 409 conflict (free, already bought, or already on that plan), 429, 502, 503 payments_off
     */
    async start(viewer: Viewer, request: CheckoutRequest): Promise<string> {
      const proof = grantAccount(viewer, 'buy');
      const { userId } = proof.viewer;
      await rateLimits.require('checkout', startLimit, userId);
      const active = await payments.require();
      const { provider } = active;
      if (request.code !== undefined) {
        await rateLimits.require('code', codeLimit, userId);
        await settleAbandoned(active, request.code);
      }
      const intent = await purchaseIntents.of(proof, request, active);
      const existing = await findOpenCheckout(userId, provider.mode, intent);
      return (
        (existing && (await resume(proof, active, existing, intent))) ??
        (await purchaseIntents.changePageUrl(userId, intent, provider.mode)) ??
        open(proof, active, intent)
      );
    },

    /**
     * The state of the viewer's own checkout, and where to go next. While it is open the provider is asked as well, because its
     * event may be late or never arrive.
     * @throws AppError 401, 404
     */
    async state(viewer: Viewer, id: string): Promise<CheckoutState> {
      const { userId } = requireSignedIn(viewer);
      const read = () =>
        db
          .selectFrom('checkouts')
          .leftJoin('playbooks', 'playbooks.id', 'checkouts.playbook_id')
          .leftJoin('tiers', 'tiers.id', 'checkouts.tier_id')
          .select(['checkouts.id', 'kind', 'checkouts.status', 'session_id', 'checkouts.user_id'])
          .select(['playbooks.slug', 'playbooks.title', 'tiers.name'])
          .where('checkouts.id', '=', id)
          .executeTakeFirst();
      let checkout = await read();
      if (checkout?.user_id !== userId) throw new AppError('not_found', 'Checkout not found');
      if (checkout.status === 'open' && checkout.session_id) {
        const wait = await rateLimits.take('checkout-state', stateLimit, id);
        if (wait === 0) {
          await sync.session(await payments.require(), checkout.session_id);
          checkout = (await read()) ?? checkout;
        }
      }
      return {
        status: checkout.status,
        name: checkout.title ?? checkout.name ?? '',
        path: checkout.kind === 'playbook' ? `/playbook/${checkout.slug}` : '/subscription',
      };
    },
  };
}
