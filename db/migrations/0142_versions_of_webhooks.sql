-- Edits name the version that they are based on, as those of other records do.
alter table webhook_endpoints add column updated_at timestamptz not null default now();
