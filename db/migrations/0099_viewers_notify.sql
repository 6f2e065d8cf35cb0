-- Every process hears whose rights may have changed, so that it can remember who is behind a session. The payload is the account's
-- id; an empty one means everybody.
create function announce_viewer(user_id uuid) returns void language sql as $$
  select pg_notify('viewers_changed', coalesce(user_id::text, ''))
$$;

-- Rows that have gone or changed, of one account or of many.
create function announce_gone_sessions() returns trigger language plpgsql as $$
begin
  if (select count(*) from gone) > 1000 then
    perform announce_viewer(null);
  else
    perform announce_viewer(user_id) from (select distinct user_id from gone) as accounts;
  end if;
  return null;
end $$;
create trigger announce_viewers after delete on auth.sessions referencing old table as gone
  for each statement execute function announce_gone_sessions();

create function announce_account() returns trigger language plpgsql as $$
begin
  perform announce_viewer((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::uuid);
  return null;
end $$;
-- A refresh changes a session too, and nothing of what its viewer can do.
create trigger announce_change_of_session after update on auth.sessions for each row
  when ((old.user_id, old.aal) is distinct from (new.user_id, new.aal)) execute function announce_account('user_id');
create trigger announce_change_of_ban after update on auth.users for each row
  when (old.banned_until is distinct from new.banned_until) execute function announce_account('id');
create trigger announce_gone_profile after delete on profiles for each row execute function announce_account('id');
create trigger announce_change_of_rights after update on profiles for each row
  when ((old.role, old.tier_id, old.tier_until) is distinct from (new.role, new.tier_id, new.tier_until))
  execute function announce_account('id');
create trigger announce_viewer after insert or delete or update of status, user_id on auth.factors
  for each row execute function announce_account('user_id');

-- What counts for everybody, and tables that are emptied at once.
create function announce_all_viewers() returns trigger language plpgsql as $$
begin
  perform announce_viewer(null);
  return null;
end $$;
create trigger announce_viewers after insert or delete or truncate or update on tiers
  for each statement execute function announce_all_viewers();
create trigger announce_viewers after insert or delete or truncate or update on site_settings
  for each statement execute function announce_all_viewers();
create trigger announce_all_viewers after truncate on auth.sessions for each statement execute function announce_all_viewers();
create trigger announce_all_viewers after truncate on auth.users for each statement execute function announce_all_viewers();
create trigger announce_all_viewers after truncate on auth.factors for each statement execute function announce_all_viewers();
create trigger announce_all_viewers after truncate on profiles for each statement execute function announce_all_viewers();
