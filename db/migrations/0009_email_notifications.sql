-- The column says what it is: whether the member gets email about their plan.
alter table profiles rename column wants_notes to email_notifications;
