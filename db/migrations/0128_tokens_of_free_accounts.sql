-- Accounts that cost nothing cannot use up everybody's month of the language model together: what they use is counted beside the whole.
alter table model_months add column free_tokens bigint not null default 0 check (free_tokens >= 0);
