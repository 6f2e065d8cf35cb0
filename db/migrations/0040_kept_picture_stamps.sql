-- Kept texts of playbooks and members' own versions of prompts name pictures too.
alter table playbook_texts add column picture_stamps text[] not null generated always as (picture_stamps(body)) stored;
alter table my_versions add column picture_stamps text[] not null generated always as (picture_stamps(body)) stored;
create index playbook_texts_picture_stamps on playbook_texts using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
create index my_versions_picture_stamps on my_versions using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
