import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { PageQuery } from '#platform/contract/contract-fields.ts';
import { pageOf } from '#platform/database/list-page.server.ts';
import { AppError } from '#platform/errors.ts';
import { listOutbox, type OutboxEmail, readOutboxEmail } from '#platform/mail/outbox.server.ts';
import type { OutboxList } from './outbox.contract.ts';
import * as m from './words/messages.ts';

/** The emails of a site without an email server, for admins. Every method throws AppError 401 or 403 for others. */
export function createOutboxService({
  dataDir,
  isUsed,
}: {
  dataDir: string;
  isUsed: () => Promise<boolean>;
}) {
  return {
    /** The newest first, without their content; empty if an email server sends them. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: PageQuery): Promise<OutboxList> {
      requireSite(viewer, 'administer');
      const is_used = await isUsed();
      const { items: ids, ...page } = pageOf(is_used ? await listOutbox(dataDir) : [], query);
      const emails = await Promise.all(ids.map((id) => readOutboxEmail(dataDir, id)));
      // One may be deleted meanwhile, for its age.
      const items = emails.flatMap((email) => {
        if (!email) return [];
        const { id, sent_at, to, subject } = email;
        return [{ id, sent_at, to, subject }];
      });
      return { is_used, ...page, items };
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
