-- Whether the provider has ended a subscription because a payment failed: then what is paid for stays to its end.
alter table subscriptions add column is_ended_unpaid boolean not null default false;
