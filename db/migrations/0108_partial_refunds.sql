-- What of a payment was refunded where that is not all of it. Of those before, the hourly comparison learns it.
alter table refunded_invoices add column refunded_amount integer not null default 0 check (refunded_amount >= 0);
alter table playbook_payments add column refunded_amount integer not null default 0 check (refunded_amount >= 0);

create or replace function date_reversal() returns trigger language plpgsql as $$
begin
  new.reversed_at := case when new.is_refunded or new.refunded_amount > 0 or new.is_dispute_lost
    then coalesce(new.reversed_at, now()) end;
  return new;
end $$;
