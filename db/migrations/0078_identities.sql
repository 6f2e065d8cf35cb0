-- Accounts at other providers with which people sign in, and the ways there that are under way.
alter table auth.users
  add column is_anonymous boolean not null default false,
  -- What programs with the service role keep; it is part of access tokens.
  add column app_metadata jsonb not null default '{}';

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (length(provider) <= 40),
  -- The provider's own name for the person; an address may get another owner, this does not.
  provider_id text not null check (length(provider_id) <= 255),
  email text,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id);

create table auth.sign_in_flows (
  id uuid primary key default gen_random_uuid(),
  -- Fingerprints: of what the provider hands back, and of what only the browser that set out has.
  state_hash bytea not null unique,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  code_verifier_encrypted bytea not null,
  redirect_to text not null,
  -- Of the client, which exchanges the code: PKCE. Null where the tokens go into the address.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set where a signed-in account links an identity.
  link_session_id uuid references auth.sessions on delete cascade,
  returned_at timestamptz,
  code_hash bytea unique,
  user_id uuid references auth.users on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_flows_expires_at on auth.sign_in_flows (expires_at);
