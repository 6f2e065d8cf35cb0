-- Near-identical prompts are looked for among those of about the same length.
create index prompts_body_length on prompts (length(prompt_body));
