-- What happens on the site, counted without saying who did it. Each event is either here or in figure_sums, never in both.
create table figure_events (
  at timestamptz not null default now(),                                           -- of a first copy: when its member joined
  kind text not null check (kind in ('joined', 'left', 'first_copy', 'viewed', 'copied', 'saved', 'ran', 'missed')),
  -- The item's id; of a first copy how long it took ('hour', 'day', 'week', 'later'); of a search what was looked for.
  subject text not null default '' check (length(subject) <= 100),
  amount integer not null default 1 check (amount > 0)
);
create index figure_events_at on figure_events (at, kind, subject, amount);

-- By days of the site's time zone.
create table figure_sums (
  day date not null,
  kind text not null,
  subject text not null default '',
  amount bigint not null,
  primary key (day, kind, subject)
);

-- How the site stood at the end of a day, or stands today. Money in the currency's minor unit.
create table figure_days (
  day date not null,
  mode payment_mode,                                                               -- null where nothing can be sold
  members integer not null,
  paying integer not null,
  recurring bigint not null,                                                       -- a month
  primary key (day)
);

alter table auth.users
  add column joined_at timestamptz,                                                -- confirmed, and no trial
  add column first_copied_at timestamptz;
create index users_joined_at on auth.users (joined_at) where joined_at is not null;

update auth.users account set
  joined_at = case when email_confirmed_at is not null and not is_anonymous then created_at end,
  first_copied_at = (select min(created_at) from user_activity where user_id = account.id);

create function date_joining() returns trigger language plpgsql as $$
begin
  new.joined_at := now();
  return new;
end $$;
create trigger date_joining before insert or update of email_confirmed_at, is_anonymous on auth.users for each row
  when (new.joined_at is null and new.email_confirmed_at is not null and not new.is_anonymous) execute function date_joining();

create function count_joining() returns trigger language plpgsql as $$
begin
  insert into figure_events (kind, at) values ('joined', new.joined_at);
  return null;
end $$;
create trigger count_joining after insert on auth.users for each row
  when (new.joined_at is not null) execute function count_joining();
create trigger count_later_joining after update of email_confirmed_at, is_anonymous on auth.users for each row
  when (old.joined_at is null and new.joined_at is not null) execute function count_joining();

create function count_leaving() returns trigger language plpgsql as $$
begin
  insert into figure_events (kind) values ('left');
  return null;
end $$;
create trigger count_leaving after delete on auth.users for each row
  when (old.joined_at is not null) execute function count_leaving();

create function time_to_first_copy(joined timestamptz, copied timestamptz) returns text language sql immutable parallel safe as $$
  select case when copied <= joined + interval '1 hour' then 'hour' when copied <= joined + interval '24 hours' then 'day'
    when copied <= joined + interval '168 hours' then 'week' else 'later' end
$$;

create function count_copy() returns trigger language plpgsql as $$
declare
  joined timestamptz;
begin
  insert into figure_events (kind, subject) values ('copied', new.target_id);
  update auth.users set first_copied_at = new.created_at
    where id = new.user_id and first_copied_at is null and joined_at is not null returning joined_at into joined;
  if found then
    insert into figure_events (kind, subject, at) values ('first_copy', time_to_first_copy(joined, new.created_at), joined);
  end if;
  return null;
end $$;
create trigger count_copy after insert on user_activity for each row execute function count_copy();

create function count_saving() returns trigger language plpgsql as $$
begin
  insert into figure_events (kind, subject) values ('saved', new.target_id);
  return null;
end $$;
create trigger count_saving after insert on user_favorites for each row execute function count_saving();

create function count_run() returns trigger language plpgsql as $$
begin
  insert into figure_events (kind, subject) values ('ran', coalesce(new.prompt_id, new.playbook_id));
  return null;
end $$;
create trigger count_run after insert on history_entries for each row when (new.action = 'ran') execute function count_run();

-- What is known of the time before. Openings have never had a date.
insert into figure_events (kind, at) select 'joined', joined_at from auth.users where joined_at is not null;
insert into figure_events (kind, at, subject)
  select 'first_copy', joined_at, time_to_first_copy(joined_at, first_copied_at) from auth.users
  where joined_at is not null and first_copied_at is not null;
insert into figure_events (kind, at, subject) select 'copied', created_at, target_id from user_activity;
insert into figure_events (kind, at, subject) select 'saved', created_at, target_id from user_favorites;
insert into figure_events (kind, at, subject)
  select 'ran', at, coalesce(prompt_id, playbook_id) from history_entries where action = 'ran';
