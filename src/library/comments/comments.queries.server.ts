import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type Grant, requireSignedIn } from '#access/decide.ts';
import type { Collection } from '#access/items.ts';
import type { Visible } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { Cursor } from '#platform/database/cursor.server.ts';

export type CommentRow = {
  id: string;
  target_id: string;
  parent_id: string | null;
  root_id: string | null;
  depth: number;
  author_id: string | null;
  author: string | null;
  is_admin: boolean;
  body: string;
  status: 'visible' | 'held' | 'hidden' | 'deleted';
  held_for: 'word' | 'link' | null;
  /** Whether the viewer has reported this text, or an earlier one whose report is still open. */
  is_reported: boolean;
  /** Whether it has replies, if it isn't visible to everyone. */
  has_replies: boolean;
  is_edited: boolean;
  created_at: Date;
  updated_at: Date;
  sort_key: string;
};
/** In a page: once the page's byte limit is reached, `fits` is false and `body` is empty. */
export type ListedRow = CommentRow & { fits: boolean };

/** The author's email address never leaves the server, only the part before the @. */
const columns = (
  userId: string,
  body = sql`comments.body`,
) => sql`comments.id, comments.target_id, comments.parent_id, comments.root_id, comments.depth, comments.author_id, split_part(author.email, '@', 1) as author,
  author.role is not distinct from 'admin' as is_admin,
  ${body} as body, comments.status, comments.held_for, comments.is_edited, comments.created_at, comments.updated_at,
  exists (select from comment_reports mine where mine.comment_id = comments.id and mine.reporter_id = ${userId}
    and (mine.resolved_at is null or mine.resolved_at >= comments.updated_at)) as is_reported,
  comments.status <> 'visible' and exists (select from comments reply where reply.parent_id = comments.id) as has_replies,
  comments.created_at::text as sort_key`;
const columnsOfPage = (userId: string) =>
  sql`${columns(userId, sql`case when page.fits then comments.body else '' end`)}, page.fits`;
/** Whether a row still fits into the page, given the total `bytes` of the rows before it in this order. */
const fitting = (order: RawBuilder<unknown>) =>
  sql`sum(bytes) over (order by ${order}) - bytes < ${limits.commentsPageBytes} as fits`;
const author = sql`left join profiles author on author.id = comments.author_id`;

type Target = Grant<'prompt', 'open'> | Grant<'playbook', 'open'>;

const afterPlace = (after: Cursor | undefined) =>
  after ? sql`and (comments.created_at, comments.id) > (${after[1]}::timestamptz, ${after[2]}::uuid)` : sql``;

/** The next `limit` top-level comments after a place, each with its first `replies` replies, oldest first. */
export async function readComments(
  db: Database,
  target: Target,
  seen: Visible<'comment', 'see'>,
  after: Cursor | undefined,
  { limit, replies }: { limit: number; replies: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    with top as (
      select id, created_at, octet_length(body) as bytes from comments
      where target_type = ${target.kind} and target_id = ${target.id} and parent_id is null
        and (${seen} or exists (select from comments reply where reply.parent_id = comments.id)) ${afterPlace(after)}
      order by created_at, id limit ${limit}
    ), listed as (
      select id, created_at, bytes, id as thread_id, created_at as thread_at from top
      union all
      select reply.id, reply.created_at, reply.bytes, top.id, top.created_at from top cross join lateral
        (select id, created_at, octet_length(body) as bytes from comments where root_id = top.id order by created_at, id limit ${replies}) reply
    ), page as (
      select id, ${fitting(sql`thread_at, thread_id, id <> thread_id, created_at, id`)} from listed
    )
    select ${columnsOfPage(target.viewer.userId)} from comments join page on page.id = comments.id ${author}
    order by comments.created_at, comments.id`.execute(db);
  return rows;
}

/** The next `limit` replies of a thread after a place, oldest first. */
export async function readReplies(
  db: Database,
  target: Target,
  rootId: string,
  after: Cursor | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    with listed as (
      select id, created_at, octet_length(body) as bytes from comments
      where root_id = ${rootId} and target_type = ${target.kind} and target_id = ${target.id} ${afterPlace(after)}
      order by created_at, id limit ${limit}
    ), page as (select id, ${fitting(sql`created_at, id`)} from listed)
    select ${columnsOfPage(target.viewer.userId)} from comments join page on page.id = comments.id ${author}
    order by comments.created_at, comments.id`.execute(db);
  return rows;
}

/** The number of visible comments at the top of a thread or directly below it. */
export async function countComments(db: Database, target: Target): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from comments left join comments parent on parent.id = comments.parent_id
    where comments.target_type = ${target.kind} and comments.target_id = ${target.id} and comments.status = 'visible'
      and parent.parent_id is null`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The number of visible replies in a thread, at any depth. */
export async function countReplies(db: Database, target: Target, rootId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from comments
    where root_id = ${rootId} and target_type = ${target.kind} and target_id = ${target.id} and status = 'visible'`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export async function findComment(db: Database, viewer: Viewer, id: string): Promise<CommentRow | undefined> {
  const { userId } = requireSignedIn(viewer);
  const { rows } = await sql<CommentRow>`
    select ${columns(userId)} from comments ${author} where comments.id = ${id}`.execute(db);
  return rows[0];
}

/** The item that a comment is on. */
export async function findPlaceOf(
  db: Database,
  id: string,
): Promise<{ collection: Collection; slug: string } | undefined> {
  const { rows } = await sql<{ collection: Collection; slug: string }>`
    select comments.target_type || 's' as collection, coalesce(prompt.slug, playbook.slug) as slug from comments
    left join prompts prompt on prompt.id = comments.prompt_id left join playbooks playbook on playbook.id = comments.playbook_id
    where comments.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Removes a comment of the proof's owner. If it has replies, an empty placeholder stays; placeholders without replies
 * are deleted.
 */
export async function removeComment(db: Database, proof: Grant<'comment', 'delete'>): Promise<void> {
  await writable(db, proof)
    .transaction()
    .execute(async (transaction) => {
      // One deletion at a time in a thread. Otherwise, if the last two replies of a placeholder were deleted at once,
      // each would still see the other, and the placeholder would stay. This doesn't block new replies.
      await sql`select from comments where id = (select coalesce(root_id, id) from comments where id = ${proof.id})
        for no key update`.execute(transaction);
      const { rows } = await sql<{ parent_id: string | null }>`
      select parent_id from comments where id = ${proof.id} and author_id = ${proof.viewer.userId} for update`.execute(
        transaction,
      );
      if (!rows[0]) return;
      let parent = rows[0].parent_id;
      const emptied = await sql`
      update comments set status = 'deleted', body = '', author_id = null, untold_parent_id = null, updated_at = now()
      where id = ${proof.id} and exists (select from comments reply where reply.parent_id = ${proof.id})`.execute(
        transaction,
      );
      if (emptied.numAffectedRows === 1n) return;
      await sql`delete from comments where id = ${proof.id}`.execute(transaction);
      while (parent !== null) {
        // Waits for replies being written: only the next statement sees them, and deleting the parent would delete them.
        await sql`select from comments where id = ${parent} for update`.execute(transaction);
        const removed: { rows: { parent_id: string | null }[] } = await sql<{ parent_id: string | null }>`
        delete from comments where id = ${parent} and status = 'deleted'
          and not exists (select from comments reply where reply.parent_id = ${parent}) returning parent_id`.execute(
          transaction,
        );
        parent = removed.rows[0]?.parent_id ?? null;
      }
    });
}
