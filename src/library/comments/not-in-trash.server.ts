import { sql } from 'kysely';

/** Whether the item of a comment isn't in the trash, where nobody reads it. It may come back, with its comments. */
export const itemNotInTrash = sql<boolean>`not exists (select from prompts where id = comments.prompt_id and deleted_at is not null)
  and not exists (select from playbooks where id = comments.playbook_id and deleted_at is not null)`;
