import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { anonymousDomain } from '#constants';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { AuthError, emailExists } from '../auth-error.ts';
import { insertAccount } from './accounts.server.ts';

type Transaction = OperatorWriter<'accounts'>;

/** Creates a trial account. Its address is a placeholder until its owner adds a real one. */
export async function insertAnonymous(transaction: Transaction, metadata: JsonObject, agreed: AgreedTo) {
  const email = `guest-${randomBytes(6).toString('hex')}@${anonymousDomain}`;
  const user = await insertAccount(transaction, {
    email,
    passwordHash: null,
    metadata,
    agreed,
    isAnonymous: true,
  });
  if (!user) throw new AuthError(409, 'conflict', 'Please try again');
  return user;
}

/** Gives a trial account an address, which makes it a regular account. @throws AuthError 422 */
export async function nameAccount(
  transaction: Transaction,
  userId: string,
  email: string,
  { isProved }: { isProved: boolean },
): Promise<void> {
  const taken = await transaction
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', email)
    // The same request may have been sent twice.
    .where('id', '<>', userId)
    .executeTakeFirst();
  if (taken) throw emailExists();
  await transaction
    .updateTable('auth.users')
    .set({
      email,
      is_anonymous: false,
      new_email: null,
      email_change_half: null,
      email_confirmed_at: sql`now()`,
      ...(isProved ? { email_verified_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', userId)
    .execute();
  await transaction.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
}
