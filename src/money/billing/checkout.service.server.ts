import { sql } from 'kysely';
import { requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { checkoutMinutes } from '#constants';
import type { Database } from '#platform/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { Payments } from './payments.server.ts';
import { ensureCustomer, ensurePrice } from './prices.server.ts';
import type { CheckoutRequest, CheckoutState } from './public/billing.contract.ts';
import { createPurchaseIntents, type PurchaseIntent } from './purchase-intents.server.ts';
import { type Sync, waitsForPayment } from './sync.server.ts';

type Parts = {
  db: Database;
  payments: Payments;
  sync: Sync;
  rateLimits: RateLimits;
  publicUrl: string;
};

const startLimit = { points: 30, seconds: 600 };
const askLimit = { points: 1, seconds: 4 };
/** A page that is about to close is not offered again. */
const leastMinutesLeft = 2;

export function createCheckoutService({ db, payments, sync, rateLimits, publicUrl }: Parts) {
  const purchaseIntents = createPurchaseIntents({ db, publicUrl });

  const openCheckout = (userId: string, mode: string, intent: PurchaseIntent) =>
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
  type Open = NonNullable<Awaited<ReturnType<typeof openCheckout>>>;

  const isFor = (open: Open, intent: PurchaseIntent) =>
    open.amount === intent.amount &&
    (intent.kind === 'playbook' ||
      (open.tier_id === intent.tier.id &&
        open.interval === intent.interval &&
        open.trial_days === intent.trial_days));

  const close = (id: string) =>
    db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .execute();

  /** The page of another tab, where it is for the same and still open; one for something else is closed first. */
  async function resume(
    provider: PaymentProvider,
    open: Open,
    intent: PurchaseIntent,
  ): Promise<string | undefined> {
    const minutesLeft = ((open.expires_at as unknown as Date).getTime() - Date.now()) / 60_000;
    if (open.session_id && open.url) {
      const outcome = await sync.session(open.session_id);
      if (outcome === waitsForPayment)
        throw new AppError('conflict', 'Your payment for this is on its way; it opens when it has arrived');
      const { status } = await db
        .selectFrom('checkouts')
        .select('status')
        .where('id', '=', open.id)
        .executeTakeFirstOrThrow();
      if (status === 'complete') throw new AppError('conflict', 'You have just paid for this in another tab');
      if (status === 'open') {
        if (isFor(open, intent) && minutesLeft > leastMinutesLeft) return open.url;
        await provider.expireSession(open.session_id);
      }
      await close(open.id);
    } else if (!isFor(open, intent) || minutesLeft < checkoutMinutes - leastMinutesLeft) await close(open.id);
    return undefined;
  }

  /** A new page, or the one that a call at the same moment has made. */
  async function begin(
    provider: PaymentProvider,
    userId: string,
    intent: PurchaseIntent,
    isSecondTry = false,
  ): Promise<string> {
    const { mode } = provider;
    await db
      .insertInto('checkouts')
      .values({
        mode,
        user_id: userId,
        kind: intent.kind,
        amount: intent.amount,
        expires_at: sql<string>`now() + make_interval(mins => ${checkoutMinutes})`,
        ...(intent.kind === 'playbook'
          ? { playbook_id: intent.playbook_id }
          : { tier_id: intent.tier.id, interval: intent.interval, trial_days: intent.trial_days }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const checkout = await openCheckout(userId, mode, intent);
    if (!checkout || !isFor(checkout, intent))
      throw new AppError('conflict', 'Another checkout is being opened. Please try again');
    if (checkout.url) return checkout.url;
    try {
      const customerId = await ensureCustomer(db, provider, userId, checkout.id);
      const common = {
        ...{ checkoutId: checkout.id, userId, customerId },
        successUrl: `${publicUrl}/checkout?id=${checkout.id}`,
        cancelUrl: `${publicUrl}${intent.kind === 'playbook' ? intent.cancelPath : '/pricing'}`,
        expiresAt: checkout.expires_at as unknown as Date,
      };
      const session = await provider.createSession(
        intent.kind === 'playbook'
          ? { ...common, kind: 'playbook', title: intent.title, amount: intent.amount }
          : {
              ...common,
              kind: 'subscription',
              priceId: await ensurePrice(db, provider, intent.tier, intent.interval),
              trialDays: intent.trial_days,
            },
      );
      const kept = await db
        .updateTable('checkouts')
        .set({ session_id: session.id, url: session.url })
        .where('id', '=', checkout.id)
        .where('status', '=', 'open')
        .executeTakeFirst();
      if (kept.numUpdatedRows > 0n) return session.url;
      // Another tab wanted something else meanwhile: only one page may be left to pay on.
      await provider.expireSession(session.id);
      throw new AppError('conflict', 'Another checkout is being opened. Please try again');
    } catch (error) {
      await db
        .updateTable('checkouts')
        .set({ status: 'expired' })
        .where('id', '=', checkout.id)
        .where('session_id', 'is', null)
        .execute();
      if (isSecondTry || !(await forgetMissing(provider, userId, intent, error))) throw error;
      return begin(provider, userId, intent, true);
    }
  }

  /** What the provider does not know any more, as after its test data were cleared, is made anew. */
  async function forgetMissing(
    { mode }: PaymentProvider,
    userId: string,
    intent: PurchaseIntent,
    error: unknown,
  ) {
    const cause = error instanceof AppError ? error.cause : undefined;
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'resource_missing';
    if (!isMissing) return false;
    await db.deleteFrom('billing_customers').where('user_id', '=', userId).where('mode', '=', mode).execute();
    if (intent.kind === 'subscription')
      await db
        .deleteFrom('tier_prices')
        .where('tier_id', '=', intent.tier.id)
        .where('mode', '=', mode)
        .where('interval', '=', intent.interval)
        .where('amount', '=', intent.amount)
        .execute();
    return true;
  }

  return {
    /**
     * Where the viewer pays for a playbook or a plan. Asked twice, in two tabs, it is the same page: it can be paid once.
     * With a running subscription it is the page that changes it.
     * @throws AppError 401, 404, 409 conflict (free, bought, or on that plan already), 429, 502, 503 payments_off
     */
    async start(viewer: Viewer, request: CheckoutRequest): Promise<string> {
      const { userId } = requireSignedIn(viewer);
      await rateLimits.require('checkout', startLimit, userId);
      const provider = await payments.require();
      const intent = await purchaseIntents.of(viewer, request, provider.mode);
      const open = await openCheckout(userId, provider.mode, intent);
      const known = open && (await resume(provider, open, intent));
      return (
        known ??
        (await purchaseIntents.wayToChange(userId, intent, provider.mode)) ??
        begin(provider, userId, intent)
      );
    },

    /**
     * What has become of the viewer's own checkout, and where to go then. While it is open, the provider is asked as well: the
     * event may be late, or never come.
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
        const wait = await rateLimits.take('checkout-state', askLimit, id);
        if (wait === 0) {
          await sync.session(checkout.session_id);
          checkout = (await read()) ?? checkout;
        }
      }
      return {
        status: checkout.status as CheckoutState['status'],
        name: checkout.title ?? checkout.name ?? '',
        path: checkout.kind === 'playbook' ? `/playbook/${checkout.slug}` : '/subscription',
      };
    },
  };
}
