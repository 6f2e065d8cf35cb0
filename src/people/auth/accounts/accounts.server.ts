import { sql } from 'kysely';
import type { WriterFor } from '#access/writable.server.ts';
import { emailAddress } from '#platform/contract/contract-fields.ts';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { recordConsents } from '#site/own-pages/public/consents.server.ts';
import { validationFailed } from '../auth-error.ts';
import type { UserRow } from './user-shape.ts';

type NewAccount = {
  /** By default a new one. */
  id?: string | undefined;
  email: string;
  passwordHash: string | null;
  metadata?: JsonObject;
  /** The pages the person agreed to in the form, with their versions. */
  agreed?: AgreedTo;
  role?: 'member' | 'admin';
  /** A trial account, whose address is generated. */
  isAnonymous?: boolean;
  /** `unconfirmed`: unusable until its owner follows an email. `verified`: the caller has checked that the address is theirs. */
  state?: 'unconfirmed' | 'confirmed' | 'verified';
};

/** @returns the address in the form that is stored; undefined if it isn't an email address */
export const normalizeEmail = (text: string) => emailAddress.safeParse(text.trim().toLowerCase()).data;

/** @returns the address in the form that is stored. @throws AuthError 400 if it isn't an email address */
export function requireEmail(text: string): string {
  const address = normalizeEmail(text);
  if (!address) throw validationFailed('Unable to validate email address: invalid format');
  return address;
}

/** Creates an account and its profile. @returns undefined if the address is taken. */
export async function insertAccount(
  transaction: WriterFor<'site', 'invite-members'>,
  {
    id,
    email,
    passwordHash,
    metadata = {},
    agreed = {},
    role = 'member',
    state = 'confirmed',
    isAnonymous = false,
  }: NewAccount,
): Promise<UserRow | undefined> {
  const user = await transaction
    .insertInto('auth.users')
    .values({
      ...(id === undefined ? {} : { id }),
      email,
      password_hash: passwordHash,
      is_anonymous: isAnonymous,
      user_metadata: JSON.stringify(metadata),
      email_confirmed_at: state === 'unconfirmed' ? null : sql`now()`,
      email_verified_at: state === 'verified' ? sql`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (user) {
    await transaction.insertInto('profiles').values({ id: user.id, email, role }).execute();
    await recordConsents(transaction, transaction, { userId: user.id, agreed, place: 'signup' });
  }
  return user;
}
