-- `written`: the operating system has the last byte of the email and delivers it, whatever becomes of the process.
alter table mailing_recipients drop constraint mailing_recipients_status_check,
  add constraint mailing_recipients_status_check
    check (status in ('waiting', 'claimed', 'handed', 'written', 'sent', 'left-out', 'refused', 'failed'));
drop index mailing_recipients_open;
create index mailing_recipients_open on mailing_recipients (mailing_id, retry_at nulls first, id)
  where status in ('waiting', 'claimed', 'handed', 'written');
