-- What the item's row was in the source that named it by its address, where `import_key` is the name of another source's row.
alter table prompts add column import_slug_hash text;
alter table playbooks add column import_slug_hash text;
