-- A change of plan that waits until its payment is confirmed, and the provider's page where a payment is to be confirmed.
alter table subscriptions
  add column pending_price_id text,
  add column pending_until timestamptz,
  add column action_url text,
  add column trial_refused boolean not null default false;                         -- its card had used a trial before

-- One trial a person: keyed hashes of the addresses and cards that have used theirs. They outlive the accounts.
create table trial_uses (
  mode payment_mode not null,
  kind text not null check (kind in ('email', 'card')),
  hash bytea not null,
  used_by bytea not null,                                                          -- of the subscription's id
  created_at timestamptz not null default now(),
  primary key (mode, kind, hash)
);

-- A price that was archived at the provider stays for its subscriptions; another one is sold.
alter table tier_prices
  add column is_archived boolean not null default false,
  add column product_name text,                                                    -- what the provider was last told
  drop constraint tier_prices_tier_id_mode_interval_amount_currency_key;
create unique index tier_prices_one_sold on tier_prices (tier_id, mode, interval, amount, currency) where not is_archived;
alter table billing_customers add column email text;                               -- what the provider was last told
