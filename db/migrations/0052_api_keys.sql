-- Keys by which a member's own programs act for them. A key is shown once; only its hash is kept.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- SHA-256 of the whole key.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- Its first characters, by which its owner recognizes it.
  hint text not null check (length(hint) <= 20),
  scopes text[] not null check (cardinality(scopes) >= 1),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_user_id on api_keys (user_id, created_at desc, id);
