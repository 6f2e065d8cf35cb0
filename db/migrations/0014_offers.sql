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

-- Codes that give one person a tier for some time. A redeemed gift runs until ends_at, or waits while the member has as much or
-- more without it: `remaining` is then what is left, in
-- milliseconds, or null for all of it.
create table gifts (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$'),
  tier_id uuid references tiers on delete set null,
  months integer check (months between 1 and 120),
  days integer check (days between 1 and 3650),
  note text not null default '',
  redeem_by timestamptz,
  created_at timestamptz not null default now(),
  redeemed_by uuid references profiles on delete set null,
  redeemed_at timestamptz,
  ends_at timestamptz,
  remaining bigint,
  revoked_at timestamptz,
  check ((months is null) <> (days is null)),
  check (redeemed_at is not null or (redeemed_by is null and ends_at is null and remaining is null))
);
create index gifts_redeemed_by on gifts (redeemed_by) where redeemed_by is not null;
create index gifts_tier_id on gifts (tier_id);
create index gifts_created_at on gifts (created_at desc, id desc);
