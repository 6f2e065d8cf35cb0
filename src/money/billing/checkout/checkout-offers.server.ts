import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { stepOf } from '#platform/text/currencies.ts';
import type { SessionDiscount } from '../payment-provider.ts';
import type { ActivePayments } from '../sync/active-payments.server.ts';
import type { Sync } from '../sync/sync.server.ts';
import type { PurchaseIntent } from './purchase-intents.server.ts';

/** An offer in the form that the checkout page takes. A purchase is a single payment, regardless of the offer's duration for plans. */
export async function sessionDiscount(
  db: Database,
  { kind, reduction, currency }: PurchaseIntent,
): Promise<SessionDiscount | undefined> {
  if (!reduction) return undefined;
  const { offer, discount } = reduction;
  const isPlan = kind === 'subscription';
  // In currencies that only allow whole steps, the provider would round a percentage to an amount that can't be charged.
  const isExact = stepOf(currency) === 1 || offer.percent_off === 100;
  return {
    id: offer.id,
    code: offer.code,
    percent_off: isExact ? offer.percent_off : null,
    amount_off: isExact ? offer.amount_off : discount,
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

/** Releases the redemptions of abandoned checkouts, even if the provider's event is late. */
export async function settleAbandoned(
  db: Database,
  sync: Sync,
  active: ActivePayments,
  code: string,
): Promise<void> {
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
  // A provider error here must not block the purchase.
  for (const { session_id } of abandoned)
    if (session_id) await sync.session(active, session_id).catch(() => undefined);
}
