import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { parseMessage } from './delivery-report.ts';
import { isHardBounce, isHardBounceStatus, shortReason } from './hard-bounce.ts';
import type { ReturnAddresses } from './return-address.server.ts';

export const hashOfAddress = (address: string) => createHash('sha256').update(address.toLowerCase()).digest();

type Db = OperatorWriter<'mailings'>;
/** Notes that an address is dead, unless its member has another one by now. */
export const noteHardBounce = (db: Db, userId: string, addressHash: Buffer, reason: string) =>
  sql`update profiles set email_bounced_at = now(), email_bounce_reason = ${reason}
    where id = ${userId} and sha256(convert_to(lower(email), 'UTF8')) = ${addressHash}`.execute(db);

export type BounceOutcome = {
  /** `dead`: the address gets no more news. */
  kind: 'dead' | 'noted' | 'not-a-report' | 'not-a-failure' | 'unknown';
  reason?: string;
};

/**
 * Takes emails that came back. A report names its email by the address that it came to, which is signed. What the operator hands over may name
 * it by the Message-ID too, if it is about the address that the email went to: members know the Message-IDs of their own emails alone, and
 * could otherwise silence somebody else by a forged report.
 */
export function createBounces({ db, returnAddresses }: { db: Db; returnAddresses: ReturnAddresses }) {
  return async (raw: string, { isTrusted }: { isTrusted: boolean }): Promise<BounceOutcome> => {
    const { addresses, findReport } = parseMessage(raw);
    const signed = returnAddresses.read(addresses);
    if (signed === undefined && !isTrusted) return { kind: 'unknown' };
    const report = findReport();
    if (!report) return { kind: 'not-a-report' };
    // Whatever its status: 4.4.7 is an email that was tried for long enough.
    const failed = report.recipients.find(({ action }) => action === 'failed');
    if (!failed) return { kind: 'not-a-failure' };
    const id = signed ?? /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(report.messageId ?? '')?.[1];
    if (id === undefined) return { kind: 'unknown' };
    const reason = shortReason([failed.status, failed.diagnostic].filter(Boolean).join(' '));
    // Some servers write 5.0.0 for everything.
    const isDead = ['', '5.0.0'].includes(failed.status)
      ? isHardBounce(failed.diagnostic)
      : isHardBounceStatus(failed.status);
    return db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ user_id: string | null; address_hash: Buffer | null }>`
        update mailing_recipients set bounced_at = coalesce(bounced_at, now()), reason = case when user_id is not null then ${reason} end
        where id = ${id} and (${signed !== undefined} or address_hash = ${hashOfAddress(failed.address)}) returning user_id, address_hash`.execute(
        transaction,
      );
      const [found] = rows;
      if (!found) return { kind: 'unknown' };
      if (isDead && found.user_id && found.address_hash)
        await noteHardBounce(transaction, found.user_id, found.address_hash, reason);
      return { kind: isDead ? 'dead' : 'noted', reason };
    });
  };
}
