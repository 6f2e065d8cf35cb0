-- Nothing that a trial account does is told: its address is made up.
create or replace function tell_webhooks(event_type text, event_subject text, event_member uuid, event_data jsonb) returns void language plpgsql as $$
declare
  told uuid;
begin
  if exists (select from auth.users where id = event_member and is_anonymous) then return; end if;
  insert into webhook_events (type, subject, member_id, data) values (event_type, event_subject, event_member, event_data)
    on conflict (transaction_id, transaction_at, type, subject) do update set data = excluded.data returning id into told;
  insert into webhook_deliveries (event_id, endpoint_id)
    select told, endpoint.id from webhook_endpoints endpoint where endpoint.is_enabled and event_type = any(endpoint.events)
    on conflict do nothing;
  perform pg_notify('webhooks_pending', '');
end $$;

-- Comments name their author by hand, and no member.
create or replace function tell_webhooks_of_comment() returns trigger language plpgsql as $$
declare
  item jsonb;
begin
  if new.status = 'visible' and wants_webhook('comment.created')
    and not exists (select from auth.users where id = new.author_id and is_anonymous) then
    if new.target_type = 'prompt' then
      select jsonb_build_object('kind', 'prompt', 'id', id, 'slug', slug, 'title', title) into item
        from prompts where id = new.target_id and status = 'published';
    else
      select jsonb_build_object('kind', 'playbook', 'id', id, 'slug', slug, 'title', title) into item
        from playbooks where id = new.target_id and status = 'published';
    end if;
    perform tell_webhooks('comment.created', new.id::text, null, jsonb_build_object('id', new.id, 'is_reply', new.parent_id is not null,
      'item', item, 'author', (select split_part(email, '@', 1) from profiles where id = new.author_id)));
  end if;
  return null;
end $$;

-- A trial that becomes a member may already have a plan.
create function tell_webhooks_of_kept_plan() returns trigger language plpgsql as $$
begin
  if wants_webhook('plan.started') then
    perform tell_webhooks('plan.started', new.id::text, new.id, jsonb_build_object(
      'plan', jsonb_build_object('id', tier.id, 'name', tier.name, 'access_level', tier.access_level), 'former_plan', null))
      from profiles join tiers tier on tier.id = profiles.tier_id where profiles.id = new.id;
  end if;
  return null;
end $$;
create trigger tell_webhooks_of_kept_plan after update of is_anonymous on auth.users for each row
  when (old.is_anonymous and not new.is_anonymous) execute function tell_webhooks_of_kept_plan();

-- What was told of trials before is not sent again.
delete from webhook_events where member_id in (select id from auth.users where is_anonymous);
delete from webhook_events where type = 'comment.created' and subject in (
  select comments.id::text from comments join auth.users on users.id = comments.author_id where users.is_anonymous);
