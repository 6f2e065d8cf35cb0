import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grant, grantSite, requireSite } from '#access/decide.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { decodeCursor, encodeCursor } from '#platform/database/cursor.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { writeSettings } from '#site/settings/public/write-settings.server.ts';
import * as common from '#ui/words/messages.ts';
import { findComment } from './comments.queries.server.ts';
import { decideComment, undoDecision } from './decide-comment.server.ts';
import { type HoldRules, holdKeys, readHoldRules } from './hold-comment.server.ts';
import type { HoldRulesChange, ModeratedComment, QueueQuery } from './moderation.contract.ts';
import { itemNotInTrash } from './not-in-trash.server.ts';
import * as m from './words/messages.ts';

/** The maximum number of reports shown for a comment. */
const shownReports = 50;

type Row = Omit<ModeratedComment, 'created_at' | 'updated_at' | 'decided_at' | 'reports'> & {
  created_at: Date;
  updated_at: Date;
  decided_at: Date | null;
  reports: ModeratedComment['reports'];
  sort_key: string;
};

const reported = sql`select comment_id from comment_reports where resolved_at is null`;
const conditions: Record<QueueQuery['show'], RawBuilder<unknown>> = {
  // A union, because each of the two sets has its own index.
  waiting: sql`comments.status in ('visible', 'held')
    and comments.id in (select id from comments held where held.status = 'held' union ${reported}) and ${itemNotInTrash}`,
  held: sql`comments.status = 'held' and ${itemNotInTrash}`,
  reported: sql`comments.status = 'visible' and comments.id in (${reported}) and ${itemNotInTrash}`,
  decided: sql`comments.decided_at is not null and comments.status <> 'deleted'`,
};
const columns = (
  key: RawBuilder<unknown>,
) => sql`comments.id, comments.body, comments.status, comments.held_for, comments.created_at,
  comments.updated_at, comments.decided_at, ${key}::text as sort_key,
  case when author.id is not null then json_build_object('id', author.id, 'email', author.email) end as author,
  json_build_object('kind', comments.target_type, 'slug', coalesce(prompt.slug, playbook.slug), 'title', coalesce(prompt.title, playbook.title)) as item,
  open.reports, open.report_count, open.is_edited_since`;
const tables = sql`comments left join profiles author on author.id = comments.author_id
  left join prompts prompt on prompt.id = comments.prompt_id left join playbooks playbook on playbook.id = comments.playbook_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('reason', reason, 'note', note, 'reporter', reporter.email, 'created_at', report.created_at)
        order by report.created_at) filter (where place <= ${sql.lit(shownReports)}), '[]') as reports,
      count(*)::int as report_count, coalesce(min(report.created_at) < comments.updated_at, false) as is_edited_since
    from (select reason, note, reporter_id, created_at, row_number() over (order by created_at, reporter_id) as place from comment_reports
      where comment_id = comments.id and resolved_at is null) report
    join profiles reporter on reporter.id = report.reporter_id) open`;

const iso = (time: string | Date) => new Date(time).toISOString();
const toModerated = ({ sort_key: _sortKey, ...row }: Row): ModeratedComment => ({
  ...row,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
  decided_at: row.decided_at && iso(row.decided_at),
  reports: row.reports.map((report) => ({ ...report, created_at: iso(report.created_at) })),
});

