-- Where a member was in a playbook: -1 is the overview, 0 to n-1 the steps.
create table playbook_progress (
  user_id uuid not null references profiles on delete cascade,
  playbook_id uuid not null references playbooks on delete cascade,
  position integer not null check (position >= -1),
  updated_at timestamptz not null default now(),
  primary key (user_id, playbook_id)
);
create index playbook_progress_playbook_id on playbook_progress (playbook_id);

-- A comment that others have answered stays as an empty place when it is deleted, so that the answers can be read.
alter table comments drop constraint comments_body_check;
alter table comments add constraint comments_body_check
  check (length(body) <= 5000 and (status = 'deleted' or length(btrim(body)) > 0));
alter table comments add constraint comments_status_check check (status in ('visible', 'hidden', 'deleted'));
create index comments_prompt_id on comments (prompt_id) where prompt_id is not null;
create index comments_playbook_id on comments (playbook_id) where playbook_id is not null;
