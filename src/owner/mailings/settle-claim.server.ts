import { type RawBuilder, sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { mailingRules } from '#constants';
import { hashOfAddress, noteHardBounce } from './bounces.server.ts';
import type { Claim } from './mailing-queue.server.ts';
import type { Outcome } from './send-outcome.ts';

/** After this many attempts, the pause for an unavailable server stops growing. */
const stuckAttempts = 7;
const isHandedOver = sql`status in ('handed', 'written')`;

/** Records the outcome of an email in its row, if that is still claimed by the process `owner`. */
export async function settleClaim(
  db: OperatorWriter<'mailings'>,
  owner: string,
  { id, user_id, email }: Claim,
  outcome: Outcome,
): Promise<void> {
  const mine = sql`where id = ${id} and claimed_by = ${owner}`;
  const set = (values: RawBuilder<unknown>) =>
    sql`update mailing_recipients set ${values}, claimed_by = null ${mine}`.execute(db);
  // The account may have been deleted since, and the reason can contain its address.
  const because = (reason: string | null) => sql`reason = case when user_id is not null then ${reason} end`;
  const done = (status: string, reason: string | null) =>
    set(sql`status = ${status}, ${because(reason)}, retry_at = null, done_at = now()`);
  const { retries, pause, doubts } = mailingRules;
  switch (outcome.kind) {
    case 'sent':
      await done('sent', null);
      break;
    case 'failed':
      await done('failed', outcome.reason);
      break;
    case 'refused':
      await done('refused', outcome.reason);
      if (outcome.isDead) await noteHardBounce(db, user_id, hashOfAddress(email), outcome.reason);
      break;
    case 'later': {
      const { attempts, seconds, max } = retries;
      await set(sql`attempts = attempts + 1, ${because(outcome.reason)},
        status = case when attempts + 1 >= ${attempts} then 'failed' else 'waiting' end,
        done_at = case when attempts + 1 >= ${attempts} then now() end,
        retry_at = now() + make_interval(secs => least(${max}, ${seconds} * 2 ^ least(attempts, 20)))`);
      break;
    }
    case 'stuck': {
      // If the connection broke after the last byte, the email may have been accepted. After enough such attempts it counts as failed.
      const isInDoubt = sql`(${isHandedOver} and ${!outcome.isUnsent}::boolean)`;
      const isGivenUp = sql`(${isInDoubt} and doubts + 1 >= ${doubts}::int)`;
      // A long outage of the server uses up only a few of an address's attempts.
      await set(sql`doubts = doubts + ${isInDoubt}::int, is_repeated = is_repeated or ${isInDoubt}, ${because(outcome.reason)},
        status = case when ${isGivenUp} then 'failed' else 'waiting' end,
        done_at = case when ${isGivenUp} then now() end,
        attempts = least(attempts + 1, greatest(attempts, ${stuckAttempts}::int)),
        retry_at = now() + make_interval(secs => least(${pause.max}, ${pause.seconds} * 2 ^ least(attempts, 20)))`);
      break;
    }
    case 'stopped':
      await set(sql`is_repeated = is_repeated or ${isHandedOver}, status = 'waiting'`);
  }
}
