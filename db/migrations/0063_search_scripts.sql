-- Search in every script, whatever the character type of the cluster is: under the C type trigrams know ASCII letters only.

-- How texts and questions are compared: without case, accents and the width of letters. `search-terms.ts` does the same.
create function fold_text(source text) returns text
  language sql immutable parallel safe
  return case when octet_length(source) = length(source) then lower(source)
    else translate(replace(replace(replace(
      lower(normalize(regexp_replace(normalize(source, NFKD), U&'[\0300-\036F]+', '', 'g'), NFKC)),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıς', 'oldiσ') end;

create or replace function search_text(title text, description text, tags text[]) returns text
  language sql immutable parallel safe
  return fold_text(title || E'\n' || description || E'\n' || coalesce(array_to_string(tags, E'\n'), ''));

-- The words of a folded text, for questions of one or two letters: they stand for how a word begins.
create function search_words(folded text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));

-- What stands in a folded text outside ASCII: each two and three letters in a row, and single letters of scripts that put
-- no spaces between words (Thai and everything after it: kana, hangul, hanzi).
create function search_grams(folded text) returns text[]
  language sql immutable parallel safe
  return case when octet_length(folded) = length(folded) then '{}'::text[] else (
    with letters as (
      select letter, coalesce(lead(letter) over w, '') as second, coalesce(lead(letter, 2) over w, '') as third
      from string_to_table(folded, null) with ordinality as found (letter, place) window w as (order by place)
    )
    select coalesce(array_agg(distinct gram), '{}') from (
      select letter as gram from letters where letter collate "C" >= U&'\0E00'
      union all
      select letter || second from letters where octet_length(letter) > 1 and octet_length(second) > 1
      union all
      select letter || second || third from letters
      where octet_length(letter) > 1 and octet_length(second) > 1 and octet_length(third) > 1
    ) as grams
  ) end;

-- By what a list of prompts is narrowed, as one key for each.
create function list_keys(categories text[], prompt_type text, difficulty text) returns text[]
  language sql immutable parallel safe
  return categories || array[E'\ttype ' || prompt_type, E'\tdifficulty ' || difficulty];

-- The stored texts are made again; their indexes go with them.
alter table prompts drop column search_text;
alter table prompts add column search_text text not null generated always as (search_text(title, description, tags)) stored;
alter table playbooks drop column search_text;
alter table playbooks add column search_text text not null generated always as (search_text(title, description, tags)) stored;

-- Over drafts too: admins search them.
create index prompts_search on prompts using gin (search_text gin_trgm_ops);
create index prompts_search_words on prompts using gin (search_words(search_text));
create index prompts_search_grams on prompts using gin (search_grams(search_text))
  where octet_length(search_text) <> length(search_text);
create index playbooks_search on playbooks using gin (search_text gin_trgm_ops);
create index playbooks_search_words on playbooks using gin (search_words(search_text));
create index playbooks_search_grams on playbooks using gin (search_grams(search_text))
  where octet_length(search_text) <> length(search_text);

-- A rare combination is found by its keys; what there is of each is counted from an index alone.
create index prompts_list_keys on prompts using gin (list_keys(categories, prompt_type, difficulty))
  where status = 'published';
create index prompts_counts on prompts (left(category, 500), prompt_type, difficulty) where status = 'published';
create index playbooks_counts on playbooks (left(category, 500)) where status = 'published';
