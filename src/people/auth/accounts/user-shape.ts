import type { Selectable } from 'kysely';
import type { DB } from '#access/database.ts';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { Vault } from '#platform/secret.server.ts';

export type UserRow = Selectable<DB['auth.users']>;

type Factor = Pick<
  Selectable<DB['auth.factors']>,
  'id' | 'factor_type' | 'friendly_name' | 'status' | 'created_at' | 'updated_at'
>;
type Identity = Selectable<DB['auth.identities']>;
/** An account with its factors and identities, which are part of the user in the protocol. */
export type Account = UserRow & { factors: Factor[]; identities: Identity[] };

/** The email address counts as an identity too, unless the account is a trial, or is opened only by other providers. */
function identitiesOf({ identities, ...row }: Account) {
  const others = identities.map(({ id, provider, provider_id, email, identity_data, ...times }) => ({
    identity_id: id,
    id: provider_id,
    user_id: row.id,
    identity_data,
    provider,
    ...(times.last_sign_in_at ? { last_sign_in_at: times.last_sign_in_at.toISOString() } : {}),
    created_at: times.created_at.toISOString(),
    updated_at: times.updated_at.toISOString(),
    ...(email ? { email } : {}),
  }));
  if (row.is_anonymous || (!row.password_hash && others.length > 0)) return others;
  const sub = row.id;
  const own = {
    identity_id: row.id,
    id: row.id,
    user_id: row.id,
    identity_data: {
      email: row.email,
      email_verified: row.email_confirmed_at !== null,
      phone_verified: false,
      sub,
    },
    provider: 'email',
    ...(row.last_sign_in_at ? { last_sign_in_at: row.last_sign_in_at.toISOString() } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    email: row.email,
  };
  return [own, ...others];
}

/** The user in the GoTrue protocol. Unset fields are omitted, not null. */
export function toUser(account: Account) {
  const { factors, identities: _, ...row } = account;
  const identities = identitiesOf(account);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
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
    email: row.is_anonymous ? '' : row.email,
    phone: '',
    ...confirmed,
    ...last,
    ...(row.recovery_sent_at ? { recovery_sent_at: row.recovery_sent_at.toISOString() } : {}),
    ...(row.confirmation_sent_at ? { confirmation_sent_at: row.confirmation_sent_at.toISOString() } : {}),
    ...(row.invited_at ? { invited_at: row.invited_at.toISOString() } : {}),
    ...(row.new_email ? { new_email: row.new_email } : {}),
    ...(row.email_change_sent_at ? { email_change_sent_at: row.email_change_sent_at.toISOString() } : {}),
    ...(row.reauthentication_sent_at
      ? { reauthentication_sent_at: row.reauthentication_sent_at.toISOString() }
      : {}),
    ...(row.banned_until ? { banned_until: row.banned_until.toISOString() } : {}),
    app_metadata: {
      ...(row.app_metadata as JsonObject),
      ...(providers[0] ? { provider: providers[0], providers } : {}),
    },
    user_metadata: row.user_metadata,
    identities,
    ...(factors.length > 0
      ? {
          factors: factors.map(({ id, factor_type, friendly_name, status, ...times }) => ({
            id,
            status,
            factor_type,
            friendly_name: friendly_name ?? '',
            created_at: times.created_at.toISOString(),
            updated_at: times.updated_at.toISOString(),
          })),
        }
      : {}),
    created_at,
    updated_at,
    is_anonymous: row.is_anonymous,
  };
}

/**
 * The answer to a sign-up that waits for confirmation. It is the same for new and known addresses: it contains nothing of the account, and
 * repeated requests get the same id.
 */
export function inventedUser(vault: Vault, email: string, user_metadata: JsonObject) {
  const digits = vault.fingerprint(`invented user ${email}`).toString('hex');
  const id = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  const now = new Date();
  const none = {
    password_hash: null,
    banned_until: null,
    email_confirmed_at: null,
    email_verified_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_half: null,
    email_change_sent_at: null,
    welcome_sent_at: null,
    last_sign_in_at: null,
    invited_at: null,
    reauthentication_sent_at: null,
    joined_at: null,
    first_copied_at: null,
  };
  const row = {
    ...none,
    factors: [],
    identities: [],
    is_anonymous: false,
    app_metadata: {},
    id,
    email,
    user_metadata,
    confirmation_sent_at: now,
    created_at: now,
    updated_at: now,
  };
  return { ...toUser(row), identities: [] };
}
