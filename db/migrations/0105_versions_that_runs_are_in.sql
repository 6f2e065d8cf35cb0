-- What a playbook said while it was not published is a version too where a run is in it; whose run it is can read it, and nobody else.
alter table playbook_versions add column is_public boolean not null default true;

create or replace function remember_playbook() returns trigger language plpgsql as $$
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
    select item.id, playbook_body(item.id) from playbooks item where item.id = changed
      and (item.is_version_public
        or exists (select from playbook_runs run where run.playbook_id = item.id and run.version = item.version))
      and not exists (select from playbook_changes known where known.playbook_id = changed)
    on conflict do nothing;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

create or replace function keep_playbook_version() returns trigger language plpgsql as $$
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
    insert into playbook_versions (playbook_id, number, hash, saved_at, is_public)
      values (changed, item.version, text_hash, item.version_at, item.is_version_public);
    update playbooks set version = version + 1, version_at = now(), is_version_public = (status = 'published') where id = changed;
  elsif item.status = 'published' and not item.is_version_public then
    update playbooks set version_at = now(), is_version_public = true where id = changed;
  end if;
  return null;
end $$;
