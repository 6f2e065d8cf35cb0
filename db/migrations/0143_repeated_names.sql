-- Items have each category and tag once, regardless of case, as the contract says since: the first of those that are equal.
update prompts set category = (
    select string_agg(name, ', ' order by place) from (
      select (array_agg(name order by place))[1] as name, min(place) as place
      from unnest(categories) with ordinality as given (name, place) group by lower(name)) as kept)
  where cardinality(categories) > 1
    and cardinality(categories) > (select count(distinct lower(name)) from unnest(categories) as name);
update playbooks set category = (
    select string_agg(name, ', ' order by place) from (
      select (array_agg(name order by place))[1] as name, min(place) as place
      from unnest(categories) with ordinality as given (name, place) group by lower(name)) as kept)
  where cardinality(categories) > 1
    and cardinality(categories) > (select count(distinct lower(name)) from unnest(categories) as name);
update prompts set tags = array(
    select (array_agg(name order by place))[1]
    from unnest(tags) with ordinality as given (name, place) group by lower(name) order by min(place))
  where cardinality(tags) > 1 and cardinality(tags) > (select count(distinct lower(name)) from unnest(tags) as name);
update playbooks set tags = array(
    select (array_agg(name order by place))[1]
    from unnest(tags) with ordinality as given (name, place) group by lower(name) order by min(place))
  where cardinality(tags) > 1 and cardinality(tags) > (select count(distinct lower(name)) from unnest(tags) as name);
