import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { OneTimeTokens } from './one-time-tokens.server.ts';

/**
 * One of the two addresses confirms the change; the second one makes it. Links that went to the address before no longer work then.
 * @returns `half` after the first; whether the account was a trial until now; undefined where there is nothing to change, or the address was taken meanwhile
 */
export async function confirmEmailChange(
  transaction: OperatorWriter<'accounts'>,
  oneTimeTokens: OneTimeTokens,
  userId: string,
  side: 'email_change_current' | 'email_change_new',
): Promise<'half' | { isNew: boolean } | undefined> {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['new_email', 'email_change_half', 'is_anonymous'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user?.new_email) return undefined;
  const account = transaction.updateTable('auth.users').where('id', '=', userId);
  if (user.email_change_half === null || user.email_change_half === side) {
    await account.set({ email_change_half: side }).execute();
    return 'half';
  }
  const taken = await transaction
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', user.new_email)
    .executeTakeFirst();
  if (taken) return undefined;
  await oneTimeTokens.forget(transaction, userId);
  await account
    .set({
      ...{ email: user.new_email, is_anonymous: false },
      ...{ email_verified_at: sql`now()`, updated_at: sql`now()` },
      // A trial becomes an account now.
      ...(user.is_anonymous ? { email_confirmed_at: sql`now()` } : {}),
    })
    .execute();
  await transaction.updateTable('profiles').set({ email: user.new_email }).where('id', '=', userId).execute();
  return { isNew: user.is_anonymous };
}
