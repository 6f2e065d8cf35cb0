-- Who has decided about a comment: only they take it back.
alter table comments add column decided_by uuid references profiles on delete set null;
create index comments_decided_by on comments (decided_by) where decided_by is not null;
create index comments_decided on comments (decided_at desc, id desc) where decided_at is not null;
create index comment_reports_settled on comment_reports (resolved_at) where resolved_at is not null;
