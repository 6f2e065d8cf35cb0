-- When money went back, and when a subscription stopped being paid: the provider's facts have no date for either.
alter table refunded_invoices add column reversed_at timestamptz;
alter table playbook_payments add column reversed_at timestamptz;
alter table subscriptions add column ended_at timestamptz;
create index subscription_invoices_paid_at on subscription_invoices (paid_at) where status = 'paid' and amount_paid > 0;

-- What went back before has the date of its payment.
update refunded_invoices reversed set reversed_at = coalesce(paid_at, created_at) from subscription_invoices invoice
  where invoice.id = reversed.id and (is_refunded or is_dispute_lost);
update playbook_payments set reversed_at = created_at where is_refunded or is_dispute_lost;
update subscriptions set ended_at = least(coalesce(cancel_at, current_period_end), now())
  where status not in ('trialing', 'active', 'past_due');

create function date_reversal() returns trigger language plpgsql as $$
begin
  new.reversed_at := case when new.is_refunded or new.is_dispute_lost then coalesce(new.reversed_at, now()) end;
  return new;
end $$;
create trigger date_reversal before insert or update on refunded_invoices for each row execute function date_reversal();
create trigger date_reversal before insert or update on playbook_payments for each row execute function date_reversal();

create function date_end_of_subscription() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.status not in ('trialing', 'active', 'past_due')
    then coalesce(new.ended_at, least(new.current_period_end, now())) end;
  return new;
end $$;
create trigger date_end before insert or update of status on subscriptions
  for each row execute function date_end_of_subscription();
