-- What a member has without an end once their complimentary tier is over: the plan that became free while they had a higher one for some time.
alter table profiles add column complimentary_next_tier_id uuid references tiers on delete set null;
create index profiles_complimentary_next_tier_id on profiles (complimentary_next_tier_id) where complimentary_next_tier_id is not null;
