import type { OperatorWriter } from '#access/writable.server.ts';
import type { BillingInterval } from '#constants';
import type { PaymentProvider } from '../payment-provider.ts';

/**
 * The price to return a subscription to: the given one or, if it was archived at the provider, an identical one.
 * @returns undefined for a price that isn't ours, or has another interval
 */
export async function findUsablePrice(
  db: OperatorWriter<'payments'>,
  provider: PaymentProvider,
  id: string,
  interval: BillingInterval,
): Promise<string | undefined> {
  const price = await db
    .selectFrom('tier_prices')
    .innerJoin('tiers', 'tiers.id', 'tier_id')
    .select(['tier_id', 'tiers.name', 'mode', 'amount', 'currency', 'tax'])
    .where('tier_prices.id', '=', id)
    .where('interval', '=', interval)
    .executeTakeFirst();
  if (!price) return undefined;
  const { name, ...terms } = price;
  const same = await db
    .selectFrom('tier_prices')
    .select('id')
    .where((where) => where.and({ ...terms, interval, is_archived: false }))
    .orderBy((order) => order('id', '=', id), 'desc')
    .execute();
  for (const { id: known } of same) {
    if (await provider.isPriceActive(known)) return known;
    await db.updateTable('tier_prices').set({ is_archived: true }).where('id', '=', known).execute();
  }
  const { tier_id, amount, currency, tax } = terms;
  const made = await provider.createPrice({ tier: { id: tier_id, name }, interval, amount, currency, tax });
  await db
    .insertInto('tier_prices')
    .values({ ...terms, id: made, interval, product_name: name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return made;
}
