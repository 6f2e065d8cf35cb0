-- Cards of playbooks say how many steps there are.
create trigger announce_change after insert or delete or truncate or update
  on playbook_steps_new for each statement execute function announce_content_change();
