import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Role } from '#constants';

/** Team members with one of `roles` who can sign in. Others, such as suspended admins, get no emails for the team. */
export const selectTeam = (db: Database, roles: Role[]) =>
  db
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.id', 'profiles.email', 'locale'])
    .where('role', 'in', roles)
    .where('email_confirmed_at', 'is not', null)
    .where(sql<boolean>`coalesce(banned_until <= now(), true)`);
