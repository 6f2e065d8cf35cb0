-- A member who deletes their account isn't told in an email that their plan has ended.
alter table subscriptions
  add column is_ended_with_account boolean not null default false;                 -- canceled because the account is deleted
