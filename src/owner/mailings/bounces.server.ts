import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { parseMessage } from './delivery-report.ts';
import { isHardBounce, isHardBounceStatus, shortReason } from './hard-bounce.ts';
import type { ReturnAddresses } from './return-address.server.ts';

export const hashOfAddress = (address: string) => createHash('sha256').update(address.toLowerCase()).digest();

type Db = OperatorWriter<'mailings'>;
/** Marks an address as dead, unless the member has changed it since. */
export const noteHardBounce = (db: Db, userId: string, addressHash: Buffer, reason: string) =>
  sql`update profiles set email_bounced_at = now(), email_bounce_reason = ${reason}
    where id = ${userId} and sha256(convert_to(lower(email), 'UTF8')) = ${addressHash}`.execute(db);

export type BounceOutcome = {
  /** `dead`: the address gets no more mailings. */
  kind: 'dead' | 'noted' | 'not-a-report' | 'not-a-failure' | 'unknown';
  reason?: string;
};

/**
 * Handles emails that came back. A report identifies its email by the signed address it was sent to. A report from the operator can also do
 * so by Message-ID, if it is about the address that the email went to. Members can't, because they see the Message-IDs of their own emails
 * and could forge a report.
 */
export function createBounces({ db, returnAddresses }: { db: Db; returnAddresses: ReturnAddresses }) {
  return async (raw: string, { isTrusted }: { isTrusted: boolean }): Promise<BounceOutcome> => {
    const { addresses, findReport } = parseMessage(raw);
    const signed = returnAddresses.read(addresses);
    if (signed === undefined && !isTrusted) return { kind: 'unknown' };
    const report = findReport();
    if (!report) return { kind: 'not-a-report' };
    // Any status counts: with 4.4.7, the server has given up trying.
    const failed = report.recipients.find(({ action }) => action === 'failed');
    if (!failed) return { kind: 'not-a-failure' };
    const id = signed ?? /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(report.messageId ?? '')?.[1];
    if (id === undefined) return { kind: 'unknown' };
    const reason = shortReason([failed.status, failed.diagnostic].filter(Boolean).join(' '));
    // Some servers use 5.0.0 for everything.
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
