-- What an author has said about the blanks of a prompt, in their order.
alter table prompts add column blanks jsonb not null default '[]' check (jsonb_typeof(blanks) = 'array');

-- Each change of a text that was published makes a version. The current text stands in prompts alone; earlier ones are kept once
-- for equal texts.
alter table prompts
  add column version integer not null default 1 check (version >= 1),
  add column version_at timestamptz not null default now(),                        -- when the current version was saved
  add column is_version_public boolean not null default false;                     -- whether its text has ever been published
update prompts set version_at = created_at, is_version_public = (status = 'published');

create table prompt_texts (
  prompt_id uuid not null references prompts on delete cascade,
  hash bytea not null,                                                             -- SHA-256 of the body in UTF-8
  body text not null,
  picture_stamps text[] not null generated always as (picture_stamps(body)) stored,
  primary key (prompt_id, hash)
);
create index prompt_texts_picture_stamps on prompt_texts using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
create table prompt_versions (
  prompt_id uuid not null references prompts on delete cascade,
  number integer not null check (number >= 1),
  hash bytea not null,
  saved_at timestamptz not null,
  primary key (prompt_id, number),
  foreign key (prompt_id, hash) references prompt_texts on delete cascade
);
create index prompt_versions_text on prompt_versions (prompt_id, hash);

-- Whoever writes: an admin, an import, or somebody in the database itself.
create function keep_prompt_version() returns trigger language plpgsql as $$
declare
  text_hash bytea;
begin
  if tg_op = 'UPDATE' and new.prompt_body is distinct from old.prompt_body then
    if old.is_version_public then
      text_hash := sha256(convert_to(old.prompt_body, 'UTF8'));
      insert into prompt_texts (prompt_id, hash, body) values (old.id, text_hash, old.prompt_body) on conflict do nothing;
      insert into prompt_versions (prompt_id, number, hash, saved_at) values (old.id, old.version, text_hash, old.version_at);
      new.version := old.version + 1;
      new.is_version_public := false;
    end if;
    new.version_at := now();
  end if;
  if new.status = 'published' then
    new.is_version_public := true;
  end if;
  return new;
end $$;
create trigger keep_version before insert or update of prompt_body, status on prompts
  for each row execute function keep_prompt_version();
