-- A comment that waits for approval is held: its author sees it, and whoever looks after comments.
alter table comments drop constraint comments_status_check;
alter table comments add constraint comments_status_check check (status in ('visible', 'held', 'hidden', 'deleted'));

alter table comments
  -- Why it waits: a word of the owner's list, or a link from a new account.
  add column held_for text check (held_for in ('word', 'link')),
  -- When others could first see it.
  add column shown_at timestamptz,
  -- When somebody last decided about it, and what it was before; both are for taking that back.
  add column decided_at timestamptz,
  add column decided_before text check (decided_before in ('visible', 'held', 'hidden'));
update comments set shown_at = created_at;
create index comments_held on comments (created_at) where status = 'held';

create table comment_reports (
  comment_id uuid not null references comments on delete cascade,
  reporter_id uuid not null references profiles on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'off_topic', 'other')),
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now(),
  -- When somebody decided about the comment.
  resolved_at timestamptz,
  primary key (comment_id, reporter_id)
);
create index comment_reports_open on comment_reports (comment_id) where resolved_at is null;
create index comment_reports_reporter on comment_reports (reporter_id);

create function note_first_shown() returns trigger language plpgsql as $$
begin
  if new.status = 'visible' and new.shown_at is null then
    new.shown_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger note_first_shown before insert or update of status on comments for each row execute function note_first_shown();

-- Webhooks are told of a comment once others can see it: with its approval, if it was held.
create trigger tell_webhooks_of_approval after update of status on comments for each row
  when (old.shown_at is null and new.shown_at is not null)
  execute function tell_webhooks_of_comment();
