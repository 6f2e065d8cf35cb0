-- The history lists prompts of steps that were run on the site. A playbook's figure counts the runs that members have started.
drop trigger count_run on history_entries;
create trigger count_run after insert on history_entries for each row
  when (new.action = 'ran' and new.step is null) execute function count_run();
