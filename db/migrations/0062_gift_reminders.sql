-- When the admins were told that nobody has redeemed this gift yet.
alter table gifts add column reminded_at timestamptz;
create index gifts_unredeemed on gifts (created_at) where redeemed_at is null and revoked_at is null and reminded_at is null;
