-- Whether everybody sees the first lines of the prompts that a plan is the cheapest to open.
alter table tiers add column shows_first_lines boolean not null default false;
