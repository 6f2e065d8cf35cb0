-- The library: members, tiers, prompts, playbooks and what members do with them.
create extension if not exists pg_trgm;

create table tiers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  price integer not null default 0 check (price >= 0),                             -- cents per month
  billing_interval text not null default 'monthly' check (billing_interval in ('monthly', 'yearly')),
  daily_copy_limit integer not null default 10 check (daily_copy_limit >= 0),      -- 999999: unlimited
  trial_days integer not null default 0 check (trial_days >= 0),
  access_level integer not null default 0 check (access_level >= 0),
  featured boolean not null default false,
  features text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index tiers_access_level on tiers (access_level, price, id);

create table profiles (
  id uuid primary key references auth.users on delete cascade,
  email text not null,
  role text not null default 'member' check (role in ('member', 'admin')),
  tier_id uuid references tiers on delete set null,
  display_name text check (length(display_name) <= 80),
  bio text check (length(bio) <= 1000),
  created_at timestamptz not null default now()
);
create index profiles_created_at on profiles (created_at desc, id desc);
create index profiles_tier_id on profiles (tier_id);

-- The text a search looks through, as one lower-case string; a line break keeps a match inside one field. Words of
-- three letters and more are found by trigrams, shorter ones by how words begin.
create function search_text(title text, description text, tags text[]) returns text
  language sql immutable parallel safe
  return lower(title || E'\n' || description || E'\n' || coalesce(array_to_string(tags, E'\n'), ''));

-- "Writing, Marketing" as {Writing,Marketing}.
create function split_categories(category text) returns text[]
  language sql immutable parallel safe
  return array_remove(regexp_split_to_array(btrim(category), '\s*,\s*'), '');

create table prompts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  title text not null check (length(title) between 1 and 300),
  description text not null default '' check (length(description) <= 5000),
  category text not null default '',
  prompt_type text not null default 'Text' check (prompt_type in ('Text', 'Image', 'Audio', 'Video', 'Agent')),
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'published')),
  view_count integer not null default 0 check (view_count >= 0),
  preview_image_url text,
  prompt_body text not null,
  difficulty text not null default 'beginner' check (difficulty in ('beginner', 'intermediate', 'advanced')),
  tier_access integer not null default 0 check (tier_access >= 0),
  model_context text not null default '',
  example_output text not null default '',
  use_cases text[] not null default '{}',
  author_id uuid references profiles on delete set null,
  import_key text unique,                                                          -- which row of which kind of source it came from
  import_hash text,                                                                -- of that row, to see whether it has changed there
  vote_count integer not null default 0 check (vote_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  categories text[] not null generated always as (split_categories(category)) stored,
  search_text text not null generated always as (search_text(title, description, tags)) stored
);

create table playbooks (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  title text not null check (length(title) between 1 and 300),
  description text not null default '' check (length(description) <= 50000),
  content text not null default '',
  category text not null default '',
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'published')),
  view_count integer not null default 0 check (view_count >= 0),
  image_url text,
  is_purchasable boolean not null default false,
  price integer not null default 0 check (price >= 0),                             -- cents
  tier_access integer not null default 0 check (tier_access >= 0),
  author_id uuid references profiles on delete set null,
  import_key text unique,
  import_hash text,
  vote_count integer not null default 0 check (vote_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  categories text[] not null generated always as (split_categories(category)) stored,
  search_text text not null generated always as (search_text(title, description, tags)) stored
);

create table playbook_steps_new (
  id uuid primary key default gen_random_uuid(),
  playbook_id uuid not null references playbooks on delete cascade,
  step_order integer not null check (step_order >= 0),                             -- 0-based
  title text not null,
  description text not null default '',
  content text not null default '',
  prompts jsonb not null default '[]' check (jsonb_typeof(prompts) = 'array'),
  unique (playbook_id, step_order) deferrable initially deferred
);

-- One index for each sort, over what the lists show.
create index prompts_newest on prompts (created_at desc, id desc) where status = 'published';
create index prompts_popular on prompts (view_count desc, id desc) where status = 'published';
create index prompts_rating on prompts (vote_count desc, id desc) where status = 'published';
create index prompts_all_newest on prompts (created_at desc, id desc);
create index prompts_by_title on prompts (title, id) where status = 'published';
create index prompts_type_newest on prompts (prompt_type, created_at desc, id desc) where status = 'published';
create index prompts_categories on prompts using gin (categories) where status = 'published';
create index prompts_search on prompts using gin (search_text gin_trgm_ops) where status = 'published';
create index prompts_search_words on prompts using gin (to_tsvector('simple', search_text)) where status = 'published';
create index prompts_author_id on prompts (author_id);
create index playbooks_newest on playbooks (created_at desc, id desc) where status = 'published';
create index playbooks_popular on playbooks (view_count desc, id desc) where status = 'published';
create index playbooks_rating on playbooks (vote_count desc, id desc) where status = 'published';
create index playbooks_all_newest on playbooks (created_at desc, id desc);
create index playbooks_categories on playbooks using gin (categories) where status = 'published';
create index playbooks_search on playbooks using gin (search_text gin_trgm_ops) where status = 'published';
create index playbooks_search_words on playbooks using gin (to_tsvector('simple', search_text)) where status = 'published';
create index playbooks_author_id on playbooks (author_id);

