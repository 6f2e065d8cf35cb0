-- The language that a member has chosen, or had when they first signed in. Emails are written in it.
alter table profiles add column locale text check (locale ~ '^[a-z]{2,3}$');
