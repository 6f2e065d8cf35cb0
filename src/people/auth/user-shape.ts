import type { Selectable } from 'kysely';
import type { DB } from '#access/database.ts';

export type UserRow = Selectable<DB['auth.users']>;

/** The user in the GoTrue protocol. Unset fields are omitted, not null. */
export function toUser(row: UserRow) {
  const provider = 'email';
  const created_at = row.created_at.toISOString();
  const updated_at = row.updated_at.toISOString();
  const last = row.last_sign_in_at ? { last_sign_in_at: row.last_sign_in_at.toISOString() } : {};
  const confirmed = row.email_confirmed_at
    ? {
        email_confirmed_at: row.email_confirmed_at.toISOString(),
        confirmed_at: row.email_confirmed_at.toISOString(),
      }
    : {};
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.email,
    phone: '',
    ...confirmed,
    ...last,
    ...(row.recovery_sent_at ? { recovery_sent_at: row.recovery_sent_at.toISOString() } : {}),
    ...(row.banned_until ? { banned_until: row.banned_until.toISOString() } : {}),
    app_metadata: { provider, providers: [provider] },
    user_metadata: row.user_metadata,
    identities: [
      {
        identity_id: row.id,
        id: row.id,
        user_id: row.id,
        identity_data: {
          email: row.email,
          email_verified: row.email_confirmed_at !== null,
          phone_verified: false,
          sub: row.id,
        },
        provider,
        ...last,
        created_at,
        updated_at,
        email: row.email,
      },
    ],
    created_at,
    updated_at,
    is_anonymous: false,
  };
}
