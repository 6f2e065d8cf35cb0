import type { Database } from '#access/database.ts';
import { nameTarget } from '#platform/audit-trail.server.ts';
import { normalizeEmail } from '../accounts/accounts.server.ts';

/** The account that a command is about. @throws Error if there is none with this address */
export async function findAccount(db: Database, email: string): Promise<{ id: string }> {
  const account = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', normalizeEmail(email) ?? '')
    .executeTakeFirst();
  if (!account) throw new Error(`There is no account with the email ${email}.`);
  nameTarget(account.id);
  return account;
}
