import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { PageQuery } from '#platform/contract/contract-fields.ts';
import { refusedCursor } from '#platform/database/cursor.server.ts';
import { AppError } from '#platform/errors.ts';
import { isOutboxId, listOutbox, type OutboxEmail, readOutboxEmail } from '#platform/mail/outbox.server.ts';
import type { OutboxList } from './outbox.contract.ts';
import * as m from './words/messages.ts';

/** The emails of a site without an email server. Every method throws AppError 401 or 403 for others than admins. */
export function createOutboxService({
  dataDir,
  isUsed,
}: {
  dataDir: string;
  isUsed: () => Promise<boolean>;
}) {
  return {
    /** Newest first, without their content; empty if an email server sends them. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, { limit, cursor }: PageQuery): Promise<OutboxList> {
      requireSite(viewer, 'administer');
      if (cursor !== undefined && !isOutboxId(cursor)) throw refusedCursor();
      const is_used = await isUsed();
      const all = is_used ? await listOutbox(dataDir) : [];
      // The cursor is the last one's id, so new emails don't shift the pages.
      const rest = cursor === undefined ? all : all.filter((id) => id < cursor);
      const ids = rest.slice(0, limit);
      const emails = await Promise.all(ids.map((id) => readOutboxEmail(dataDir, id)));
      // Old emails are deleted, perhaps since they were listed.
      const items = emails.flatMap((email) => {
        if (!email) return [];
        const { id, sent_at, to, subject } = email;
        return [{ id, sent_at, to, subject }];
      });
      const last = rest.length > limit ? ids.at(-1) : undefined;
      return { is_used, items, total: all.length, next_cursor: last ?? null };
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<OutboxEmail> {
      requireSite(viewer, 'administer');
      const email = (await isUsed()) ? await readOutboxEmail(dataDir, id) : undefined;
      if (!email) throw new AppError('not_found', m.email_not_found());
      return email;
    },
  };
}
