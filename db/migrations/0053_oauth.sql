-- What the authorization server keeps: programs, grants, codes and tokens, each under the SHA-256 of its identifier, because the
-- identifier of a code or a token is the code or token itself.
create table oauth_records (
  model text not null check (length(model) <= 40),
  id_hash bytea not null check (octet_length(id_hash) = 32),
  payload jsonb not null,
  -- The id of the grant that a code or token was made under.
  grant_id text,
  -- Of sessions.
  uid text,
  user_id uuid references profiles on delete cascade,
  client_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  consumed_at timestamptz,
  last_used_at timestamptz,
  primary key (model, id_hash)
);
create index oauth_records_grant_id on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_uid on oauth_records (uid) where uid is not null;
create index oauth_records_user_id on oauth_records (user_id) where user_id is not null;
create index oauth_records_client_id on oauth_records (client_id) where client_id is not null;
create index oauth_records_expires_at on oauth_records (expires_at) where expires_at is not null;
