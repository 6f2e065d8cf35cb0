-- A plan can count reading against its daily limit too, not only copying.
alter table tiers add column reading_counts boolean not null default false;

-- What a member of such a plan has read or copied on a UTC day: each item counts once a day.
create table daily_reads (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  target_type text not null check (target_type in ('prompt', 'playbook')),
  target_id uuid not null,
  primary key (user_id, day, target_type, target_id)
);
