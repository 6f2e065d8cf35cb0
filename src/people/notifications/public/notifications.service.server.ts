import { timingSafeEqual } from 'node:crypto';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';

export type EmailPreferences = ReturnType<typeof createEmailPreferences>;

/** The email lists that members can opt out of, and the profile column that turns each one off. */
export const listChoices = {
  plan: 'email_notifications',
  news: 'email_news',
  digest: 'weekly_digest',
  replies: 'email_replies',
} as const;
export type EmailList = keyof typeof listChoices;
export const emailLists = Object.keys(listChoices) as [EmailList, ...EmailList[]];

/** The parameters of an unsubscribe link. */
type UnsubscribeLink = { member: string; proof: string; list: EmailList };

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
  // Links about plans are older than the other lists, and don't contain a list.
  const proofOf = (userId: string, list: EmailList) =>
    vault
      .fingerprint(list === 'plan' ? `unsubscribe ${userId}` : `unsubscribe ${list} ${userId}`)
      .toString('base64url');
  function isValid({ member, proof, list }: UnsubscribeLink): boolean {
    const [actual, expected] = [Buffer.from(proof), Buffer.from(proofOf(member, list))];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  return {
    /** The link works for as long as the site keeps its APP_SECRET. */
    unsubscribeUrl: (userId: string, list: EmailList = 'plan') =>
      `${publicUrl}/functions/v1/unsubscribe?member=${userId}&proof=${proofOf(userId, list)}${list === 'plan' ? '' : `&list=${list}`}`,

    isValid,

    /** @returns false if the proof is wrong. */
    async unsubscribe(link: UnsubscribeLink): Promise<boolean> {
      if (!isValid(link)) return false;
      await db
        .updateTable('profiles')
        .set({ [listChoices[link.list]]: false })
        .where('id', '=', link.member)
        .execute();
      return true;
    },
  };
}
