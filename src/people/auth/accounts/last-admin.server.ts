import type { Database } from '#access/database.ts';
import { AppError } from '#platform/errors.ts';
import * as m from '../words/messages.ts';

/**
 * A site must keep at least one admin who can sign in. Both rows of each are locked, so that of two admins who act on each other at the same
 * moment the second one sees what the first has done.
 * @throws AppError 409 where `userId` is the only one
 */
export async function assertNotLastAdmin(transaction: Database, userId: string): Promise<void> {
  const admins = await transaction
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.id', 'email_confirmed_at', 'banned_until'])
    .where('profiles.role', '=', 'admin')
    .orderBy('profiles.id')
    .forUpdate()
    .execute();
  const now = new Date();
  const others = admins.filter(
    ({ id, email_confirmed_at, banned_until }) =>
      id !== userId && email_confirmed_at && !(banned_until && banned_until > now),
  );
  if (others.length === 0 && admins.some(({ id }) => id === userId))
    throw new AppError('conflict', m.refused_only_admin());
}
