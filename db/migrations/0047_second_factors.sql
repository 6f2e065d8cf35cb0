-- Authenticator apps and recovery codes, and the kinds of devices from which an account was used.
create table auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text check (length(friendly_name) <= 100),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret_encrypted bytea not null,
  -- The newest half minute whose code was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index factors_user_id on auth.factors (user_id);

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  expires_at timestamptz not null
);
create index challenges_factor_id on auth.challenges (factor_id);
create index challenges_session_id on auth.challenges (session_id);

create table auth.recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index recovery_codes_user_id on auth.recovery_codes (user_id);

create table auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device text not null check (length(device) <= 100),
  seen_at timestamptz not null default now(),
  primary key (user_id, device)
);
