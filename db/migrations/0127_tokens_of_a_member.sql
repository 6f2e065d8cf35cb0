-- No member can use up everybody's month of the language model: what they use is counted by day, and stays as long as the month does.
alter table daily_runs add column tokens bigint not null default 0 check (tokens >= 0);
