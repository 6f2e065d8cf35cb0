import { sql } from 'kysely';

/** The item that a row of `table` (with target_type and target_id) is about, as `prompt` or `playbook`, for a data export. */
export const fromItemOf = (table: string) => sql`from ${sql.table(table)} row
  left join prompts prompt on row.target_type = 'prompt' and prompt.id = row.target_id
  left join playbooks playbook on row.target_type = 'playbook' and playbook.id = row.target_id`;

/** Its slug. */
export const itemSlug = sql`coalesce(prompt.slug, playbook.slug) as slug`;

/** Type, slug and time of everything a member has in `table`. */
export const exportItemsIn = (table: string) => (userId: string) =>
  sql`select row.target_type, ${itemSlug}, row.created_at ${fromItemOf(table)} where row.user_id = ${userId} order by row.created_at`;
