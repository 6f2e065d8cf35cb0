import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/**
 * A site must keep at least one admin who can sign in. Locks the admins' accounts and profiles, so that if two admins act on each other at
 * the same moment, the second one sees the first one's change. Does nothing if `userId` isn't an admin.
 * @throws AppError 409 if `userId` is the only one
 */
export async function assertNotLastAdmin(transaction: Database, userId: string): Promise<void> {
  const account = await transaction
    .selectFrom('profiles')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (account?.role !== 'admin') return;
  // Accounts before profiles, the order in which all code locks them.
  const admins = await transaction
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select(['profiles.id', 'email_confirmed_at', 'banned_until'])
    .where('profiles.role', '=', 'admin')
    .orderBy('profiles.id')
    .forNoKeyUpdate()
    .execute();
  const now = new Date();
  const others = admins.filter(
    ({ id, email_confirmed_at, banned_until }) =>
      id !== userId && email_confirmed_at && !(banned_until && banned_until > now),
  );
  if (others.length === 0 && admins.some(({ id }) => id === userId))
    throw new AppError('conflict', m.refused_only_admin());
}
