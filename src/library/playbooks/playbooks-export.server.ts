import { sql } from 'kysely';

/** A member's position in each playbook, for their data export. */
export const exportProgress = (userId: string) =>
  sql`select playbook.slug, progress.position, progress.updated_at from playbook_progress progress
    join playbooks playbook on playbook.id = progress.playbook_id where progress.user_id = ${userId} order by 3`;
