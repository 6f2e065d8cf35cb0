import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { type BillingPolicy, recomputeEntitlements } from './recompute-entitlements.server.ts';

/**
 * Gives a member a tier for nothing, to its end or for good; webhooks do not touch it. `tier` is a name or an id; 'none' takes the
 * gift back, and what is paid for counts again.
 * @throws Error where there is no such member or tier.
 */
export async function giveTier(
  db: OperatorWriter<'payments'>,
  policy: BillingPolicy,
  { email, tier, until }: { email: string; tier: string; until: Date | null },
): Promise<{ name: string | undefined }> {
  return db.transaction().execute(async (transaction) => {
    const member = await transaction
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!member) throw new Error(`There is no account of ${email}.`);
    const tiers = await transaction
      .selectFrom('tiers')
      .select(['id', 'name'])
      .where((where) =>
        where.or([
          where(sql<string>`id::text`, '=', tier),
          where(sql<string>`lower(name)`, '=', tier.toLowerCase()),
        ]),
      )
      .execute();
    const [found] = tiers;
    const isTakenBack = tier === 'none';
    if (!isTakenBack && !found) throw new Error(`There is no tier called ${tier}.`);
    if (tiers.length > 1)
      throw new Error(
        `Several tiers are called ${tier}; name one by its id: ${tiers.map(({ id }) => id).join(', ')}`,
      );
    await transaction
      .updateTable('profiles')
      .set({
        complimentary_tier_id: isTakenBack ? null : (found?.id ?? null),
        complimentary_until: isTakenBack ? null : (until?.toISOString() ?? null),
      })
      .where('id', '=', member.id)
      .execute();
    await recomputeEntitlements(transaction, member.id, policy);
    return { name: isTakenBack ? undefined : found?.name };
  });
}
