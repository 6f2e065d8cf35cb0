import type { Database } from '#access/database.ts';
import { AuthError } from '../auth-error.ts';

type Reader = Pick<Database, 'selectFrom'>;

export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/** The ways into an account change one at a time. Take it before locking any of them: the other order would deadlock. */
export const lockAccount = (transaction: Reader, userId: string) =>
  transaction.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute();

/**
 * The same for somebody who is signed in. Whoever has ended their session meanwhile has ended what they would set up now, too.
 * @throws AuthError 403
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
