-- A member's own, edited copies of prompts. They stay their member's, whatever their plan is, and without the original too.
create table my_versions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  prompt_id uuid references prompts on delete set null,
  base_version integer not null check (base_version >= 1),                         -- of the original, as it was taken in last
  name text not null check (length(btrim(name)) between 1 and 300),
  body text not null check (length(body) <= 1000000),
  "values" jsonb not null default '{}' check (jsonb_typeof("values") = 'object'),  -- by the keys of blanks
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
create index my_versions_user_id on my_versions (user_id, updated_at desc, id);
create index my_versions_prompt_id on my_versions (prompt_id);
