import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { insertAccount, normalAddress } from './accounts.server.ts';
import { hashPassword } from './passwords.server.ts';

const makePassword = () => randomBytes(12).toString('base64url');
const defaultAddress = 'admin@example.com';

/**
 * Makes an account an admin's, creating it where there is none.
 * @returns for a new account the password that was made for it.
 * @throws Error where the text is no e-mail address.
 */
export async function makeAdmin(
  db: OperatorWriter<'accounts'>,
  email: string,
): Promise<{ email: string; isNew: false } | { email: string; isNew: true; password: string }> {
  const address = normalAddress(email);
  if (!address) throw new Error(`${email} is not an e-mail address.`);
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const user = await insertAccount(transaction, { email: address, passwordHash, role: 'admin' });
    if (user) return { email: address, isNew: true, password };
    await transaction.updateTable('profiles').set({ role: 'admin' }).where('email', '=', address).execute();
    return { email: address, isNew: false };
  });
}

/** Makes the first admin where the site has none. @returns what to tell the operator, once. */
export async function ensureFirstAdmin(
  db: OperatorWriter<'accounts'>,
  { email = defaultAddress, password }: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table profiles in share row exclusive mode`.execute(transaction);
    const admin = await transaction
      .selectFrom('profiles')
      .select('id')
      .where('role', '=', 'admin')
      .limit(1)
      .executeTakeFirst();
    if (admin) return undefined;
    const made = password ?? makePassword();
    const user = await insertAccount(transaction, {
      email,
      passwordHash: await hashPassword(made),
      role: 'admin',
    });
    if (!user)
      await transaction.updateTable('profiles').set({ role: 'admin' }).where('email', '=', email).execute();
    return password || !user ? undefined : { email, password: made };
  });
}
