-- Discounts that members redeem with a code. Amounts are in the currency's minor unit. What was redeemed is in `checkouts`: an open
-- one holds its redemption, a completed one used it, an expired one has given it back.
create table offers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  percent_off integer check (percent_off between 1 and 100),
  amount_off integer check (amount_off > 0),
  currency currency_code,
  applies_to text not null check (applies_to in ('everything', 'plans', 'playbooks', 'chosen')),
  tier_ids uuid[] not null default '{}',
  playbook_ids uuid[] not null default '{}',
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  duration_months integer check (duration_months between 1 and 36),
  ends_at timestamptz,
  max_redemptions integer check (max_redemptions > 0),
  max_per_member integer check (max_per_member > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((percent_off is null) <> (amount_off is null) and (amount_off is null) = (currency is null)),
  check ((duration = 'repeating') = (duration_months is not null))
);

-- `amount` stays the price before the discount; `discount` is what the first payment is reduced by.
alter table checkouts
  add column offer_id uuid references offers on delete restrict,
  add column discount integer not null default 0 check (discount between 0 and amount);
create index checkouts_offer_id on checkouts (offer_id) where offer_id is not null;

-- The discount on a subscription's next payments, as the provider says; it may run out before them.
alter table subscriptions
  add column discount_percent double precision,
  add column discount_amount integer,
  add column discount_until timestamptz,
  add column checkout_id uuid references checkouts on delete set null;             -- the one that it began with
create index subscriptions_checkout_id on subscriptions (checkout_id) where checkout_id is not null;
