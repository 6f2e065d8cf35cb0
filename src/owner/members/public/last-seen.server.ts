import { sql } from 'kysely';

/** When someone was last here, by themselves or through a key or a program; for queries that name their account \`account\`. */
export const lastSeen = sql<Date | null>`greatest(account.last_sign_in_at,
  (select max(refreshed_at) from auth.sessions where user_id = account.id),
  (select max(at) from history_entries where user_id = account.id))`;
