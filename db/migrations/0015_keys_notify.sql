-- Every process hears of a new key, so that none goes on signing with a retired one.
create function announce_signing_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('signing_keys_changed', '');
  return null;
end $$;
create trigger announce_change after insert or delete or truncate or update
  on auth.signing_keys for each statement execute function announce_signing_keys();
