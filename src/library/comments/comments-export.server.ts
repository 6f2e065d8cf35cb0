import { sql } from 'kysely';
import { fromItemOf, itemSlug } from '#library/catalog/public/item-export.server.ts';

/** The member's comments, for their data export. */
export const exportComments = (userId: string) =>
  sql`select row.id, row.parent_id, row.target_type, ${itemSlug}, row.body, row.is_edited, row.created_at, row.updated_at
    ${fromItemOf('comments')} where row.author_id = ${userId} order by row.created_at`;
