import { sql } from 'kysely';

/**
 * For data exports: joins the item that a row of `table` (with target_type and target_id) refers to, as `prompt` or
 * `playbook`.
 */
export const fromItemOf = (table: string) => sql`from ${sql.table(table)} row
  left join prompts prompt on row.target_type = 'prompt' and prompt.id = row.target_id
  left join playbooks playbook on row.target_type = 'playbook' and playbook.id = row.target_id`;

/** The slug of the item from `fromItemOf`. */
export const itemSlug = sql`coalesce(prompt.slug, playbook.slug) as slug`;

/** The type, slug and time of all items that a member has in `table`. */
export const exportItemsIn = (table: string) => (userId: string) =>
  sql`select row.target_type, ${itemSlug}, row.created_at ${fromItemOf(table)} where row.user_id = ${userId} order by row.created_at`;
