-- A gift ends with the account that redeemed it; its record stays.
create function end_gift() returns trigger language plpgsql as $$
begin
  new.ends_at := least(new.ends_at, new.revoked_at, now());
  return new;
end $$;
create trigger end_with_account before update of redeemed_by on gifts
  for each row when (old.redeemed_by is not null and new.redeemed_by is null) execute function end_gift();

-- When earlier accounts were deleted isn't known.
update gifts set ends_at = revoked_at where redeemed_at is not null and redeemed_by is null and ends_at > now();
