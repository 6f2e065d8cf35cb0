-- When whoever uses a session last proved once more who they are.
alter table auth.sessions add column confirmed_at timestamptz;
