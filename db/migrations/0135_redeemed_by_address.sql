-- What a member has redeemed counts after they have deleted their account: a keyed hash of the address, written before the deletion.
alter table checkouts add column member_hash bytea;
