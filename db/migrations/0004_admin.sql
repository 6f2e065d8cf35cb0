-- The state of a plan that an editor has read: a later save of an older state is told so.
alter table tiers add column updated_at timestamptz not null default now();
