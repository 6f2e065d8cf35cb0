-- What members have filled into blanks, to be offered the next time a blank has that name.
create table blank_values (
  user_id uuid not null references profiles on delete cascade,
  key text not null check (length(key) between 1 and 200),                         -- the name as the parser compares it
  name text not null,
  value text not null check (length(value) between 1 and 2000),
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index blank_values_updated_at on blank_values (user_id, updated_at desc);
