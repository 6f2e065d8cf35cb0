-- Addresses of the owner's that are told of what happens on the site.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null check (length(url) between 1 and 2000),
  note text not null default '' check (length(note) <= 200),
  events text[] not null check (cardinality(events) >= 1),
  is_enabled boolean not null default true,
  -- Encrypted. The former one signs too until its end.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  -- Attempts that have failed since one last succeeded, since when, and until when it is left alone.
  failures integer not null default 0,
  failing_since timestamptz,
  paused_until timestamptz,
  -- Set when the site has disabled it by itself.
  gave_up_at timestamptz,
  created_at timestamptz not null default now()
);

-- Events, written in the transaction of what caused it. `data` is public, without email addresses: that of `member_id` is
-- added when it is sent.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  subject text not null,
  data jsonb not null,
  member_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  -- What changes twice in one transaction is told once.
  transaction_id xid8 not null default pg_current_xact_id(),
  transaction_at timestamptz not null default now(),
  unique (transaction_id, transaction_at, type, subject)
);
create index webhook_events_created_at on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_events on delete cascade,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When a job last took it up; none has where it is null.
  queued_at timestamptz,
  -- An attempt is under way until then at most.
  leased_until timestamptz,
  first_failed_at timestamptz,
  last_attempt_at timestamptz,
  -- What came back: a status of HTTP, or why there is none.
  response_status integer,
  problem text,
  duration_ms integer,
  created_at timestamptz not null default clock_timestamp(),
  unique (event_id, endpoint_id)
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_pending on webhook_deliveries (queued_at nulls first) where status = 'pending';

create function wants_webhook(wanted text) returns boolean language sql stable as $$
  select exists (select from webhook_endpoints where is_enabled and wanted = any(events))
$$;

create function tell_webhooks(event_type text, event_subject text, event_member uuid, event_data jsonb) returns void language plpgsql as $$
declare
  told uuid;
begin
  insert into webhook_events (type, subject, member_id, data) values (event_type, event_subject, event_member, event_data)
    on conflict (transaction_id, transaction_at, type, subject) do update set data = excluded.data returning id into told;
  insert into webhook_deliveries (event_id, endpoint_id)
    select told, endpoint.id from webhook_endpoints endpoint where endpoint.is_enabled and event_type = any(endpoint.events)
    on conflict do nothing;
  perform pg_notify('webhooks_pending', '');
end $$;

-- Nothing of an item that visitors cannot see.
create function tell_webhooks_of_item() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_public boolean := tg_op <> 'DELETE' and new.status = 'published';
  is_playbook boolean := tg_table_name = 'playbooks';
  kind text := case when is_playbook then 'playbook' else 'prompt' end;
  event text;
  item jsonb;
begin
  event := case
    when is_public and not was_public then 'item.published'
    when was_public and not is_public then 'item.unpublished'
    when is_public and old.updated_at is distinct from new.updated_at then 'item.changed' end;
  if event is null or not wants_webhook(event) then return null; end if;
  item := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  perform tell_webhooks(event, kind || ' ' || (item ->> 'id'), null, jsonb_build_object('kind', kind) || case
    when event = 'item.unpublished' then jsonb_build_object('id', item -> 'id', 'slug', item -> 'slug')
    else jsonb_build_object(
      'id', item -> 'id', 'slug', item -> 'slug', 'title', item -> 'title', 'description', left(item ->> 'description', 500),
      'category', item -> 'category', 'tags', item -> 'tags', 'tier_access', item -> 'tier_access',
      'created_at', item -> 'created_at', 'updated_at', item -> 'updated_at') || case
        when is_playbook then jsonb_build_object('is_purchasable', item -> 'is_purchasable', 'price', item -> 'price')
        else jsonb_build_object('prompt_type', item -> 'prompt_type', 'difficulty', item -> 'difficulty') end end);
  return null;
end $$;
create trigger tell_webhooks after insert or delete or update of status, updated_at on prompts
  for each row execute function tell_webhooks_of_item();
create trigger tell_webhooks after insert or delete or update of status, updated_at on playbooks
  for each row execute function tell_webhooks_of_item();

-- Whoever is invited or has to confirm their address has joined once they have done so.
create function tell_webhooks_of_member() returns trigger language plpgsql as $$
begin
  if wants_webhook('member.joined') then
    perform tell_webhooks('member.joined', id::text, id, jsonb_build_object('joined_at', now()))
      from auth.users where id = new.id and email_confirmed_at is not null;
  end if;
  return null;
end $$;
create constraint trigger tell_webhooks after insert on profiles deferrable initially deferred
  for each row execute function tell_webhooks_of_member();
create trigger tell_webhooks after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function tell_webhooks_of_member();

-- A plan is what a member has, whichever way: a subscription, a gift, or one that the owner has given.
create function tell_webhooks_of_plan() returns trigger language plpgsql as $$
declare
  event text := case when old.tier_id is null then 'plan.started' when new.tier_id is null then 'plan.ended' else 'plan.changed' end;
begin
  if wants_webhook(event) then
    perform tell_webhooks(event, new.id::text, new.id, jsonb_build_object(
      'plan', (select jsonb_build_object('id', id, 'name', name, 'access_level', access_level) from tiers where id = new.tier_id),
      'former_plan', (select jsonb_build_object('id', id, 'name', name, 'access_level', access_level) from tiers where id = old.tier_id)));
  end if;
  return null;
end $$;
create trigger tell_webhooks_of_plan after update of tier_id on profiles for each row
  when (old.tier_id is distinct from new.tier_id) execute function tell_webhooks_of_plan();

-- The same plan, billed otherwise, canceled or resumed.
create function tell_webhooks_of_subscription() returns trigger language plpgsql as $$
begin
  if new.user_id is not null and wants_webhook('plan.changed') then
    perform tell_webhooks('plan.changed', new.user_id::text, new.user_id, jsonb_build_object(
      'plan', tier.plan, 'former_plan', tier.plan, 'interval', new.interval, 'is_canceled', new.cancel_at_period_end or new.cancel_at is not null,
      'current_period_end', new.current_period_end))
      from (select jsonb_build_object('id', id, 'name', name, 'access_level', access_level) as plan from tiers where id = new.tier_id) tier;
  end if;
  return null;
end $$;
create trigger tell_webhooks after update on subscriptions for each row when (
  new.status in ('active', 'trialing', 'past_due') and old.status in ('active', 'trialing', 'past_due') and old.tier_id = new.tier_id
  and (old.interval, old.cancel_at_period_end, old.cancel_at) is distinct from (new.interval, new.cancel_at_period_end, new.cancel_at))
  execute function tell_webhooks_of_subscription();

create function tell_webhooks_of_purchase() returns trigger language plpgsql as $$
begin
  if new.user_id is not null and wants_webhook('purchase.created') then
    perform tell_webhooks('purchase.created', new.checkout_id::text, new.user_id, jsonb_build_object(
      'id', new.checkout_id, 'amount', new.amount, 'currency', new.currency, 'mode', new.mode,
      'playbook', (select jsonb_build_object('id', id, 'slug', slug, 'title', title) from playbooks where id = new.playbook_id)));
  end if;
  return null;
end $$;
create trigger tell_webhooks after insert on playbook_payments for each row execute function tell_webhooks_of_purchase();

-- Members alone read comments: their text stays here.
create function tell_webhooks_of_comment() returns trigger language plpgsql as $$
declare
  item jsonb;
begin
  if new.status = 'visible' and wants_webhook('comment.created') then
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
create trigger tell_webhooks after insert on comments for each row execute function tell_webhooks_of_comment();
