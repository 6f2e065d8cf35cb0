-- Tokens of the service role; one that is not here is no longer valid.
create table auth.service_tokens (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now()
);
