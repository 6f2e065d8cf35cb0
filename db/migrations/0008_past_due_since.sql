-- Since when a subscription has not been paid: kept until it is, so that the days of grace are given once.
alter table subscriptions add column past_due_since timestamptz;
update subscriptions set past_due_since = current_period_start where status = 'past_due';
