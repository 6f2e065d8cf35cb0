-- What people with a role, programs with the service role and the command line have done. Accounts are named by their ids, without a
-- reference: entries outlive them. Only the names of what was sent are kept, and short values that the endpoint lists.
create table audit_log (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('person', 'key', 'service', 'command')),
  actor_id uuid,
  -- As they were at that moment.
  actor_role text,
  actor_email text,
  action text not null,
  area text not null,
  target_id text,
  target text,
  fields text[] not null default '{}',
  details jsonb not null default '{}',
  request_id text
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id, created_at desc);
create index audit_log_target on audit_log (target_id, created_at desc);

-- Entries stay as they are, and for at least 730 days (retention.auditLog).
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.created_at < now() - interval '730 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log cannot be changed.' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger refuse_truncate before truncate on audit_log for each statement execute function refuse_audit_change();
