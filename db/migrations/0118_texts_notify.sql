-- Pages of items show more than their lists: the first lines and the length of a text, its blanks, what it is for, and the day of its last
-- change. Counters are left out, as before.
create or replace trigger announce_change after insert or delete or truncate or update of
  slug, title, description, category, prompt_type, tags, status, preview_image_url, difficulty, tier_access, created_at,
  prompt_body, blanks, model_context, use_cases, example_output, updated_at
  on prompts for each statement execute function announce_content_change();
create or replace trigger announce_change after insert or delete or truncate or update of
  slug, title, description, category, tags, status, image_url, is_purchasable, price, tier_access, created_at,
  content, updated_at
  on playbooks for each statement execute function announce_content_change();
