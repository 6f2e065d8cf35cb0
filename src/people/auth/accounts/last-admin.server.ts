import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/**
 * A site must keep at least one admin who can sign in. Both rows of each are locked, so that of two admins who act on each other at the same
 * moment the second one sees what the first has done. For anybody else, admins are left to their work.
 * @throws AppError 409 where `userId` is the only one
 */
export async function assertNotLastAdmin(transaction: Database, userId: string): Promise<void> {
  const account = await transaction
    .selectFrom('profiles')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (account?.role !== 'admin') return;
  // The account before its profile, in the order that all code locks them.
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
