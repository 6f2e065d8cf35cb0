import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, grant } from '#access/decide.ts';
import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { decodeCursor, encodeCursor } from '#platform/cursor.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/rate-limits.server.ts';
import type { Comment, CommentChange, CommentList, CommentQuery, NewComment } from './comments.contract.ts';
import {
  type CommentRow,
  countComments,
  findComment,
  readComments,
  removeComment,
} from './comments.queries.server.ts';

/** Against flooding, for each member. */
const floodLimits = {
  'comment-minute': { points: 10, seconds: 60 },
  'comment-hour': { points: 100, seconds: 3_600 },
};

export function createCommentsService({ db, rateLimits }: { db: Database; rateLimits: RateLimits }) {
  async function read(viewer: Viewer, id: string): Promise<Comment> {
    const row = await findComment(db, id);
    if (!row) throw new AppError('not_found', 'Comment not found');
    return toComment(viewer, row);
  }

  return {
    /** Comments on an item, oldest first, each with all its replies. @throws AppError 400, 401, 404 */
    async list(
      viewer: Viewer,
      collection: Collection,
      slug: string,
      query: CommentQuery,
    ): Promise<CommentList> {
      const proof = await grantItem(db, viewer, collection, slug, 'open');
      const target = { type: collections[collection], proof };
      const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 'newest');
      const [rows, total] = await Promise.all([
        readComments(db, target, visible(viewer, 'comment', 'see'), after, query.limit + 1),
        countComments(db, target),
      ]);
      const top = rows.filter((row) => row.parent_id === null);
      const beyond = top[query.limit];
      const last = top[query.limit - 1];
      const items = withoutEmptyEnds(viewer, beyond ? withoutTree(rows, beyond.id) : rows);
      return {
        items: items.map((row) => toComment(viewer, row)),
        total,
        next_cursor: beyond && last ? encodeCursor(['newest', last.sort_key, last.id]) : null,
      };
    },

    /** Adds a comment or a reply. @throws AppError 401, 404 (also for a parent elsewhere), 429 */
    async add(viewer: Viewer, collection: Collection, slug: string, comment: NewComment): Promise<Comment> {
      const proof = await grantItem(db, viewer, collection, slug, 'comment');
      const { userId } = proof.viewer;
      for (const [name, limit] of Object.entries(floodLimits)) {
        await rateLimits.require(name, limit, userId);
      }
      const { rows } = await sql<{ id: string }>`
        insert into comments (target_type, target_id, body, author_id, parent_id)
        select ${collections[collection]}::text, ${proof.id}::uuid, ${comment.body}::text, ${userId}::uuid, parent.id
        from (select 1) one left join comments parent on parent.id = ${comment.parent_id ?? null}::uuid
          and parent.target_type = ${collections[collection]} and parent.target_id = ${proof.id} and parent.status = 'visible'
        where ${comment.parent_id ?? null}::uuid is null or parent.id is not null
        returning id`.execute(writable(db, proof));
      if (!rows[0]) throw new AppError('not_found', 'Comment not found');
      return read(viewer, rows[0].id);
    },

    /** The author changes the text; an admin hides or shows it. @throws AppError 401, 403, 404 */
    async update(viewer: Viewer, id: string, change: CommentChange): Promise<Comment> {
      const row = await findComment(db, id);
      if ('body' in change) {
        const proof = grant(viewer, 'comment', 'edit', row);
        await writable(db, proof)
          .updateTable('comments')
          .set({ body: change.body, is_edited: true, updated_at: sql`now()` })
          .where('id', '=', proof.id)
          .where('author_id', '=', proof.viewer.userId)
          .where('status', '=', 'visible')
          .execute();
      } else {
        const proof = grant(viewer, 'comment', 'hide', row);
        await writable(db, proof)
          .updateTable('comments')
          .set({ status: change.status })
          .where('id', '=', proof.id)
          .where('status', '!=', 'deleted')
          .execute();
      }
      return read(viewer, id);
    },

    /** The author deletes it; replies stay readable. @throws AppError 401, 403, 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      await removeComment(db, grant(viewer, 'comment', 'delete', await findComment(db, id)));
    },
  };
}

/** All rows but the one with this id and what hangs below it; parents come before their replies. */
function withoutTree(rows: CommentRow[], id: string): CommentRow[] {
  const gone = new Set([id]);
  return rows.filter((row) => {
    if (row.id === id || (row.parent_id !== null && gone.has(row.parent_id))) gone.add(row.id);
    return !gone.has(row.id);
  });
}

/** Places without a text that nobody can read anything below of are left out. */
function withoutEmptyEnds(viewer: Viewer, rows: CommentRow[]): CommentRow[] {
  const needed = new Set<string>();
  return rows
    .toReversed()
    .filter((row) => {
      const isKept = can(viewer, 'comment', 'see', row) || needed.has(row.id);
      if (isKept && row.parent_id !== null) needed.add(row.parent_id);
      return isKept;
    })
    .toReversed();
}

function toComment(viewer: Viewer, row: CommentRow): Comment {
  const isShown = can(viewer, 'comment', 'see', row) && row.status !== 'deleted';
  return {
    id: row.id,
    parent_id: row.parent_id,
    author: isShown ? (row.author ?? 'deleted user') : null,
    body: isShown ? row.body : null,
    status: row.status,
    is_edited: row.is_edited,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: {
      edit: can(viewer, 'comment', 'edit', row),
      reply: row.status === 'visible',
      hide: row.status !== 'deleted' && can(viewer, 'comment', 'hide', row),
    },
  };
}
