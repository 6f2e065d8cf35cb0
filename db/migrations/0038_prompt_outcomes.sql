-- Whether a version of a prompt has worked for a member, and with which model.
create table prompt_outcomes (
  prompt_id uuid not null references prompts on delete cascade,
  version integer not null check (version >= 1),
  user_id uuid not null references profiles on delete cascade,
  worked boolean not null,
  model text not null check (length(btrim(model)) between 1 and 60),
  model_key text not null generated always as (lower(regexp_replace(btrim(model), '[\s_-]+', ' ', 'g'))) stored,
  note text not null default '' check (length(note) <= 500),                        -- what went wrong, for the author
  updated_at timestamptz not null default now(),
  primary key (prompt_id, version, user_id)
);
create index prompt_outcomes_user_id on prompt_outcomes (user_id, updated_at desc);
