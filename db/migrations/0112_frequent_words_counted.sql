-- Of some words the one that most published items have, as before; but each word is counted by itself, up to fifty. Taken all at once,
-- the words of two thousand items had to be found in their texts, 2 s in a library of a million prompts. Of a word that is in
-- more items than `gin_fuzzy_search_limit`, the index names only so many.
create or replace function frequent_word_of_prompts(words text[]) returns text language sql stable
  set enable_seqscan = off set enable_indexscan = off set gin_fuzzy_search_limit = 2000 as $$
  with counted as materialized (
    select word, (select count(*) from (
      select from prompts item
      where search_words(item.search_text) @@ ('''' || word || '''')::tsquery and item.status || '' = 'published'
      limit 50
    ) having_it) as items from unnest(words) as word
  )
  select word from counted where items > 0 order by items desc, word collate "C" limit 1
$$;
create or replace function frequent_word_of_playbooks(words text[]) returns text language sql stable
  set enable_seqscan = off set enable_indexscan = off set gin_fuzzy_search_limit = 2000 as $$
  with counted as materialized (
    select word, (select count(*) from (
      select from playbooks item
      where search_words(item.search_text) @@ ('''' || word || '''')::tsquery and item.status || '' = 'published'
      limit 50
    ) having_it) as items from unnest(words) as word
  )
  select word from counted where items > 0 order by items desc, word collate "C" limit 1
$$;
