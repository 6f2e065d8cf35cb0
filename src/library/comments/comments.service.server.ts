import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, grant, requireSignedIn } from '#access/decide.ts';
import { grantItem } from '#access/items.server.ts';
import { type Collection, collections } from '#access/items.ts';
import { visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { deepestReply, deletedAuthor, replyPage } from '#constants';
import type { PageQuery } from '#platform/contract/contract.ts';
import { decodeCursor, encodeCursor } from '#platform/database/cursor.server.ts';
import { AppError, changedSince, idTaken } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import * as common from '#ui/words/messages.ts';
import type { Comment, CommentChange, CommentList, NewComment, ReplyList } from './comments.contract.ts';
import {
  type CommentRow,
  countComments,
  countReplies,
  findComment,
  findPlaceOf,
  type ListedRow,
  readComments,
  readReplies,
  removeComment,
} from './comments.queries.server.ts';
import { decideComment } from './decide-comment.server.ts';
import { reasonToHold } from './hold-comment.server.ts';

type Parts = { db: Database; rateLimits: RateLimits; publicUrl: string };

export function createCommentsService({ db, rateLimits, publicUrl }: Parts) {
  async function read(viewer: Viewer, id: string): Promise<Comment> {
    const row = await findComment(db, viewer, id);
    if (!row) throw new AppError('not_found', common.comment_not_found());
    return toComment(viewer, row);
  }

  /**
   * The author changes the text, which may have to be approved again; moderators hide or show it. Without `isEdit`, it is another attempt to
   * add the comment, which changes nothing that has been edited. @throws AppError 401, 403, 404, 429
   */
  async function update(viewer: Viewer, id: string, change: CommentChange, isEdit = true): Promise<Comment> {
    const row = await findComment(db, viewer, id);
    if ('body' in change) {
      const proof = grant(viewer, 'comment', 'edit', row);
      // An unchanged text stays approved.
      if (change.body === row?.body) return toComment(viewer, row);
      await rateLimits.require('comment-edit-minute', proof.viewer.userId);
      await rateLimits.require('comment-edit-hour', proof.viewer.userId);
      const held_for = await reasonToHold(db, proof.viewer, change.body, publicUrl, row);
      await writable(db, proof)
        .updateTable('comments')
        .set({
          body: change.body,
          ...(isEdit && { is_edited: true, updated_at: sql<string>`now()` }),
          status: held_for ? 'held' : 'visible',
          held_for,
          // Earlier decisions were about the previous text.
          decided_at: null,
          decided_before: null,
          decided_by: null,
        })
        .where('id', '=', proof.id)
        .where('author_id', '=', proof.viewer.userId)
        .where('status', 'in', ['visible', 'held'])
        // Another request may have saved this text and had it approved.
        .where('body', '<>', change.body)
        .$if(!isEdit, (statement) => statement.where('is_edited', '=', false))
        .execute();
    } else {
      await decideComment(db, grant(viewer, 'comment', 'moderate', row), change.status);
    }
    return read(viewer, id);
  }

  /** Another attempt to add a comment, whose text may have been changed since. @throws AppError 409, 429 */
  async function sendAgain(viewer: Viewer, itemId: string, known: CommentRow, comment: NewComment) {
    if (known.target_id !== itemId || !can(viewer, 'comment', 'edit', known)) throw idTaken();
    if (known.body === comment.body) return toComment(viewer, known);
    if (known.is_edited) throw changedSince();
    const stored = await update(viewer, known.id, comment, false);
    if (stored.body !== comment.body) throw changedSince();
    return stored;
  }

  return {
    /**
     * Comments on an item, oldest first, each with its first replies; `more_replies` is the cursor for the rest. Long
     * comments end a page early.
     * @throws AppError 400, 401, 404
     */
    async list(viewer: Viewer, collection: Collection, slug: string, query: PageQuery): Promise<CommentList> {
      const target = await grantItem(db, viewer, collection, slug, 'open');
      const [rows, total] = await Promise.all([
        readComments(db, target, visible(viewer, 'comment', 'see'), placeOf('comments', query.cursor), {
          limit: query.limit + 1,
          replies: replyPage + 1,
        }),
        countComments(db, target),
      ]);
      const top = rows.filter((row) => row.root_id === null);
      const listed = fittingOf(top, query.limit);
      const threads = Map.groupBy(rows, (row) => row.root_id ?? row.id);
      const shown = new Map(listed.map(({ id }) => [id, showThread(viewer, threads.get(id) ?? [])]));
      const items = rows
        .filter((row) => shown.get(row.root_id ?? row.id)?.ids.has(row.id))
        .map((row) => toComment(viewer, row, shown.get(row.id)?.more));
      return {
        items,
        total,
        next_cursor: top.length > listed.length ? cursorOf('comments', listed.at(-1)) : null,
      };
    },

    /** The further replies of a thread, after those in the list. @throws AppError 400, 401, 404 */
    async replies(
      viewer: Viewer,
      { collection, slug, id }: { collection: Collection; slug: string; id: string },
      { limit, cursor }: PageQuery,
    ): Promise<ReplyList> {
      const target = await grantItem(db, viewer, collection, slug, 'open');
      const [rows, total] = await Promise.all([
        readReplies(db, target, id, placeOf('replies', cursor), limit + 1),
        countReplies(db, target, id),
      ]);
      const shown = fittingOf(rows, limit);
      const next_cursor = rows.length > shown.length ? cursorOf('replies', shown.at(-1)) : null;
      const kept = withoutEmptyEnds(viewer, shown, next_cursor !== null);
      return { items: kept.map((row) => toComment(viewer, row)), total, next_cursor };
    },

    /** A visible comment on an item that the viewer can open. @throws AppError 401, 404 */
    async get(viewer: Viewer, id: string): Promise<Comment> {
      requireSignedIn(viewer);
      const place = await findPlaceOf(db, id);
      const item = place && (await grantItem(db, viewer, place.collection, place.slug, 'open'));
      const row = item && (await findComment(db, viewer, id));
      if (!row || row.status === 'deleted' || !can(viewer, 'comment', 'see', row))
        throw new AppError('not_found', common.comment_not_found());
      return toComment(viewer, row);
    },

    /**
     * Adds a comment or a reply, which may need approval by the owner's rules. If the author sends its id again, the
     * comment's text is replaced, unless it has been edited.
     * @throws AppError 401, 404 (also if the parent is on another item), 409 (also if the id is taken), 429
     */
    async add(viewer: Viewer, collection: Collection, slug: string, comment: NewComment): Promise<Comment> {
      const proof = await grantItem(db, viewer, collection, slug, 'comment');
      const { userId } = proof.viewer;
      const find = async () => (comment.id === undefined ? undefined : findComment(db, viewer, comment.id));
      const earlier = await find();
      if (earlier) return sendAgain(viewer, proof.id, earlier, comment);
      await rateLimits.require('comment-minute', userId);
      await rateLimits.require('comment-hour', userId);
      const held = await reasonToHold(db, proof.viewer, comment.body, publicUrl);
      const { rows } = await sql<{ id: string }>`
        insert into comments (id, target_type, target_id, body, author_id, status, held_for, parent_id, root_id, depth, untold_parent_id)
        select coalesce(${comment.id ?? null}::uuid, gen_random_uuid()), ${collections[collection]}::text, ${proof.id}::uuid, ${comment.body}::text, ${userId}::uuid,
          ${held ? 'held' : 'visible'}::text, ${held}::text,
          case when parent.depth < ${sql.lit(deepestReply)} then parent.id else parent.parent_id end,
          coalesce(parent.root_id, parent.id),
          case when parent.id is null then 0 else least(parent.depth + 1, ${sql.lit(deepestReply)}) end,
          case when parent.author_id <> ${userId}::uuid then parent.id end
        from (select 1) one left join comments parent on parent.id = ${comment.parent_id ?? null}::uuid
          and parent.target_type = ${collections[collection]} and parent.target_id = ${proof.id} and parent.status = 'visible'
        where ${comment.parent_id ?? null}::uuid is null or parent.id is not null
        on conflict (id) do nothing
        returning id`.execute(writable(db, proof));
      if (rows[0]) return read(viewer, rows[0].id);
      const known = await find();
      if (!known) throw new AppError('not_found', common.comment_not_found());
      return sendAgain(viewer, proof.id, known, comment);
    },

    update,

    /** Deletes the author's own comment; replies stay readable. @throws AppError 401, 403, 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      await removeComment(db, grant(viewer, 'comment', 'delete', await findComment(db, viewer, id)));
    },
  };
}

const placeOf = (list: 'comments' | 'replies', cursor: string | undefined) =>
  cursor === undefined ? undefined : decodeCursor(cursor, list, 'newest');
const cursorOf = (list: 'comments' | 'replies', last: CommentRow | undefined) =>
  last ? encodeCursor(list, ['newest', last.sort_key, last.id]) : null;

/** The rows that fit into the page. */
const fittingOf = (rows: ListedRow[], limit: number) => rows.slice(0, limit).filter(({ fits }) => fits);

/** The ids shown of a thread, and the cursor for more. `rows` has one reply more than a page if there are further ones. */
function showThread(viewer: Viewer, rows: ListedRow[]): { ids: Set<string>; more: string | null } {
  const top = rows.filter((row) => row.root_id === null);
  const replies = rows.filter((row) => row.root_id !== null);
  const shown = fittingOf(replies, replyPage);
  const more = replies.length > shown.length ? cursorOf('replies', shown.at(-1) ?? top[0]) : null;
  const kept = withoutEmptyEnds(viewer, [...top, ...shown], more !== null);
  return { ids: new Set((more ? [...top, ...kept] : kept).map((row) => row.id)), more };
}

/** Drops placeholders without visible replies. If the thread goes on (`goesOn`), their replies may be on the next page. */
function withoutEmptyEnds(viewer: Viewer, rows: CommentRow[], goesOn: boolean): CommentRow[] {
  const needed = new Set<string>();
  return rows
    .toReversed()
    .filter((row) => {
      const isKept = can(viewer, 'comment', 'see', row) || needed.has(row.id) || (goesOn && row.has_replies);
      if (isKept && row.parent_id !== null) needed.add(row.parent_id);
      return isKept;
    })
    .toReversed();
}

function toComment(viewer: Viewer, row: CommentRow, more_replies: string | null = null): Comment {
  // Whoever can change it has written it, and sees it also with a key that reads nothing else.
  const isSeen = can(viewer, 'comment', 'see', row) || can(viewer, 'comment', 'edit', row);
  const isShown = isSeen && row.status !== 'deleted';
  return {
    id: row.id,
    parent_id: row.parent_id,
    root_id: row.root_id,
    author: isShown ? (row.author ?? deletedAuthor) : null,
    is_admin: isShown && row.is_admin,
    body: isShown ? row.body : null,
    // Only the author and moderators may see that it is held.
    status: row.status === 'held' && !isShown ? 'hidden' : row.status,
    is_reported: row.is_reported,
    is_edited: row.is_edited,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: {
      edit: can(viewer, 'comment', 'edit', row),
      reply: row.status === 'visible',
      hide: row.status !== 'deleted' && can(viewer, 'comment', 'moderate', row),
      report: !row.is_reported && can(viewer, 'comment', 'report', row),
    },
    more_replies,
  };
}
