-- A new price is announced to many members batch by batch: which price, since when, and who has been reached.
alter table announced_prices add column announcing integer, add column started_at timestamptz;
alter table subscriptions add column told_at timestamptz;
