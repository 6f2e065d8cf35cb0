import { sql } from 'kysely';
import { fromItemOf, itemSlug } from '#library/catalog/public/item-export.server.ts';

/** A member's comments, for their data export. */
export const exportComments = (userId: string) =>
  sql`select row.id, row.parent_id, row.target_type, ${itemSlug}, row.body, row.status, row.is_edited, row.created_at, row.updated_at
    ${fromItemOf('comments')} where row.author_id = ${userId} order by row.created_at`;

/** A member's reports, without the reported texts, which belong to others. */
export const exportCommentReports = (userId: string) =>
  sql`select report.comment_id, row.target_type, ${itemSlug}, report.reason, report.note, report.created_at, report.resolved_at
    ${fromItemOf('comments')} join comment_reports report on report.comment_id = row.id
    where report.reporter_id = ${userId} order by report.created_at`;
