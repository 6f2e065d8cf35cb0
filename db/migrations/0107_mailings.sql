-- Email that the owner sends to members, and the weekly digest.
alter table profiles
  add column email_news boolean not null default true,
  add column weekly_digest boolean not null default false,
  -- When the address has refused for good, and what it said. It gets no news until an admin, or a new address, clears it.
  add column email_bounced_at timestamptz,
  add column email_bounce_reason text check (length(email_bounce_reason) <= 500);
-- Whoever wants no emails about their plan wants no news.
update profiles set email_news = false where not email_notifications;
create index profiles_email_bounced_at on profiles (email_bounced_at desc, id desc) where email_bounced_at is not null;

create function forget_bounce() returns trigger language plpgsql as $$
begin
  new.email_bounced_at := null;
  new.email_bounce_reason := null;
  return new;
end $$;
create trigger forget_bounce before update of email on profiles for each row
  when (old.email is distinct from new.email) execute function forget_bounce();

-- When members could first see an item, which its date does not say: a draft may be older. Null for what has been published all along.
alter table prompts add column published_at timestamptz;
alter table playbooks add column published_at timestamptz;
create function note_publication() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'published' then
    new.published_at := coalesce(new.published_at, old.created_at);
  elsif new.status = 'published' and new.published_at is null then
    new.published_at := case when tg_op = 'UPDATE' then now() else new.created_at end;
  end if;
  return new;
end $$;
create trigger note_publication before insert or update of status on prompts for each row execute function note_publication();
create trigger note_publication before insert or update of status on playbooks for each row execute function note_publication();
create index prompts_published_at on prompts (coalesce(published_at, created_at)) where status = 'published';
create index playbooks_published_at on playbooks (coalesce(published_at, created_at)) where status = 'published';

create table mailings (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'message' check (kind in ('message', 'digest')),
  subject text not null default '' check (length(subject) <= 200),
  body text not null default '' check (length(body) <= 60000),
  segment jsonb not null default '{}' check (jsonb_typeof(segment) = 'object'),
  counts_opens boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
  send_at timestamptz check ((send_at is not null) = (status = 'scheduled')),
  started_at timestamptz,
  finished_at timestamptz,
  -- Why nothing goes out just now.
  problem text check (length(problem) <= 500),
  -- Emails whose pictures were loaded, each counted once, and nobody's in particular.
  opens integer not null default 0,
  -- Of a digest: the Monday it is of.
  week date unique,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  picture_stamps text[] not null generated always as (picture_stamps(body)) stored,
  check ((kind = 'digest') = (week is not null))
);
create index mailings_created_at on mailings (created_at desc, id desc);
create index mailings_picture_stamps on mailings using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
create index mailings_due on mailings (send_at) where status = 'scheduled';
create index mailings_sending on mailings (started_at) where status = 'sending';

-- The list of a mailing, fixed when it starts. The id is in the Message-ID, which stays the same however often an email is tried.
create table mailing_recipients (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references mailings on delete cascade,
  user_id uuid references profiles on delete set null,
  -- `claimed`: a process is at it, and the mail server has not got the whole email. `handed`: the last byte is on its way, or the process
  -- that sent it has died before it could note the answer.
  status text not null default 'waiting' check (status in ('waiting', 'claimed', 'handed', 'sent', 'left-out', 'refused', 'failed')),
  claimed_by uuid,
  attempts smallint not null default 0,
  -- How often it was handed over without an answer.
  doubts smallint not null default 0,
  retry_at timestamptz,
  -- Handed over again, because nobody knew whether the mail server had it.
  is_repeated boolean not null default false,
  -- SHA-256 of the address: a bounce says nothing about one that the member has now.
  address_hash bytea,
  -- Of what became of it: the mail server's answer, the report of a bounce, or why it was left out.
  reason text check (length(reason) <= 500),
  bounced_at timestamptz,
  done_at timestamptz,
  unique (mailing_id, user_id)
);
create index mailing_recipients_open on mailing_recipients (mailing_id, retry_at nulls first, id) where status in ('waiting', 'claimed', 'handed');
create index mailing_recipients_problems on mailing_recipients (mailing_id, done_at desc, id desc)
  where status in ('left-out', 'refused', 'failed') or bounced_at is not null;
create index mailing_recipients_user_id on mailing_recipients (user_id);

-- What is left of a deleted account is its place in the sums.
create function forget_recipient() returns trigger language plpgsql as $$
begin
  update mailing_recipients set user_id = null, address_hash = null, reason = null where user_id = old.id;
  return old;
end $$;
create trigger forget_recipient before delete on profiles for each row execute function forget_recipient();

-- One row for each email whose opening is still to be counted: by the hash of a random number, without whom it was sent to or when.
create table mailing_pixels (
  token_hash bytea primary key,
  mailing_id uuid not null references mailings on delete cascade
);
create index mailing_pixels_mailing_id on mailing_pixels (mailing_id);

-- One process at a time sends mailings: the one row says which.
create table mailing_sender (
  is_only boolean primary key default true check (is_only),
  process uuid,
  leased_until timestamptz
);

-- Weeks whose digest has been made, or had nothing to say.
create table digest_weeks (week date primary key);
