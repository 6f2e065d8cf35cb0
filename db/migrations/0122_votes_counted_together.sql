-- An account's votes are deleted in no particular order, so their items are locked by id, as everywhere else.
drop trigger count_votes on votes;
create or replace function count_votes() returns trigger language plpgsql as $$
declare
  change integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  with sums as (
    select target_id as id, count(*) as votes from changed where target_type = 'prompt' group by target_id
  ), locked as (
    select id from prompts where id in (select id from sums) order by id for no key update
  )
  update prompts item set vote_count = vote_count + change * votes from sums join locked using (id) where item.id = sums.id;
  with sums as (
    select target_id as id, count(*) as votes from changed where target_type = 'playbook' group by target_id
  ), locked as (
    select id from playbooks where id in (select id from sums) order by id for no key update
  )
  update playbooks item set vote_count = vote_count + change * votes from sums join locked using (id) where item.id = sums.id;
  return null;
end $$;
create trigger count_votes after insert on votes
  referencing new table as changed for each statement execute function count_votes();
create trigger count_withdrawn_votes after delete on votes
  referencing old table as changed for each statement execute function count_votes();
