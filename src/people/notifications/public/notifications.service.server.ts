import { timingSafeEqual } from 'node:crypto';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';

export type EmailPreferences = ReturnType<typeof createEmailPreferences>;

/** Who wants to be told by mail what happens to his plan. */
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
    /** An address that ends the notes of this member, for as long as the site keeps its secret. */
    urlFor: (userId: string) =>
      `${publicUrl}/functions/v1/unsubscribe?member=${userId}&proof=${proofOf(userId)}`,

    /** @returns whether the proof was right. */
    async end(userId: string, proof: string): Promise<boolean> {
      const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(userId))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      await db.updateTable('profiles').set({ email_notifications: false }).where('id', '=', userId).execute();
      return true;
    },
  };
}
