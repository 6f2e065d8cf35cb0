-- Security keys as second factors, passkeys that sign in by themselves, and what either has to sign.
alter table auth.factors
  add column factor_type text not null default 'totp' check (factor_type in ('totp', 'webauthn')),
  alter column secret_encrypted drop not null,
  add column credential_id bytea unique,
  add column public_key bytea,
  -- What the authenticator counted last: a copy of it counts behind.
  add column counter bigint not null default 0,
  add constraint factors_secret check (factor_type = 'webauthn' or secret_encrypted is not null);

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  friendly_name text not null check (length(friendly_name) <= 120),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id on auth.passkeys (user_id);

-- A challenge of a passkey has no factor, and one to sign in with has no session yet.
alter table auth.challenges
  alter column factor_id drop not null,
  alter column session_id drop not null,
  add column challenge text;
create index challenges_expires_at on auth.challenges (expires_at);
