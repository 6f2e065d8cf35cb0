-- Whether a member wants to be told by mail what happens to his plan; receipts and links he asked for come anyway.
alter table profiles add column wants_notes boolean not null default true;
