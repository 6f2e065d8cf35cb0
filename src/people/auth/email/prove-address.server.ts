import { sql } from 'kysely';
import { lockMember } from '#access/lock-member.server.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { OneTimeTokens, Purpose } from './one-time-tokens.server.ts';

/**
 * Records that the owner followed an email, or a provider confirmed the address. If nobody had proved the address before, the account may
 * have been created by somebody else: its password, second factors, linked identities, sessions, keys and programs are removed. Whatever is
 * set up after that stays, whichever emails are followed.
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
  // A confirmed sign-up keeps the password that was chosen with it.
  const endsOthers = isFirst && purpose !== 'signup';
  // After recovery, the owner chooses the next password, which completes the proof of the address.
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

/** Removes every way into an account except its password, because they may be from somebody who never proved its address. */
export async function endOthers(
  transaction: OperatorWriter<'accounts'>,
  userId: string,
  kept: { sessionId?: string } = {},
) {
  await endOtherWays(transaction, userId);
  const sessions = transaction.deleteFrom('auth.sessions').where('user_id', '=', userId);
  await (kept.sessionId === undefined ? sessions : sessions.where('id', '!=', kept.sessionId)).execute();
}

/** The same, but sessions stay too. */
export async function endOtherWays(transaction: OperatorWriter<'accounts'>, userId: string): Promise<void> {
  // A key that is being created is deleted too, or refused.
  await lockMember(transaction, userId);
  for (const table of ways) await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
}
