import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can } from '#access/decide.ts';
import type { SignedInViewer } from '#access/viewer.ts';
import { heldLinkDays } from '#constants';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
import type { CommentRow } from './comments.queries.server.ts';
import { heldWordIn, linksTo } from './held-text.ts';

/** The owner's rules: words that hold a comment, and for how many days after joining links do so. */
export type HoldRules = { words: string[]; link_days: number };

export const holdKeys = { words: 'comment_held_words', linkDays: 'comment_link_days' } as const;

/** Read for each comment, so that changes take effect immediately in every process. */
export async function readHoldRules(db: Database): Promise<HoldRules> {
  const values = await readSettings(db, Object.values(holdKeys));
  const days = Number(values.get(holdKeys.linkDays) ?? heldLinkDays.default);
  return {
    words: (values.get(holdKeys.words) ?? '').split('\n').filter((word) => word !== ''),
    link_days: Number.isInteger(days) && days >= 0 ? days : heldLinkDays.default,
  };
}

/**
 * Why a text by this member needs approval; null if it doesn't. Moderators' texts never do. `before` is the comment
 * being edited: if it was held for a link, it stays held while it has one.
 */
export async function reasonToHold(
  db: Database,
  viewer: SignedInViewer,
  text: string,
  publicUrl: string,
  before?: Pick<CommentRow, 'status' | 'held_for'>,
): Promise<'word' | 'link' | null> {
  if (can(viewer, 'site', 'comment-without-approval', {})) return null;
  const { words, link_days } = await readHoldRules(db);
  if (heldWordIn(text, words)) return 'word';
  if (link_days === 0 || linksTo(text, new URL(publicUrl).host).length === 0) return null;
  if (before?.status === 'held' && before.held_for === 'link') return 'link';
  const { rows } = await sql<{ is_new: boolean }>`
    select created_at > now() - make_interval(days => ${link_days}) as is_new from profiles where id = ${viewer.userId}`.execute(
    db,
  );
  return rows[0]?.is_new ? 'link' : null;
}
