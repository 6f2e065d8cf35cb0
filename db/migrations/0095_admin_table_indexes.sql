-- An admin's table leaves out what is in the trash: with that said, its rows are found, counted and counted off in an index alone.
create index prompts_kept_newest on prompts (created_at desc, id desc) where deleted_at is null;
create index playbooks_kept_newest on playbooks (created_at desc, id desc) where deleted_at is null;
create index prompts_kept_by_title on prompts (lower(title), id desc) where deleted_at is null;
drop index prompts_all_newest;
drop index playbooks_all_newest;
