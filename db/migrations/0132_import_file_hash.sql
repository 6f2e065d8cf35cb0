-- Tells a file that is sent again from another one under the same id. Null where the file was gone before this column came.
alter table imports add column file_hash bytea check (octet_length(file_hash) = 32); -- SHA-256
update imports set file_hash = sha256(bytes) from import_files where import_id = id;
