-- A member working through a playbook. The texts of the steps stay with the playbook; a run has what its member adds.
create table playbook_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  playbook_id uuid references playbooks on delete set null,
  name text not null check (length(btrim(name)) between 1 and 200),
  "values" jsonb not null default '{}' check (jsonb_typeof("values") = 'object'),  -- by the keys of blanks
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index playbook_runs_user_id on playbook_runs (user_id, updated_at desc, id);
create index playbook_runs_playbook_id on playbook_runs (playbook_id);

create table playbook_run_steps (
  run_id uuid not null references playbook_runs on delete cascade,
  position integer not null check (position >= 0),                                 -- 0-based
  done boolean not null default false,
  result text not null default '' check (length(result) <= 100000),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (run_id, position)
);
