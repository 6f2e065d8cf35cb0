import type { Database } from '#access/database.ts';
import { can, grant, requireSignedIn } from '#access/decide.ts';
import { readSteps, revealed } from '#access/gated.server.ts';
import { hasBought } from '#access/predicate.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { limits } from '#constants';
import type { CategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import { stepsAsMarkdown } from '#library/downloads/public/steps-markdown.ts';
import { newestItems, type Row, toItem } from './newest-items.server.ts';
import type { Feed } from './render-feed.ts';

/**
 * The newest items for a member, with the texts that they can read, as long as these aren't too long in total. This doesn't count as reading
 * them. @throws AppError 401
 */
export const createMemberFeed =
  (db: Database, directory: CategoryDirectory) =>
  async (asker: Viewer, category: string | undefined): Promise<Feed['items']> => {
    const viewer = requireSignedIn(asker);
    const own = { text: revealed(viewer, 'prompt', 'prompt_body'), isPurchased: hasBought(viewer) };
    const { rows } = await newestItems(viewer, await directory.currentName(category), own).execute(db);
    const items: Feed['items'] = [];
    let left = limits.feedTexts;
    // One after the other: together, the texts of fifty playbooks would take all connections to the database, and too much memory.
    for (const row of rows) {
      const readable = row.kind === 'playbook' && left > 0 ? await stepsOf(db, viewer, row) : row.text;
      const text = left > 0 ? readable : null;
      left -= text?.length ?? 0;
      items.push({ ...toItem(row), text });
    }
    return items;
  };

/** The steps as Markdown; null if they are locked, or if the plan limits reading and the member hasn't opened this playbook today. */
async function stepsOf(db: Database, viewer: SignedInViewer, row: Row): Promise<string | null> {
  if (!can(viewer, 'playbook', 'read', row)) return null;
  const steps = await readSteps(db, grant(viewer, 'playbook', 'read', row));
  return steps ? stepsAsMarkdown(steps) : null;
}
