import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import type { AgreedTo } from '#site/own-pages/public/agreed.ts';
import { openConsents, recordConsents } from '#site/own-pages/public/consents.server.ts';
import * as m from '../words/messages.ts';

/** Records the pages that the member agrees to with this purchase. @throws AppError 409 consent_required while one is missing */
export async function settleConsent(
  db: Database,
  proof: Grant<'account', 'buy' | 'change-plan'>,
  { agreed_to: agreed = {} }: { agreed_to?: AgreedTo | undefined },
): Promise<void> {
  const { userId } = proof.viewer;
  const asked = await openConsents(db, userId);
  if (asked.some(({ slug, version }) => agreed[slug] !== version))
    throw new AppError('consent_required', m.refused_consent());
  if (asked.length > 0) await recordConsents(db, writable(db, proof), { userId, agreed, place: 'checkout' });
}
