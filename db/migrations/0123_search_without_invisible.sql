-- What nobody sees is not searched for either: soft hyphens, joiners, marks of direction, variants of emoji.
create or replace function fold_text(source text) returns text
  language sql immutable parallel safe
  return case when octet_length(source) = length(source) then lower(source)
    else translate(replace(replace(replace(
      lower(normalize(regexp_replace(normalize(source, NFKD),
        U&'[\00AD\0300-\036F\061C\180B-\180F\200B-\200F\202A-\202E\2060-\206F\FE00-\FE0F\FEFF]+', '', 'g'), NFKC)),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıς', 'oldiσ') end;

-- Only the texts that have some are made again.
update prompts set title = title
  where search_text ~ U&'[\00AD\061C\180B-\180F\200B-\200F\202A-\202E\2060-\206F\FE00-\FE0F\FEFF]';
update playbooks set title = title
  where search_text ~ U&'[\00AD\061C\180B-\180F\200B-\200F\202A-\202E\2060-\206F\FE00-\FE0F\FEFF]';
