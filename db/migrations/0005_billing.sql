-- Money. Amounts are integer cents. `mode` says whose world a row belongs to: the built-in sandbox, or Stripe with test or
-- live keys. Only rows of the site's current mode grant anything.
create domain payment_mode as text check (value in ('sandbox', 'test', 'live'));

-- A tier is given by `promptory member tier`, else it follows from subscriptions. tier_until is when tier_id has to be worked
-- out anew; from then on it counts as none.
alter table profiles
  add column complimentary_tier_id uuid references tiers on delete set null,
  add column complimentary_until timestamptz,
  add column tier_until timestamptz;
create index profiles_tier_until on profiles (tier_until) where tier_until is not null;
create index profiles_complimentary_tier_id on profiles (complimentary_tier_id) where complimentary_tier_id is not null;

create function current_tier_id(profile profiles) returns uuid
  language sql stable parallel safe
  return case when (profile).tier_until is null or (profile).tier_until > now() then (profile).tier_id end;

-- What is read from Stripe is numbered before it is asked for: an answer never overwrites one that was asked for later.
create sequence billing_reads;

create table billing_customers (
  id text primary key,                                                             -- Stripe's, cus_…
  mode payment_mode not null,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, mode)
);

-- Prices at Stripe, made from our tiers. A changed tier gets a new one; subscriptions that run keep theirs.
create table tier_prices (
  id text primary key,                                                             -- Stripe's, price_…
  mode payment_mode not null,
  tier_id uuid not null references tiers on delete cascade,
  interval text not null check (interval in ('month', 'year')),
  amount integer not null check (amount > 0),                                      -- cents a period
  created_at timestamptz not null default now(),
  unique (tier_id, mode, interval, amount)
);

-- What a member was sent to pay. Stripe's session carries this id and the member's; nothing is found by e-mail.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  mode payment_mode not null,
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('playbook', 'subscription')),
  playbook_id uuid references playbooks on delete cascade,
  tier_id uuid references tiers on delete cascade,
  interval text check (interval in ('month', 'year')),
  amount integer not null check (amount > 0),
  trial_days integer not null default 0,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  session_id text unique,                                                          -- Stripe's, cs_…
  url text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'playbook') = (playbook_id is not null) and (kind = 'subscription') = (tier_id is not null and interval is not null))
);
create unique index checkouts_one_open_subscription on checkouts (user_id, mode) where kind = 'subscription' and status = 'open';
create unique index checkouts_one_open_playbook on checkouts (user_id, mode, playbook_id) where kind = 'playbook' and status = 'open';
create index checkouts_playbook_id on checkouts (playbook_id) where playbook_id is not null;
create index checkouts_tier_id on checkouts (tier_id) where tier_id is not null;

-- Money that came in for a playbook. user_playbook_purchases follows from it.
create table playbook_payments (
  checkout_id uuid primary key references checkouts on delete cascade,
  mode payment_mode not null,
  user_id uuid not null references profiles on delete cascade,
  playbook_id uuid not null references playbooks on delete restrict,
  payment_intent_id text unique,                                                   -- Stripe's, pi_…; none where a code made it free
  amount integer not null check (amount >= 0),
  is_refunded boolean not null default false,
  is_disputed boolean not null default false,
  read_number bigint not null,
  created_at timestamptz not null default now()
);
create index playbook_payments_user_id on playbook_payments (user_id, playbook_id);
create index playbook_payments_playbook_id on playbook_payments (playbook_id);

create table subscriptions (
  id text primary key,                                                             -- Stripe's, sub_…
  mode payment_mode not null,
  user_id uuid not null references profiles on delete cascade,
  tier_id uuid references tiers on delete set null,
  customer_id text not null,
  item_id text not null,
  price_id text not null,
  status text not null,                                                            -- Stripe's word
  interval text not null check (interval in ('month', 'year')),
  amount integer not null check (amount >= 0),                                     -- cents a period
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  cancel_at timestamptz,
  trial_end timestamptz,
  read_number bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null default now()
);
create index subscriptions_user_id on subscriptions (user_id);
create index subscriptions_tier_id on subscriptions (tier_id);

-- Invoices of subscriptions whose money went back: what they paid for is closed until the paid period is over.
create table refunded_invoices (
  id text primary key,                                                             -- Stripe's, in_…
  subscription_id text not null,
  paid_until timestamptz not null,
  is_refunded boolean not null,
  is_disputed boolean not null,
  read_number bigint not null
);
create index refunded_invoices_subscription_id on refunded_invoices (subscription_id);

-- Every event that came with a right signature, once.
create table billing_events (
  id text primary key,                                                             -- Stripe's, evt_…
  mode payment_mode not null,
  type text not null,
  object_id text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  attempts integer not null default 0,
  processed_at timestamptz,
  outcome text,
  error text
);
create index billing_events_received_at on billing_events (received_at desc);
create index billing_events_unprocessed on billing_events (received_at) where processed_at is null;

-- The built-in sandbox's own world, for trying payments before there is an account at Stripe.
create table sandbox_objects (
  id text primary key,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
