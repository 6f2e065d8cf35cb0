import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { PageQuery } from '#platform/contract/contract.ts';
import { refusedCursor } from '#platform/database/cursor.server.ts';
import { AppError } from '#platform/errors.ts';
import { isOutboxId, listOutbox, type OutboxEmail, readOutboxEmail } from '#platform/mail/outbox.server.ts';
import type { OutboxList } from './outbox.contract.ts';
import * as m from './words/messages.ts';

type Parts = {
  dataDir: string;
  isUsed: () => Promise<boolean>;
  /** Links and codes in emails open accounts, which a stolen session must not be able to do. @throws AppError 403 reauthentication_needed */
  assertRecent: (viewer: Viewer) => Promise<void>;
};

/** The subjects of emails with codes begin with the code. */
const withoutCode = (subject: string): string => subject.replace(/^\d{6}\b/, '••••••');

/** The emails of a site without an email server. Every method throws AppError 401 or 403 for others than admins. */
export function createOutboxService({ dataDir, isUsed, assertRecent }: Parts) {
  return {
    /** Newest first, without their content and codes; empty if an email server sends them. @throws AppError 400 invalid_cursor */
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
        return [{ id, sent_at, to, subject: withoutCode(subject) }];
      });
      const last = rest.length > limit ? ids.at(-1) : undefined;
      return { is_used, items, total: all.length, next_cursor: last ?? null };
    },

    /** @throws AppError 403 without a recent proof, 404 */
    async get(viewer: Viewer, id: string): Promise<OutboxEmail> {
      requireSite(viewer, 'administer');
      await assertRecent(viewer);
      const email = (await isUsed()) ? await readOutboxEmail(dataDir, id) : undefined;
      if (!email) throw new AppError('not_found', m.email_not_found());
      return email;
    },
  };
}
