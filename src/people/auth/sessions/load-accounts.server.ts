import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Account, UserRow } from '../accounts/user-shape.ts';

/** An account's row, and whether it has second factors or identities. */
export type UserWithMore = UserRow & { has_more: boolean };

/** For queries that select from `auth.users` as `users`. */
export const hasMore: RawBuilder<boolean> = sql`exists (select from auth.factors factor where factor.user_id = users.id)
  or exists (select from auth.identities identity where identity.user_id = users.id)`;

/** Loads accounts with their factors and identities, in the order of `ids`. */
export async function loadAccounts(db: Database, ids: string[]): Promise<Account[]> {
  if (ids.length === 0) return [];
  const users = await db
    .selectFrom('auth.users')
    .selectAll()
    .select(hasMore.as('has_more'))
    .where('id', 'in', ids)
    .execute();
  const accounts = new Map((await addMore(db, users)).map((account) => [account.id, account]));
  return ids.flatMap((id) => accounts.get(id) ?? []);
}

/** Adds second factors and identities, which most accounts don't have. */
export async function addMore(db: Database, users: UserWithMore[]): Promise<Account[]> {
  const more = users.filter(({ has_more }) => has_more).map(({ id }) => id);
  const [factors, identities] = more.length > 0 ? await findMore(db, more) : [[], []];
  return users.map(({ has_more: _, ...user }) => {
    const isTheirs = (row: { user_id: string }) => row.user_id === user.id;
    return { ...user, factors: factors.filter(isTheirs), identities: identities.filter(isTheirs) };
  });
}

const findMore = (db: Database, ids: string[]) =>
  Promise.all([
    db
      .selectFrom('auth.factors')
      .select(['id', 'user_id', 'factor_type', 'friendly_name', 'status', 'created_at', 'updated_at'])
      .where('user_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    db.selectFrom('auth.identities').selectAll().where('user_id', 'in', ids).orderBy('created_at').execute(),
  ]);
