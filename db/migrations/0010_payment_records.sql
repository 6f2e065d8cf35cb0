-- A payment that takes days, such as a bank debit: the checkout is finished, the money has not arrived.
alter table checkouts drop constraint checkouts_status_check;
alter table checkouts add constraint checkouts_status_check check (status in ('open', 'processing', 'complete', 'expired'));
drop index checkouts_one_open_subscription;
drop index checkouts_one_open_playbook;
create unique index checkouts_one_open_subscription on checkouts (user_id, mode)
  where kind = 'subscription' and status in ('open', 'processing');
create unique index checkouts_one_open_playbook on checkouts (user_id, mode, playbook_id)
  where kind = 'playbook' and status in ('open', 'processing');

-- Records of payments outlive the account they were made with, and no longer name it.
alter table billing_customers alter column user_id drop not null, drop constraint billing_customers_user_id_fkey,
  add constraint billing_customers_user_id_fkey foreign key (user_id) references profiles on delete set null;
alter table checkouts alter column user_id drop not null, drop constraint checkouts_user_id_fkey,
  add constraint checkouts_user_id_fkey foreign key (user_id) references profiles on delete set null;
alter table playbook_payments alter column user_id drop not null, drop constraint playbook_payments_user_id_fkey,
  add constraint playbook_payments_user_id_fkey foreign key (user_id) references profiles on delete set null;
alter table subscriptions alter column user_id drop not null, drop constraint subscriptions_user_id_fkey,
  add constraint subscriptions_user_id_fkey foreign key (user_id) references profiles on delete set null;
create index checkouts_user_id on checkouts (user_id);

-- They outlive the plan as well.
alter table checkouts drop constraint checkouts_tier_id_fkey, drop constraint checkouts_check,
  add constraint checkouts_tier_id_fkey foreign key (tier_id) references tiers on delete set null,
  add constraint checkouts_subject_check
    check ((kind = 'playbook') = (playbook_id is not null) and (kind = 'subscription') = (interval is not null));

-- Since when the provider no longer knows a subscription.
alter table subscriptions add column missing_since timestamptz;

-- An event that failed waits longer each time, and lets newer ones pass.
alter table billing_events add column next_attempt_at timestamptz not null default now();
drop index billing_events_unprocessed;
create index billing_events_unprocessed on billing_events (attempts, next_attempt_at) where processed_at is null;
