-- Accounts, sessions and keys of the GoTrue protocol served under /auth/v1.
create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  user_metadata jsonb not null default '{}',
  email_confirmed_at timestamptz,
  recovery_sent_at timestamptz,
  welcome_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id);

-- A token is found by its hash; the cipher text lets a second tab be answered with the active token.
create table auth.refresh_tokens (
  token_hash bytea primary key,
  token_encrypted bytea not null,
  session_id uuid not null references auth.sessions on delete cascade,
  parent_hash bytea,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id on auth.refresh_tokens (session_id);
create unique index refresh_tokens_one_active on auth.refresh_tokens (session_id) where revoked_at is null;

create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  purpose text not null check (purpose in ('recovery')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_tokens_user_id on auth.one_time_tokens (user_id);

create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Shared by all processes; lost in a crash on purpose (limits restart, nothing else does).
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
