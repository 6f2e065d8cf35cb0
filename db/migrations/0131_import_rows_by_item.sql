-- An undo looks for earlier imports of the same item.
create index import_rows_item on import_rows (item_id) where saved_at is not null;
