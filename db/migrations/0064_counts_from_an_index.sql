-- PostgreSQL counts from an index alone only by columns, not by expressions of them.
drop index prompts_counts;
drop index playbooks_counts;
create index prompts_counts on prompts (category, prompt_type, difficulty) where status = 'published';
create index playbooks_counts on playbooks (category) where status = 'published';
