-- A category is still a word in the text of its items; here is what else there is to know of it.
create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name = btrim(name) and length(name) between 1 and 200 and position(',' in name) = 0),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  description text not null default '' check (length(description) <= 2000),
  position integer,                                                                -- null: after the others, by name
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Names that mean another category since it was renamed or others were merged into it.
create table earlier_category_names (
  name text primary key,
  category_id uuid not null references categories on delete cascade,
  created_at timestamptz not null default now()
);
create index earlier_category_names_category on earlier_category_names (category_id);
-- Addresses that lead to another category.
create table earlier_category_slugs (
  slug text primary key,
  category_id uuid not null references categories on delete cascade,
  created_at timestamptz not null default now()
);
create index earlier_category_slugs_category on earlier_category_slugs (category_id);

-- A free address for a name; those that lead to the category "own" are free for it.
create function category_slug(name text, own uuid default null) returns text language plpgsql as $$
declare
  base text := coalesce(nullif(btrim(left(btrim(regexp_replace(fold_text(name), '[^a-z0-9]+', '-', 'g'), '-'), 90), '-'), ''), 'category');
  free text := base;
  number integer := 1;
begin
  while exists (select from categories where slug = free and id is distinct from own)
    or exists (select from earlier_category_slugs where slug = free and category_id is distinct from own) loop
    number := number + 1;
    free := base || '-' || number;
  end loop;
  return free;
end $$;

-- The categories of an item as they are called now. The same text where nothing has another name.
create function current_category(category text) returns text language plpgsql stable as $$
begin
  if not exists (select from earlier_category_names where name = any (split_categories(category))) then
    return category;
  end if;
  return coalesce((select string_agg(current_name, ', ' order by place) from (
    select coalesce(known.name, given.name) as current_name, min(given.place) as place
    from unnest(split_categories(category)) with ordinality as given (name, place)
    left join earlier_category_names earlier on earlier.name = given.name
    left join categories known on known.id = earlier.category_id
    group by 1) as named), '');
end $$;

create function name_categories() returns trigger language plpgsql as $$
begin
  -- Whoever renames one of them waits for this item, or this item for them.
  perform from categories where name = any (split_categories(new.category)) order by name for key share;
  new.category := current_category(new.category);
  return new;
end $$;
create trigger name_categories before insert or update of category on prompts
  for each row when (new.category <> '') execute function name_categories();
create trigger name_categories before insert or update of category on playbooks
  for each row when (new.category <> '') execute function name_categories();

create function add_categories() returns trigger language plpgsql as $$
declare
  wanted text;
begin
  foreach wanted in array split_categories(new.category) loop
    continue when length(wanted) > 200 or exists (select from categories where name = wanted);
    -- Of those who need a free address, one at a time: src/platform/locks.ts.
    perform pg_advisory_xact_lock(7025005);
    insert into categories (name, slug) values (wanted, category_slug(wanted)) on conflict (name) do nothing;
  end loop;
  return null;
end $$;
create trigger add_categories after insert or update of category on prompts
  for each row when (new.category <> '') execute function add_categories();
create trigger add_categories after insert or update of category on playbooks
  for each row when (new.category <> '') execute function add_categories();

do $$
declare
  wanted text;
begin
  for wanted in select distinct name from (
    select unnest(categories) as name from (select distinct categories from prompts) as texts
    union select unnest(categories) from (select distinct categories from playbooks) as texts) as used
    where length(name) <= 200 order by name loop
    insert into categories (name, slug) values (wanted, category_slug(wanted)) on conflict (name) do nothing;
  end loop;
end $$;

create trigger announce_change after insert or delete or truncate or update
  on categories for each statement execute function announce_content_change();
create trigger announce_change after insert or delete or truncate or update
  on earlier_category_names for each statement execute function announce_content_change();
