-- What an import has changed can be put back, with its pictures. Browsers take line breaks out of addresses; JSON writes them as two characters.
alter table import_before add column picture_stamps text[] not null
  generated always as (picture_stamps(regexp_replace(before::text, '\\[nrt]', '', 'g'))) stored;
create index import_before_picture_stamps on import_before using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
-- How often a check has begun: one that ends its process is not tried forever.
alter table imports add column attempts integer not null default 0;
