-- Imports on the web: a file, what would become of its rows or has become of them, and what it takes to undo that.
create table imports (
  id uuid primary key,
  name text not null,                                                              -- of the file
  kind text not null check (kind in ('csv', 'json', 'zip')),
  state text not null default 'checking'
    check (state in ('checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed')),
  settings jsonb not null,
  columns jsonb not null default '[]',                                             -- of the file: name, sample, field
  problem text,                                                                    -- why nothing can be imported
  total integer not null default 0,                                                -- rows of the file that can be read
  done integer not null default 0,                                                 -- of them, in what is under way
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz
);
create index imports_created_at on imports (created_at);
create index imports_created_by on imports (created_by);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  position integer not null,
  place text not null,                                                             -- in the file, for people
  kind text check (kind in ('prompt', 'playbook')),                                -- null where it cannot be read
  title text not null default '',
  outcome text not null check (outcome in ('created', 'changed', 'unchanged', 'duplicate', 'refused')),
  reason text,
  item_id uuid,
  saved_at timestamptz,                                                            -- the updated_at that the item has got
  undone text check (undone in ('restored', 'kept')),
  primary key (import_id, position)
);
create index import_rows_outcome on import_rows (import_id, outcome, position);

-- Both hold texts that not everybody may read.
create table import_files (
  import_id uuid primary key references imports on delete cascade,
  bytes bytea not null
);
create table import_before (
  import_id uuid not null references imports on delete cascade,
  item_id uuid not null,
  before jsonb not null,                                                           -- the row, and the steps of a playbook
  primary key (import_id, item_id)
);
