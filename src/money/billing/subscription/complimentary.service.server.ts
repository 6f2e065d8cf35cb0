import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { findAccount } from '#people/auth/public/find-account.server.ts';
import { hasValues } from '#platform/database/record-version.server.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import {
  type BillingPolicy,
  endComplimentary,
  recomputeEntitlements,
} from './recompute-entitlements.server.ts';

/**
 * Gives a member a tier until a time (UTC ISO 8601) or without an end, or takes it back. Paid plans still count. When it is taken back, a
 * plan that became free and was waiting takes its place.
 */
export async function setComplimentary(
  transaction: OperatorWriter<'payments'>,
  policy: BillingPolicy,
  userId: string,
  given: { tierId: string; until: string | null } | null,
): Promise<void> {
  const values = {
    complimentary_tier_id: given?.tierId ?? null,
    complimentary_until: given?.until ?? null,
    // A plan without an end can't be followed by another.
    ...((given?.until ?? null) === null && { complimentary_next_tier_id: null }),
  };
  if (!(await hasValues(transaction, { table: 'profiles', id: userId }, values))) {
    if (given) await transaction.updateTable('profiles').set(values).where('id', '=', userId).execute();
    else await endComplimentary(transaction, sql`id = ${userId}`);
  }
  await recomputeEntitlements(transaction, userId, policy);
}

/** Takes a tier that is about to be deleted from everyone who was given it. Members who may have another plan get that at once. */
export async function withdrawComplimentary(
  transaction: OperatorWriter<'payments'>,
  policy: BillingPolicy,
  tierId: string,
): Promise<void> {
  const members = await endComplimentary(transaction, sql`complimentary_tier_id = ${tierId}`);
  const { rows } = await sql<{ id: string }>`
    select id from profiles where id = any(${members}) and (complimentary_tier_id is not null
      or exists (select from subscriptions where user_id = profiles.id) or exists (select from gifts where redeemed_by = profiles.id))`.execute(
    transaction,
  );
  for (const { id } of rows) await recomputeEntitlements(transaction, id, policy);
  // The others lose the tier now, while webhook events can still include its name.
  await sql`update profiles set tier_id = null, tier_until = null where tier_id = ${tierId}`.execute(
    transaction,
  );
}

/**
 * Gives a member a complimentary tier, until a date or without an end; payment events don't change it. `tier` is a name or an id; 'none'
 * removes the complimentary tier, so that only paid plans count.
 * @throws Error if there is no such member or tier
 */
export async function giveTier(
  db: OperatorWriter<'payments'>,
  policy: BillingPolicy,
  { email, tier, until }: { email: string; tier: string; until: Date | null },
): Promise<{ name: string | undefined }> {
  return db.transaction().execute(async (transaction) => {
    const member = await findAccount(transaction, email);
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
    const given = isRemoval || !match ? null : { tierId: match.id, until: isoOrNull(until) };
    await setComplimentary(transaction, policy, member.id, given);
    return { name: isRemoval ? undefined : match?.name };
  });
}
