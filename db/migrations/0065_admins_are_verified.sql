-- The operator has made admins: their first link from an email takes nothing from them.
update auth.users account
set email_verified_at = coalesce(account.email_confirmed_at, now())
from profiles profile
where profile.id = account.id and profile.role = 'admin' and account.email_verified_at is null;