-- target_id points at a prompt or a playbook. The generated columns turn that into real foreign keys, so nothing
-- can point at an item that does not exist and an item takes its votes, favourites and comments with it.
create table votes (
  target_type text not null check (target_type in ('prompt', 'playbook')),
  target_id uuid not null,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  prompt_id uuid generated always as (case when target_type = 'prompt' then target_id end) stored references prompts on delete cascade,
  playbook_id uuid generated always as (case when target_type = 'playbook' then target_id end) stored references playbooks on delete cascade,
  primary key (user_id, target_type, target_id)
);
create index votes_prompt_id on votes (prompt_id) where prompt_id is not null;
create index votes_playbook_id on votes (playbook_id) where playbook_id is not null;

create table user_favorites (
  user_id uuid not null references profiles on delete cascade,
  target_type text not null check (target_type in ('prompt', 'playbook')),
  target_id uuid not null,
  created_at timestamptz not null default now(),
  prompt_id uuid generated always as (case when target_type = 'prompt' then target_id end) stored references prompts on delete cascade,
  playbook_id uuid generated always as (case when target_type = 'playbook' then target_id end) stored references playbooks on delete cascade,
  primary key (user_id, target_type, target_id)
);
create index user_favorites_prompt_id on user_favorites (prompt_id) where prompt_id is not null;
create index user_favorites_playbook_id on user_favorites (playbook_id) where playbook_id is not null;

create table comments (
  id uuid primary key default gen_random_uuid(),
  target_type text not null check (target_type in ('prompt', 'playbook')),
  target_id uuid not null,
  body text not null check (length(btrim(body)) between 1 and 5000),
  author_id uuid references profiles on delete set null,
  parent_id uuid references comments on delete cascade,
  status text not null default 'visible',
  is_edited boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  prompt_id uuid generated always as (case when target_type = 'prompt' then target_id end) stored references prompts on delete cascade,
  playbook_id uuid generated always as (case when target_type = 'playbook' then target_id end) stored references playbooks on delete cascade
);
create index comments_target on comments (target_type, target_id, created_at, id);
create index comments_parent_id on comments (parent_id);
create index comments_author_id on comments (author_id);

create table user_activity (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  action_type text not null check (action_type in ('copy_prompt')),
  target_type text not null check (target_type in ('prompt', 'playbook')),
  target_id uuid not null,
  created_at timestamptz not null default now()
);
create index user_activity_user_id on user_activity (user_id, created_at desc);

-- Copies of one member on one UTC day: the row that two parallel copies have to take in turn.
create table daily_copies (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  copies integer not null check (copies >= 0),
  primary key (user_id, day)
);

create table user_playbook_purchases (
  playbook_id uuid not null references playbooks on delete restrict,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, playbook_id)
);
create index user_playbook_purchases_playbook_id on user_playbook_purchases (playbook_id);

create table site_settings (
  setting_key text primary key,
  setting_value text not null,
  updated_at timestamptz not null default now()
);

-- vote_count is the number of rows in votes, whoever writes them.
create function count_votes() returns trigger language plpgsql as $$
declare
  vote votes := case when tg_op = 'DELETE' then old else new end;
  change integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  if vote.target_type = 'prompt' then
    update prompts set vote_count = vote_count + change where id = vote.target_id;
  else
    update playbooks set vote_count = vote_count + change where id = vote.target_id;
  end if;
  return null;
end $$;
create trigger count_votes after insert or delete on votes for each row execute function count_votes();

-- Every process hears that what visitors see has changed, whoever changed it. Counters do not count as a change.
create function announce_content_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $$;
create trigger announce_change after insert or delete or truncate or update of
  slug, title, description, category, prompt_type, tags, status, preview_image_url, difficulty, tier_access, created_at
  on prompts for each statement execute function announce_content_change();
create trigger announce_change after insert or delete or truncate or update of
  slug, title, description, category, tags, status, image_url, is_purchasable, price, tier_access, created_at
  on playbooks for each statement execute function announce_content_change();
create trigger announce_change after insert or delete or truncate or update
  on tiers for each statement execute function announce_content_change();
create trigger announce_change after insert or delete or truncate or update
  on site_settings for each statement execute function announce_content_change();
