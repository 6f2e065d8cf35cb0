import { sql } from 'kysely';

/** How and where a member signs in, for their data export. Contains no tokens, keys or codes that could open the account. */
export const signInExport = {
  identities: (userId: string) =>
    sql`select provider, provider_id, email, identity_data as data, created_at, last_sign_in_at
      from auth.identities where user_id = ${userId} order by created_at`,
  sessions: (userId: string) =>
    sql`select user_agent, address, aal, created_at, refreshed_at from auth.sessions where user_id = ${userId} order by created_at`,
  devices: (userId: string) =>
    sql`select device, seen_at from auth.known_devices where user_id = ${userId} order by seen_at`,
  passkeys: (userId: string) =>
    sql`select friendly_name as name, created_at, last_used_at from auth.passkeys where user_id = ${userId} order by created_at`,
  factors: (userId: string) =>
    sql`select friendly_name as name, factor_type as type, status, created_at from auth.factors where user_id = ${userId} order by created_at`,
};
