-- Prompts are run on the site where the owner has set a language model: how often on a UTC day, for each plan.
alter table tiers add column daily_run_limit integer not null default 0 check (daily_run_limit between 0 and 999999);

-- Runs of one member on one UTC day: the row that two parallel runs have to take in turn.
create table daily_runs (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  runs integer not null check (runs >= 0),
  primary key (user_id, day)
);

-- What the site has used of the model in a UTC month. A run under way counts with all that it may use.
create table model_months (
  month date primary key check (extract(day from month) = 1),
  runs integer not null default 0 check (runs >= 0),
  tokens bigint not null default 0 check (tokens >= 0)
);

-- Answers that a member has kept.
create table prompt_results (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  prompt_id uuid references prompts on delete set null,
  version integer not null check (version >= 1),
  model text not null default '' check (length(model) <= 200),
  result text not null check (length(result) between 1 and 100000),
  created_at timestamptz not null default now()
);
create index prompt_results_user_id on prompt_results (user_id, created_at desc, id);
create index prompt_results_prompt_id on prompt_results (prompt_id);
