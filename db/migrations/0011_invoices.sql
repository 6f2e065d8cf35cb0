-- Sandbox subscriptions count their periods from here.
update sandbox_objects set data = data || jsonb_build_object('anchor', coalesce(data -> 'trialEnd', data -> 'periodStart'))
  where kind = 'subscription';
