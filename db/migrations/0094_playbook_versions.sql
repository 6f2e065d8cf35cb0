-- Each change of what a published playbook says (its description and its steps) makes a version. The current text stands in playbooks and
-- playbook_steps_new alone; earlier ones are kept once for equal texts.
alter table playbooks
  add column version integer not null default 1 check (version >= 1),
  add column version_at timestamptz not null default now(),                        -- when the current version was saved
  add column is_version_public boolean not null default false;                     -- whether its text has ever been published
update playbooks set version_at = created_at, is_version_public = (status = 'published');

create table playbook_version_texts (
  playbook_id uuid not null references playbooks on delete cascade,
  hash bytea not null,                                                             -- SHA-256 of the body as text in UTF-8
  body jsonb not null,                                                             -- as playbook_body() makes it
  picture_stamps text[] not null generated always as (picture_stamps(body::text)) stored,
  primary key (playbook_id, hash)
);
create index playbook_version_texts_picture_stamps on playbook_version_texts using gin (picture_stamps) with (fastupdate = off)
  where picture_stamps <> '{}';
create table playbook_versions (
  playbook_id uuid not null references playbooks on delete cascade,
  number integer not null check (number >= 1),
  hash bytea not null,
  saved_at timestamptz not null,
  primary key (playbook_id, number),
  foreign key (playbook_id, hash) references playbook_version_texts on delete cascade
);
create index playbook_versions_text on playbook_versions (playbook_id, hash);

-- What a published playbook said before the transaction that is changing it. Steps are written one by one: whether the text is another
-- one is known when all of it is there.
create unlogged table playbook_changes (
  playbook_id uuid primary key references playbooks on delete cascade,
  earlier jsonb not null
);

create function playbook_body(of_playbook uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('description', item.description, 'steps', (
      select coalesce(jsonb_agg(jsonb_build_object('title', step.title, 'description', step.description, 'prompts', step.prompts)
        order by step.step_order), '[]')
      from playbook_steps_new step where step.playbook_id = item.id))
  from playbooks item where item.id = of_playbook
$$;

create function remember_playbook() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_table_name = 'playbooks' then
    changed := old.id;
  elsif tg_op = 'DELETE' then
    changed := old.playbook_id;
  else
    changed := new.playbook_id;
  end if;
  insert into playbook_changes (playbook_id, earlier)
    select id, playbook_body(id) from playbooks where id = changed and is_version_public
      and not exists (select from playbook_changes known where known.playbook_id = changed)
    on conflict do nothing;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
create trigger remember_playbook before update of description on playbooks for each row execute function remember_playbook();
create trigger remember_playbook before insert or update or delete on playbook_steps_new
  for each row execute function remember_playbook();

-- At the end of the transaction, whoever has written.
create function keep_playbook_version() returns trigger language plpgsql as $$
declare
  changed uuid;
  item record;
  before jsonb;
  text_hash bytea;
begin
  if tg_table_name = 'playbooks' then
    changed := new.id;
  elsif tg_op = 'DELETE' then
    changed := old.playbook_id;
  else
    changed := new.playbook_id;
  end if;
  delete from playbook_changes where playbook_id = changed returning earlier into before;
  select status, version, version_at, is_version_public into item from playbooks where id = changed;
  if before is not null and before is distinct from playbook_body(changed) then
    text_hash := sha256(convert_to(before::text, 'UTF8'));
    insert into playbook_version_texts (playbook_id, hash, body) values (changed, text_hash, before) on conflict do nothing;
    insert into playbook_versions (playbook_id, number, hash, saved_at) values (changed, item.version, text_hash, item.version_at);
    update playbooks set version = version + 1, version_at = now(), is_version_public = (status = 'published') where id = changed;
  elsif item.status = 'published' and not item.is_version_public then
    update playbooks set version_at = now(), is_version_public = true where id = changed;
  end if;
  return null;
end $$;
create constraint trigger keep_version after insert or update of description, status on playbooks
  deferrable initially deferred for each row execute function keep_playbook_version();
create constraint trigger keep_version after insert or update or delete on playbook_steps_new
  deferrable initially deferred for each row execute function keep_playbook_version();

-- The steps of a playbook in a version of it; the current ones for null.
create function playbook_steps_at(of_playbook uuid, of_version integer)
  returns table (id uuid, step_order integer, title text, description text, prompts jsonb) language sql stable as $$
  select step.id, step.step_order, step.title, step.description, step.prompts
  from playbook_steps_new step join playbooks item on item.id = step.playbook_id
  where step.playbook_id = of_playbook and (of_version is null or of_version = item.version)
  union all
  select gen_random_uuid(), (step.place - 1)::integer, step.value ->> 'title', step.value ->> 'description', step.value -> 'prompts'
  from playbook_versions earlier join playbook_version_texts kept using (playbook_id, hash)
  cross join jsonb_array_elements(kept.body -> 'steps') with ordinality as step (value, place)
  where earlier.playbook_id = of_playbook and earlier.number = of_version
$$;

-- A run goes on with the steps that it was started with.
alter table playbook_runs add column version integer not null default 1 check (version >= 1);
