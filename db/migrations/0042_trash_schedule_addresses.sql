-- What lies in the trash, or waits for its day, is a draft: everything that asks for published items leaves it out without knowing of it.
alter table prompts
  add column publish_at timestamptz,
  add column deleted_at timestamptz,
  add column deleted_status text check (deleted_status in ('draft', 'published')), -- what it goes back to
  add constraint prompts_hidden check (status = 'draft' or (publish_at is null and deleted_at is null)),
  add constraint prompts_trash check ((deleted_at is null) = (deleted_status is null) and (deleted_at is null or publish_at is null));
alter table playbooks
  add column publish_at timestamptz,
  add column deleted_at timestamptz,
  add column deleted_status text check (deleted_status in ('draft', 'published')),
  add constraint playbooks_hidden check (status = 'draft' or (publish_at is null and deleted_at is null)),
  add constraint playbooks_trash check ((deleted_at is null) = (deleted_status is null) and (deleted_at is null or publish_at is null));
create index prompts_publish_at on prompts (publish_at) where publish_at is not null;
create index playbooks_publish_at on playbooks (publish_at) where publish_at is not null;
create index prompts_deleted_at on prompts (deleted_at) where deleted_at is not null;
create index playbooks_deleted_at on playbooks (deleted_at) where deleted_at is not null;

-- Addresses that an item has had: they lead to the one it has now.
create table earlier_prompt_slugs (
  slug text primary key,
  item_id uuid not null references prompts on delete cascade,
  created_at timestamptz not null default now()
);
create index earlier_prompt_slugs_item on earlier_prompt_slugs (item_id);
create table earlier_playbook_slugs (
  slug text primary key,
  item_id uuid not null references playbooks on delete cascade,
  created_at timestamptz not null default now()
);
create index earlier_playbook_slugs_item on earlier_playbook_slugs (item_id);

-- What many rows were before they were changed together, so that it can be undone.
create table bulk_changes (
  id uuid primary key default gen_random_uuid(),
  collection text not null check (collection in ('prompts', 'playbooks')),
  before jsonb not null check (jsonb_typeof(before) = 'array'),
  changed_at timestamptz not null default now()                                    -- the updated_at that the rows have got
);
create index bulk_changes_changed_at on bulk_changes (changed_at);
