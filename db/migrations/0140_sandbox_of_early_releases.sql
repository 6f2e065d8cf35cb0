-- What the sandbox recorded before it had invoices and lost disputes: without these, its payments could be neither refunded nor compared.
insert into sandbox_objects (id, kind, data, created_at)
  select charge.data -> 'invoice' ->> 'id', 'invoice', jsonb_build_object(
    'subscriptionId', subscription.id, 'status', 'paid', 'total', charge.data -> 'amount', 'amountPaid', charge.data -> 'amount',
    'currency', charge.data -> 'currency', 'createdAt', paid_at, 'paidAt', paid_at, 'lines', jsonb_build_array(jsonb_build_object(
      'priceId', subscription.data -> 'priceId', 'amount', charge.data -> 'amount', 'startsAt', paid_at,
      'endsAt', charge.data -> 'invoice' -> 'paidUntil'))), charge.created_at
  from sandbox_objects charge join sandbox_objects subscription on subscription.id = charge.data -> 'invoice' ->> 'subscriptionId',
    to_char(charge.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as paid_at
  where charge.kind = 'charge' and charge.data -> 'invoice' ? 'paidUntil'
  on conflict do nothing;
update sandbox_objects set data = '{"isDisputeLost": false}' || data where kind = 'charge' and not data ? 'isDisputeLost';

-- A subscription without a trial counts its periods from its first day.
update sandbox_objects set data = data || jsonb_build_object('anchor', data -> 'createdAt')
  where kind = 'subscription' and data -> 'anchor' = 'null';
