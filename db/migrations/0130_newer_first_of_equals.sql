-- Of items with equal counts the newer one comes first, so most of a young library is not in an order that says nothing.
drop index prompts_popular;
drop index prompts_rating;
drop index playbooks_popular;
drop index playbooks_rating;
create index prompts_popular on prompts (view_count desc, created_at desc, id desc) where status = 'published';
create index prompts_rating on prompts (vote_count desc, created_at desc, id desc) where status = 'published';
create index playbooks_popular on playbooks (view_count desc, created_at desc, id desc) where status = 'published';
create index playbooks_rating on playbooks (vote_count desc, created_at desc, id desc) where status = 'published';
