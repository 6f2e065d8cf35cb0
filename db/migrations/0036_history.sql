-- What a member has viewed, copied and run. Texts stand where they are kept anyway: that of a prompt as one of its versions, that of a
-- playbook once for equal texts. They stay behind the gate of their item.
create table history_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  action text not null check (action in ('viewed', 'copied', 'ran')),
  prompt_id uuid references prompts on delete cascade,
  playbook_id uuid references playbooks on delete cascade,
  version integer,                                                                 -- of the prompt's text; null where it was not shown
  text_hash bytea,                                                                 -- of the playbook's text, SHA-256; null where it was not shown
  step integer check (step >= 0),                                                  -- what was copied out of a playbook, both 0-based
  prompt integer check (prompt >= 0),
  "values" jsonb check (jsonb_typeof("values") = 'object'),                        -- what stood in the blanks, by their keys
  run_id uuid references playbook_runs on delete set null,
  at timestamptz not null default now(),
  day date not null default (now() at time zone 'utc')::date,
  check (num_nonnulls(prompt_id, playbook_id) = 1)
);
create index history_entries_user_id on history_entries (user_id, at desc, id desc);
create index history_entries_at on history_entries (at);
create index history_entries_prompt_id on history_entries (prompt_id) where prompt_id is not null;
create index history_entries_playbook_id on history_entries (playbook_id) where playbook_id is not null;
create index history_entries_run_id on history_entries (run_id) where run_id is not null;
-- An item that is viewed again on the same day is viewed later.
create unique index history_entries_prompt_view on history_entries (user_id, prompt_id, day) where action = 'viewed';
create unique index history_entries_playbook_view on history_entries (user_id, playbook_id, day) where action = 'viewed';

create table playbook_texts (
  playbook_id uuid not null references playbooks on delete cascade,
  hash bytea not null,                                                             -- SHA-256 of the body in UTF-8
  body text not null,
  kept_at timestamptz not null default now(),                                      -- for the last time
  primary key (playbook_id, hash)
);
