import type { Expression } from 'kysely';
import type { Database } from '#access/database.ts';
import { AuthError } from '../auth-error.ts';

type Reader = Pick<Database, 'selectFrom'>;

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/**
 * Serializes changes to the ways into an account. Call it before locking any of their rows, to avoid deadlocks.
 * @param userId the account, or a query that finds it by one of those rows
 */
export const lockAccount = (transaction: Reader, userId: string | Expression<string | null>) =>
  transaction.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute();

/**
 * The same for the signed-in owner. If their session has ended, whatever they were about to set up must end with it.
 * @throws AuthError 403 if the session has ended
 */
export async function lockOwnAccount(
  transaction: Reader,
  { user, session }: { user: { id: string }; session: { id: string } },
): Promise<void> {
  await lockAccount(transaction, user.id);
  const still = await transaction
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', session.id)
    .executeTakeFirst();
  if (!still) throw sessionNotFound();
}
