import { timingSafeEqual } from 'node:crypto';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';

export type EmailPreferences = ReturnType<typeof createEmailPreferences>;

/** Unsubscribe links for the emails that members can opt out of. */
export function createEmailPreferences({
  db,
  vault,
  publicUrl,
}: {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  publicUrl: string;
}) {
  const proofOf = (userId: string) => vault.fingerprint(`unsubscribe ${userId}`).toString('base64url');
  return {
    /** The link works for as long as the site keeps its APP_SECRET. */
    unsubscribeUrl: (userId: string) =>
      `${publicUrl}/functions/v1/unsubscribe?member=${userId}&proof=${proofOf(userId)}`,

    /** @returns false if the proof is wrong. */
    async unsubscribe(userId: string, proof: string): Promise<boolean> {
      const [actual, expected] = [Buffer.from(proof), Buffer.from(proofOf(userId))];
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
      await db.updateTable('profiles').set({ email_notifications: false }).where('id', '=', userId).execute();
      return true;
    },
  };
}
