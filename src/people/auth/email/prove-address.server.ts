import { sql } from 'kysely';
import { lockMember } from '#access/lock-member.server.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { OneTimeTokens, Purpose } from './one-time-tokens.server.ts';

/**
 * The owner of the address has followed an email, or a provider has said that it is theirs. Whoever used an account before that never proved the address: their password,
 * second factors, linked identities, sessions, keys and programs end, because they may be somebody else's. What is set up after that stays,
 * whatever emails somebody reads.
 */
export async function proveAddress(
  transaction: OperatorWriter<'accounts'>,
  oneTimeTokens: OneTimeTokens,
  userId: string,
  purpose: Purpose | 'provider',
) {
  const before = await transaction
    .selectFrom('auth.users')
    .select(['email_verified_at', 'email_confirmed_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isFirst = before.email_verified_at === null;
  // A confirmation of a sign-up belongs to the password that was chosen with it.
  const endsOthers = isFirst && purpose !== 'signup';
  // Who recovers an account chooses the next password, and has proved the address with that.
  const choosesNext = purpose === 'recovery';
  await transaction
    .updateTable('auth.users')
    .set({
      email_confirmed_at: sql`coalesce(email_confirmed_at, now())`,
      ...(choosesNext ? {} : { email_verified_at: sql`now()` }),
      ...(endsOthers && !choosesNext ? { password_hash: null } : {}),
    })
    .where('id', '=', userId)
    .execute();
  if (endsOthers) {
    await endOthers(transaction, userId);
    if (before.email_confirmed_at === null)
      await transaction
        .deleteFrom('page_consents')
        .where('user_id', '=', userId)
        .where('place', '=', 'signup')
        .execute();
    await oneTimeTokens.forget(transaction, userId);
  }
  return { isNew: before.email_confirmed_at === null };
}

const ways = [
  ...(['api_keys', 'oauth_records'] as const),
  ...(['auth.factors', 'auth.recovery_codes', 'auth.passkeys', 'auth.identities'] as const),
];

/** Every way into an account but its password: those who never proved its address may have made them. */
export async function endOthers(
  transaction: OperatorWriter<'accounts'>,
  userId: string,
  kept: { sessionId?: string } = {},
) {
  // A key that is being made is deleted as well, or refused.
  await lockMember(transaction, userId);
  const sessions = transaction.deleteFrom('auth.sessions').where('user_id', '=', userId);
  await (kept.sessionId === undefined ? sessions : sessions.where('id', '!=', kept.sessionId)).execute();
  for (const table of ways) await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
}
