-- Feeds have the newest by this order; the digest reads a week of it.
drop index prompts_published_at, playbooks_published_at;
create index prompts_published_at on prompts (coalesce(published_at, created_at) desc, id desc) where status = 'published';
create index playbooks_published_at on playbooks (coalesce(published_at, created_at) desc, id desc) where status = 'published';
