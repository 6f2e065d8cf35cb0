-- The best matches of a search have its words in their title, which is the first line of the folded text.
create index prompts_search_title on prompts using gin (split_part(search_text, E'\n', 1) gin_trgm_ops);
create index prompts_title on prompts using hash (split_part(search_text, E'\n', 1));
create index playbooks_search_title on playbooks using gin (split_part(search_text, E'\n', 1) gin_trgm_ops);
create index playbooks_title on playbooks using hash (split_part(search_text, E'\n', 1));
