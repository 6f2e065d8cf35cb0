-- What a kept answer answered, for when its prompt is gone.
alter table prompt_results add column prompt_title text not null default '';
update prompt_results set prompt_title = prompts.title from prompts where prompts.id = prompt_results.prompt_id;
