import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { nameTarget } from '#platform/audit-trail.server.ts';
import { isQuoted } from '#platform/env.server.ts';
import { hashPassword } from '../passwords/passwords.server.ts';
import { insertAccount, normalizeEmail } from './accounts.server.ts';

const generatePassword = () => randomBytes(12).toString('base64url');
const defaultEmail = 'admin@example.com';

/**
 * Makes an account an admin, and creates the account if there is none.
 * @returns the generated password if the account is new
 * @throws Error if `email` is not an email address
 */
export async function makeAdmin(
  db: OperatorWriter<'accounts'>,
  email: string,
): Promise<
  { email: string; isNew: false; isProved: boolean } | { email: string; isNew: true; password: string }
> {
  const address = normalizeEmail(email);
  if (!address) throw new Error(`${email} is not an email address.`);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const user = await insertAccount(transaction, {
      email: address,
      passwordHash,
      role: 'admin',
      state: 'verified',
    });
    if (user) return { email: address, isNew: true, password };
    const { id } = await transaction
      .updateTable('profiles')
      .set({ role: 'admin' })
      .where('email', '=', address)
      .returning('id')
      .executeTakeFirstOrThrow();
    nameTarget(id);
    const { email_verified_at } = await transaction
      .selectFrom('auth.users')
      .select('email_verified_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { email: address, isNew: false, isProved: email_verified_at !== null };
  });
}

/**
 * Creates the first admin if the site has none. @returns the account, if its password was generated
 * @throws Error with a message for the operator if `password` is in quotes, which would be a part of it
 */
export async function ensureFirstAdmin(
  db: OperatorWriter<'accounts'>,
  { email = defaultEmail, password }: { email: string | undefined; password: string | undefined },
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
    if (isQuoted(password)) throw new Error('ADMIN_PASSWORD must be a password, without quotes around it.');
    const initialPassword = password ?? generatePassword();
    const user = await insertAccount(transaction, {
      email,
      passwordHash: await hashPassword(initialPassword),
      role: 'admin',
      state: 'verified',
    });
    if (!user)
      await transaction.updateTable('profiles').set({ role: 'admin' }).where('email', '=', email).execute();
    return password || !user ? undefined : { email, password: initialPassword };
  });
}
