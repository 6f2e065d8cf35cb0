alter table profiles add column email_replies boolean not null default true;
-- Whoever has turned off all that is on by itself wants this neither.
update profiles set email_replies = false where not email_notifications and not email_news;

-- The comment that a reply answers, until its author has been told of it. At the deepest level that is not the parent, and replies from
-- before this column are told to nobody.
alter table comments add column untold_parent_id uuid references comments on delete set null;
create index comments_untold_parent_id on comments (untold_parent_id) where untold_parent_id is not null;
create index comments_untold on comments (shown_at) where untold_parent_id is not null and status = 'visible';
