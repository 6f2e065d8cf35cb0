-- The price of its plan that the member was last told of: many are told batch by batch.
alter table subscriptions add column told_price integer;
