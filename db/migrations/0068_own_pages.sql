-- The owner's own pages. `title` and `body` are the draft that is being edited; visitors see the version that is published.
create table pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  kind text not null check (kind in ('terms', 'privacy', 'imprint', 'refunds', 'own')),
  title text not null check (length(title) between 1 and 300),
  body text not null check (length(body) <= 60000),
  -- Its place in the footer, from 1; null: it is not there.
  footer_position integer check (footer_position between 1 and 99),
  -- Whether members have to agree to it when they sign up and before they pay.
  asks_consent boolean not null default false,
  published_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  picture_stamps text[] not null generated always as (picture_stamps(body)) stored
);

-- Each publication, never changed afterwards. `tree` is the sanitized text, ready to be shown; null where it cannot be laid out.
create table page_versions (
  page_id uuid not null references pages (id) on delete cascade,
  version integer not null check (version > 0),
  title text not null,
  body text not null,
  tree jsonb,
  published_at timestamptz not null default now(),
  published_by uuid references profiles (id) on delete set null,
  picture_stamps text[] not null generated always as (picture_stamps(body)) stored,
  primary key (page_id, version)
);
create index page_versions_published_by on page_versions (published_by);
alter table pages add constraint pages_published_version foreign key (id, published_version)
  references page_versions (page_id, version);

-- Who has agreed to which version, when and where. What somebody has agreed to cannot be deleted.
create table page_consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  page_id uuid not null,
  version integer not null,
  place text not null check (place in ('signup', 'checkout')),
  agreed_at timestamptz not null default now(),
  unique (user_id, page_id, version, place),
  foreign key (page_id, version) references page_versions (page_id, version)
);
create index page_consents_page on page_consents (page_id, id desc);

create trigger announce_change after insert or delete or truncate or update
  on pages for each statement execute function announce_content_change();
