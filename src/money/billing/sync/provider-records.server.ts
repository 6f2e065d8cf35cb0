import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { ActivePayments } from './active-payments.server.ts';

/** At most this many of each kind per run; the next run continues. */
const runSize = 100;

/**
 * Tells the provider about renamed plans and changed email addresses. The last values sent are stored next to the ids, so that a missed
 * change is sent later. @returns a line about each that couldn't be sent
 */
export async function tellProvider(
  db: OperatorWriter<'payments'>,
  { provider }: ActivePayments,
): Promise<string[]> {
  const { mode } = provider;
  const failures: string[] = [];
  const attempt = (what: string, work: () => Promise<unknown>) =>
    work().catch((error: Error) =>
      failures.push(`${what} could not be changed at the provider: ${error.message}`),
    );

  const customers = await db
    .selectFrom('billing_customers')
    .innerJoin('profiles', 'profiles.id', 'billing_customers.user_id')
    .select(['billing_customers.id', 'profiles.email'])
    .where('mode', '=', mode)
    .where('billing_customers.email', 'is distinct from', sql<string>`profiles.email`)
    .limit(runSize)
    .execute();
  for (const { id, email } of customers)
    await attempt(`customer ${id}`, async () => {
      await provider.updateCustomer(id, { email });
      await db.updateTable('billing_customers').set({ email }).where('id', '=', id).execute();
    });

  const tiers = await db
    .selectFrom('tiers')
    .select(['id', 'name'])
    .where((where) =>
      where.exists(
        where
          .selectFrom('tier_prices')
          .select('tier_prices.id')
          .whereRef('tier_prices.tier_id', '=', 'tiers.id')
          .where('mode', '=', mode)
          .where('product_name', 'is distinct from', sql<string>`tiers.name`),
      ),
    )
    .limit(runSize)
    .execute();
  for (const { id, name } of tiers)
    await attempt(`tier ${id}`, async () => {
      await provider.renameTier({ id, name });
      await db
        .updateTable('tier_prices')
        .set({ product_name: name })
        .where('tier_id', '=', id)
        .where('mode', '=', mode)
        .execute();
    });
  return failures;
}
