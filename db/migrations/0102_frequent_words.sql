-- Of some words the one that most published items have, of those that any has; more than fifty count as fifty. Hardly any of the words
-- exist, and one look into the index says which; the planner would read all texts, or all published ones, instead: so the
-- status is asked for in a form that no index answers.
create function frequent_word_of_prompts(words text[]) returns text language sql stable
  set enable_seqscan = off set enable_indexscan = off as $$
  with near as materialized (
    select search_words(item.search_text) as found from prompts item
    where search_words(item.search_text) @@ (select string_agg('''' || word || '''', ' | ') from unnest(words) as word)::tsquery
      and item.status || '' = 'published'
    limit 2000
  )
  select lexeme from near, unnest(near.found) where lexeme = any(words)
  group by lexeme order by least(count(*), 50) desc, lexeme collate "C" limit 1
$$;
create function frequent_word_of_playbooks(words text[]) returns text language sql stable
  set enable_seqscan = off set enable_indexscan = off as $$
  with near as materialized (
    select search_words(item.search_text) as found from playbooks item
    where search_words(item.search_text) @@ (select string_agg('''' || word || '''', ' | ') from unnest(words) as word)::tsquery
      and item.status || '' = 'published'
    limit 2000
  )
  select lexeme from near, unnest(near.found) where lexeme = any(words)
  group by lexeme order by least(count(*), 50) desc, lexeme collate "C" limit 1
$$;

-- What waits to be put into an index is read for each word that is asked for, so it is put there at once.
alter index prompts_search_words set (fastupdate = off);
alter index playbooks_search_words set (fastupdate = off);
select gin_clean_pending_list('prompts_search_words'), gin_clean_pending_list('playbooks_search_words');
