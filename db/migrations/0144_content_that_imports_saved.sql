-- What an item was when an import had saved it: an undo leaves items that have been edited since.
alter table import_rows
  add column saved_hash bytea,                                                     -- of its content, without its categories
  add column saved_category text;                                                  -- as they were called then
