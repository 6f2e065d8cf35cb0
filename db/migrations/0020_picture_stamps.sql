-- The stored pictures that texts and addresses name: the 13 digits and the hyphen that begin the name of every stored file. They are
-- found however they are spelled: in any address, percent-encoded, as HTML entities, or with the line breaks that browsers take out of
-- addresses. A number that only looks like one keeps a file for nothing, which does no harm.
create function picture_stamps(variadic texts text[]) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  spelled text := array_to_string(texts, ' ');
begin
  if spelled !~ '[0-9]' then
    return '{}';
  end if;
  if spelled ~* '&(#|tab|newline|percnt)' then
    spelled := regexp_replace(spelled, '&(#0*(9|10|13)(?![0-9])|#x0*[9ad](?![0-9a-f])|tab|newline);?', '', 'gi');
    spelled := regexp_replace(spelled, '&(#0*37(?![0-9])|#x0*25(?![0-9a-f])|percnt);?', '%', 'gi');
    spelled := regexp_replace(spelled, '&(#0*45(?![0-9])|#x0*2d(?![0-9a-f]));?', '-', 'gi');
    spelled := regexp_replace(spelled, '&#x0*3([0-9])(?![0-9a-f]);?', '\1', 'gi');
    if spelled ~ '&#0*(4[89]|5[0-7])' then
      for digit in 0..9 loop
        spelled := regexp_replace(spelled, '&#0*' || (48 + digit) || '(?![0-9]);?', digit::text, 'g');
      end loop;
    end if;
  end if;
  spelled := regexp_replace(spelled, '[\t\n\r\\]', '', 'g');
  if spelled ~* '%(2d|3[0-9])' then
    spelled := regexp_replace(regexp_replace(spelled, '%2d', '-', 'gi'), '%3([0-9])', '\1', 'g');
  end if;
  return coalesce((select array_agg(distinct stamp[1]) from regexp_matches(spelled, '([0-9]{13})-', 'g') stamp), '{}');
end $$;

alter table prompts add column picture_stamps text[] not null
  generated always as (picture_stamps(preview_image_url, description, example_output, prompt_body)) stored;
alter table playbooks add column picture_stamps text[] not null
  generated always as (picture_stamps(image_url, description, content)) stored;
alter table playbook_steps_new add column picture_stamps text[] not null
  generated always as (picture_stamps(description, content, prompts::text)) stored;
alter table comments add column picture_stamps text[] not null generated always as (picture_stamps(body)) stored;
alter table site_settings add column picture_stamps text[] not null generated always as (picture_stamps(setting_value)) stored;
create index prompts_picture_stamps on prompts using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
create index playbooks_picture_stamps on playbooks using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
create index playbook_steps_picture_stamps on playbook_steps_new using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
create index comments_picture_stamps on comments using gin (picture_stamps) with (fastupdate = off) where picture_stamps <> '{}';
