-- The currency of every amount: ISO 4217 in lowercase, as Stripe writes it. Amounts are in its minor unit.
create domain currency_code as text check (value ~ '^[a-z]{3}$');
alter table tier_prices
  add column currency currency_code not null default 'usd',
  drop constraint tier_prices_tier_id_mode_interval_amount_key,
  add unique (tier_id, mode, interval, amount, currency);
alter table checkouts add column currency currency_code not null default 'usd';
alter table playbook_payments add column currency currency_code not null default 'usd';
alter table subscriptions add column currency currency_code not null default 'usd';
update sandbox_objects set data = data || '{"currency": "usd"}' where not data ? 'currency';
