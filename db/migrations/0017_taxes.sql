-- Whether a price contains the tax; unspecified where there is none.
alter table tier_prices
  add column tax text not null default 'unspecified' check (tax in ('unspecified', 'exclusive', 'inclusive'));
drop index tier_prices_one_sold;
create unique index tier_prices_one_sold on tier_prices (tier_id, mode, interval, amount, currency, tax) where not is_archived;
-- The price before discount and tax, and what these came to; no price where it was paid before these were kept.
alter table playbook_payments
  add column subtotal integer,
  add column discount integer not null default 0,
  add column tax integer not null default 0;
-- What the provider charges next, where a discount or a tax changes the price.
alter table subscriptions add column next_amount integer;
