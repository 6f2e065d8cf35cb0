import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
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
    /** The newest first; empty if an email server sends them. */
    async list(viewer: Viewer): Promise<OutboxList> {
      requireSite(viewer, 'administer');
      const is_used = await isUsed();
      return { is_used, items: is_used ? await listOutbox(dataDir) : [] };
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
