-- Of some words the one that most published items have, of those that any has; more than fifty count as fifty. Hardly any of the words
-- exist, and the index says so at once; the planner would read all texts for each instead.
create function frequent_word_of_prompts(words text[]) returns text language sql stable
  set enable_seqscan = off set enable_indexscan = off as $$
  select word from unnest(words) as word, lateral (
    select count(*) as count from (
      select from prompts item where item.status = 'published'
        and search_words(item.search_text) @@ ('''' || word || '''')::tsquery limit 50
    ) as found
  ) as counted
  where count > 0 order by count desc, word collate "C" limit 1
$$;
create function frequent_word_of_playbooks(words text[]) returns text language sql stable
  set enable_seqscan = off set enable_indexscan = off as $$
  select word from unnest(words) as word, lateral (
    select count(*) as count from (
      select from playbooks item where item.status = 'published'
        and search_words(item.search_text) @@ ('''' || word || '''')::tsquery limit 50
    ) as found
  ) as counted
  where count > 0 order by count desc, word collate "C" limit 1
$$;
