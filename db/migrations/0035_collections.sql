-- Prompts and playbooks that a member has put together, in their order.
create table collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 120),
  note text not null default '' check (length(note) <= 2000),
  link uuid unique,                                                                -- in the address that shares it; null: not shared
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index collections_user_id on collections (user_id, updated_at desc, id);

create table collection_items (
  id uuid primary key default gen_random_uuid(),
  collection_id uuid not null references collections on delete cascade,
  prompt_id uuid references prompts on delete cascade,
  playbook_id uuid references playbooks on delete cascade,
  position integer not null check (position >= 0),                                 -- 0-based; gaps are left by what is gone
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  check (num_nonnulls(prompt_id, playbook_id) = 1)
);
create unique index collection_items_prompt on collection_items (collection_id, prompt_id) where prompt_id is not null;
create unique index collection_items_playbook on collection_items (collection_id, playbook_id) where playbook_id is not null;
create index collection_items_position on collection_items (collection_id, position);
create index collection_items_prompt_id on collection_items (prompt_id) where prompt_id is not null;
create index collection_items_playbook_id on collection_items (playbook_id) where playbook_id is not null;