/** Members' reports and moderators' decisions. */
export function createModerationService({ db, rateLimits }: { db: Database; rateLimits: RateLimits }) {
  async function get(id: string): Promise<ModeratedComment> {
    const { rows } = await sql<Row>`
      select ${columns(sql`comments.created_at`)} from ${tables} where comments.id = ${id}`.execute(db);
    if (!rows[0]) throw new AppError('not_found', common.comment_not_found());
    return toModerated(rows[0]);
  }
  async function proofFor(viewer: Viewer, id: string) {
    requireSite(viewer, 'see-reported-comments');
    const row = await findComment(db, viewer, id);
    return grant(viewer, 'comment', 'moderate', row?.status === 'deleted' ? undefined : row);
  }

  return {
    /** @throws AppError 401, 403, 404; 429. Reporting the same text again has no effect. */
    async report(
      viewer: Viewer,
      id: string,
      report: { reason: ModeratedComment['reports'][number]['reason']; note: string },
    ) {
      const proof = grant(viewer, 'comment', 'report', await findComment(db, viewer, id));
      const reporter_id = proof.viewer.userId;
      await rateLimits.require('comment-report', reporter_id);
      await writable(db, proof)
        .insertInto('comment_reports')
        .values({ ...report, comment_id: proof.id, reporter_id })
        .onConflict((conflict) =>
          conflict
            .columns(['comment_id', 'reporter_id'])
            .doUpdateSet({ ...report, created_at: sql`now()`, resolved_at: null })
            // Reopen a resolved report only if the text has changed since.
            .where(
              sql<boolean>`comment_reports.resolved_at < (select updated_at from comments where id = comment_reports.comment_id)`,
            ),
        )
        .execute();
    },

    /** @throws AppError 400, 401, 403 */
    async list(viewer: Viewer, { show, limit, cursor }: QueueQuery) {
      requireSite(viewer, 'see-reported-comments');
      const condition = sql`${conditions[show]} and ${visible(viewer, 'comment', 'moderate')}`;
      const isNewestFirst = show === 'decided';
      const key = isNewestFirst ? sql`comments.decided_at` : sql`comments.created_at`;
      const place = cursor === undefined ? undefined : decodeCursor(cursor, `comments ${show}`, 'newest');
      const after = place
        ? sql`and (${key}, comments.id) ${sql.raw(isNewestFirst ? '<' : '>')} (${place[1]}::timestamptz, ${place[2]}::uuid)`
        : sql``;
      const order = sql.raw(isNewestFirst ? 'desc' : 'asc');
      const [{ rows }, counted] = await Promise.all([
        sql<Row>`select ${columns(key)} from ${tables} where ${condition} ${after}
          order by ${key} ${order}, comments.id ${order} limit ${limit + 1}`.execute(db),
        sql<{ total: number }>`select count(*)::int as total from comments where ${condition}`.execute(db),
      ]);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(toModerated),
        total: counted.rows[0]?.total ?? 0,
        next_cursor:
          rows.length > limit && last
            ? encodeCursor(`comments ${show}`, ['newest', last.sort_key, last.id])
            : null,
      };
    },

    /** @throws AppError 401, 403, 404 */
    async get(viewer: Viewer, id: string): Promise<ModeratedComment> {
      return get((await proofFor(viewer, id)).id);
    },

    /** @throws AppError 401, 403, 404; 409 if the author has changed the text since */
    async decide(
      viewer: Viewer,
      id: string,
      { decision, updated_at }: { decision: 'approve' | 'remove'; updated_at: string },
    ) {
      const proof = await proofFor(viewer, id);
      const isDone = await decideComment(
        db,
        proof,
        decision === 'approve' ? 'visible' : 'hidden',
        updated_at,
      );
      if (!isDone) throw new AppError('conflict', m.refused_text_changed());
      return get(id);
    },

    /** @throws AppError 401, 403, 404; 409 if the decision isn't the viewer's, or isn't the last one about this text */
    async undo(viewer: Viewer, id: string, { decided_at }: { decided_at: string }) {
      const isDone = await undoDecision(db, await proofFor(viewer, id), decided_at);
      if (!isDone) throw new AppError('conflict', m.refused_nothing_to_undo());
      return get(id);
    },

    /** @throws AppError 401, 403 */
    rules(viewer: Viewer): Promise<HoldRules> {
      requireSite(viewer, 'see-reported-comments');
      return readHoldRules(db);
    },

    /** Changes only the given rules. @throws AppError 401, 403 */
    async setRules(viewer: Viewer, { words, link_days }: HoldRulesChange): Promise<HoldRules> {
      const site = writable(db, grantSite(viewer, 'manage-settings'));
      const lines = words && [...new Set(words.map((word) => word.replaceAll(/\s+/g, ' ')))];
      const values = [
        ...(lines ? [{ setting_key: holdKeys.words, setting_value: lines.join('\n') }] : []),
        ...(link_days === undefined
          ? []
          : [{ setting_key: holdKeys.linkDays, setting_value: String(link_days) }]),
      ];
      await site.transaction().execute((transaction) => writeSettings(transaction, values, []));
      return readHoldRules(db);
    },
  };
}
