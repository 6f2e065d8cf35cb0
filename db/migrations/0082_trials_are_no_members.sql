-- Whoever tries the site has joined once they have an address.
create or replace function tell_webhooks_of_member() returns trigger language plpgsql as $$
begin
  if wants_webhook('member.joined') then
    perform tell_webhooks('member.joined', id::text, id, jsonb_build_object('joined_at', now()))
      from auth.users where id = new.id and email_confirmed_at is not null and not is_anonymous;
  end if;
  return null;
end $$;
drop trigger tell_webhooks on auth.users;
create trigger tell_webhooks after update of email_confirmed_at, is_anonymous on auth.users for each row when (
  (old.email_confirmed_at is null or old.is_anonymous) and new.email_confirmed_at is not null and not new.is_anonymous)
  execute function tell_webhooks_of_member();

-- Counts of members leave trials out.
create index users_anonymous on auth.users (id) where is_anonymous;
