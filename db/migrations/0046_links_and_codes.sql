-- Links and six-digit codes by email. An account can have no password; `email_verified_at` says when its owner last
-- followed an email, which `email_confirmed_at` does not while sign-up asks for no confirmation.
alter table auth.users
  alter column password_hash drop not null,
  add column email_verified_at timestamptz,
  add column confirmation_sent_at timestamptz,
  add column invited_at timestamptz,
  add column new_email text check (new_email = lower(new_email)),
  -- Which of the two addresses has confirmed the change; the other one makes it.
  add column email_change_half text check (email_change_half in ('email_change_current', 'email_change_new')),
  add column email_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;

alter table auth.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table auth.one_time_tokens
  add constraint one_time_tokens_purpose_check check (purpose in
    ('recovery', 'signup', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication')),
  add column code_hash bytea,
  add column wrong_codes integer not null default 0;

-- How a session began: GoTrue's assurance level and methods, and from where.
alter table auth.sessions
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add column amr jsonb not null default '[]',
  add column address text;
