-- What each invoice of a subscription paid for. While its money has gone back, it counts no longer.
create table subscription_invoices (
  id text primary key,                                                             -- Stripe's, in_…
  subscription_id text not null,
  status text not null,                                                            -- Stripe's word
  amount_paid integer not null check (amount_paid >= 0),                           -- in the currency's minor unit
  currency text not null check (currency ~ '^[a-z]{3}$'),
  lines jsonb not null,                                                            -- [{priceId, amount, startsAt, endsAt}]: minor unit; ISO 8601
  created_at timestamptz not null,
  paid_at timestamptz,
  read_number bigint not null
);
create index subscription_invoices_subscription_id on subscription_invoices (subscription_id);
insert into subscription_invoices (id, subscription_id, status, amount_paid, currency, lines, created_at, read_number)
  select refunded.id, refunded.subscription_id, 'paid', 0, 'usd', jsonb_build_array(jsonb_build_object('priceId', coalesce(price_id, ''),
    'amount', 0, 'startsAt', '1970-01-01T00:00:00Z', 'endsAt', to_jsonb(paid_until))), coalesce(current_period_start, now()), 0
  from refunded_invoices refunded left join subscriptions on subscriptions.id = refunded.subscription_id;

-- `notified` is the state that member and admins were last told about.
alter table refunded_invoices
  drop column paid_until,
  add column amount integer not null default 0 check (amount >= 0),                 -- in the currency's minor unit
  add column is_dispute_lost boolean not null default false,
  add column notified text not null default 'none' check (notified in ('none', 'refunded', 'disputed', 'dispute_lost'));
alter table refunded_invoices alter column amount drop default;
update refunded_invoices set notified = case when is_refunded then 'refunded' when is_disputed then 'disputed' else 'none' end;
alter table playbook_payments add column is_dispute_lost boolean not null default false;

alter table subscriptions
  add column quantity integer not null default 1 check (quantity > 0),
  add column is_ended_by_refund boolean not null default false;

-- Sandbox subscriptions count their periods from here.
update sandbox_objects set data = data || jsonb_build_object('anchor', coalesce(data -> 'trialEnd', data -> 'periodStart'))
  where kind = 'subscription';

-- The trial end and the prices that members were told about.
alter table subscriptions add column trial_reminder_for timestamptz;
create table announced_prices (
  tier_id uuid primary key references tiers on delete cascade,
  price integer not null
);
insert into announced_prices select id, price from tiers;
