-- Editors look after the catalog, support after members. What each may do stands in src/access/rules.ts.
alter table profiles drop constraint profiles_role_check;
alter table profiles add constraint profiles_role_check check (role in ('member', 'editor', 'support', 'admin'));
create index profiles_team on profiles (role) where role <> 'member';

-- Why an account is suspended, for the team alone.
alter table profiles add column suspension_note text check (length(suspension_note) <= 500);
