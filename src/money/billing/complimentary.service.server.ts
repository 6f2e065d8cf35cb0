import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { type BillingPolicy, recomputeEntitlements } from './recompute-entitlements.server.ts';

/**
 * Gives a member a complimentary tier, until a date or without an end; webhooks do not change it. `tier` is a name or an id;
 * 'none' removes the complimentary tier, so that only paid plans count.
 * @throws Error if there is no such member or tier.
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
    if (!member) throw new Error(`There is no account with the email ${email}.`);
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
    const [match] = tiers;
    const isRemoval = tier === 'none';
    if (!isRemoval && !match) throw new Error(`There is no tier called ${tier}.`);
    if (tiers.length > 1)
      throw new Error(
        `Several tiers are called ${tier}. Use one of these ids instead: ${tiers.map(({ id }) => id).join(', ')}`,
      );
    await transaction
      .updateTable('profiles')
      .set({
        complimentary_tier_id: isRemoval ? null : (match?.id ?? null),
        complimentary_until: isRemoval ? null : (until?.toISOString() ?? null),
      })
      .where('id', '=', member.id)
      .execute();
    await recomputeEntitlements(transaction, member.id, policy);
    return { name: isRemoval ? undefined : match?.name };
  });
}
