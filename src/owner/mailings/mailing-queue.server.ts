import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { mailingRules } from '#constants';
import { fromMembers, leftOut } from '#people/notifications/public/left-out.server.ts';
import { corkQuery } from '#platform/database/corked-query.server.ts';
import { hasPassed } from '#platform/database/has-passed.server.ts';
import type { PrepareEndOfData } from '#platform/mail/smtp-end-of-data.server.ts';
import { hashOfAddress } from './bounces.server.ts';
import { NotClaimedError, type Outcome } from './send-outcome.ts';
import { settleClaim } from './settle-claim.server.ts';
import { answerLost } from './stall-reasons.ts';

export type SendingMailing = {
  id: string;
  kind: 'message' | 'digest';
  subject: string;
  body: string;
  counts_opens: boolean;
  week: string | null;
};
export type Claim = { id: string; user_id: string; email: string; locale: string | null };
type Db = OperatorWriter<'mailings'>;

/** How long a database connection is held for a mail server that is slow to take the last byte. */
const keptMilliseconds = 100;
const isUnderWay = sql`status in ('claimed', 'handed', 'written')`;
const isOpen = sql`status in ('waiting', 'claimed', 'handed', 'written')`;
const isDue = sql`status = 'waiting' and ${hasPassed(sql`retry_at`, mailingRules.retries.max)}`;

/**
 * The recipients of mailings, as one process works through them. An email is `claimed`, `handed` right before its last byte is sent, and
 * `written` right after: delivery is uncertain only between `handed` and `written`.
 * @param owner the process whose claims these are.
 */
export function createMailingQueue(db: Db, owner: string) {
  const lease = sql`now() + make_interval(secs => ${mailingRules.leaseSeconds})`;

  /**
   * Emails that another process was sending when it died. Those that were written are with the mail server, and count as sent. All others
   * are sent again, with the same Message-ID.
   */
  const takeOver = () =>
    sql`
    update mailing_recipients set claimed_by = null, is_repeated = is_repeated or status = 'handed',
      status = case status when 'written' then 'sent' else 'waiting' end,
      retry_at = case when status <> 'written' then retry_at end,
      done_at = case when status = 'written' then now() end,
      reason = case when status <> 'written' then reason when user_id is not null then ${answerLost} end
    where ${isUnderWay} and claimed_by is distinct from ${owner}`.execute(db);

  return {
    /** The oldest mailing with emails to send. Finished mailings are marked as sent. */
    async next(): Promise<SendingMailing | undefined> {
      await sql`update mailings set status = 'sent', finished_at = now(), problem = null where status = 'sending'
        and not exists (select from mailing_recipients recipient where recipient.mailing_id = mailings.id and ${isOpen})`.execute(
        db,
      );
      const { rows } = await sql<SendingMailing>`
        select id, kind, subject, body, counts_opens, week::text as week from mailings where status = 'sending'
          and exists (select from mailing_recipients recipient where recipient.mailing_id = mailings.id
            and (${isDue} or ${isUnderWay}))
        order by started_at, id limit 1`.execute(db);
      return rows[0];
    },

    /** @returns whether this process is the one that sends. */
    async lead(): Promise<boolean> {
      const { rows } = await sql<{ is_new: boolean }>`
        insert into mailing_sender as sender (process, leased_until) values (${owner}, ${lease})
        on conflict (is_only) do update set process = excluded.process, leased_until = excluded.leased_until
          where sender.process = ${owner} or ${hasPassed(sql`sender.leased_until`, mailingRules.leaseSeconds)}
        returning (select process from mailing_sender) is distinct from ${owner}::uuid as is_new`.execute(db);
      if (rows[0]?.is_new) await takeOver();
      return rows.length > 0;
    },

    /** Lets another process lead. */
    resign: async () =>
      void (await sql`update mailing_sender set process = null, leased_until = null where process = ${owner}`.execute(
        db,
      )),

    /**
     * The next emails of a mailing, each claimed for this process only. Retries come last. Recipients who may no
     * longer be emailed are skipped.
     */
    async claim(mailing: SendingMailing, count: number): Promise<Claim[]> {
      const list = mailing.kind === 'digest' ? 'digest' : 'news';
      const { rows } = await sql<Claim & { left_out: string | null }>`
        with taken as (
          update mailing_recipients set status = 'claimed', claimed_by = ${owner} where id in (
            select id from mailing_recipients where mailing_id = ${mailing.id} and ${isDue}
              and exists (select from mailings where id = ${mailing.id} and status = 'sending')
            order by retry_at nulls first, id limit ${count} for update skip locked)
          returning id, user_id, retry_at)
        select taken.id, taken.user_id, member.email, member.locale,
          case when member.id is null then 'deleted' else ${leftOut(list)} end as left_out
        from taken left join (${fromMembers}) on member.id = taken.user_id
        order by taken.retry_at nulls first, taken.id`.execute(db);
      const excluded = rows.filter((row) => row.left_out !== null);
      for (const { id, left_out } of excluded) await this.leaveOut(id, left_out ?? '');
      return rows.filter((row) => row.left_out === null);
    },

    leaveOut: (id: string, reason: string) =>
      sql`update mailing_recipients set status = 'left-out', reason = ${reason}, claimed_by = null, done_at = now()
        where id = ${id} and claimed_by = ${owner}`.execute(db),

    /**
     * Records that the last byte is about to be sent. Keeps the database connection open to record the result immediately.
     * @param pixel the hash by which an open is counted. @throws NotClaimedError
     */
    async markHandedOver(
      { id, email }: Claim,
      mailing: SendingMailing,
      pixel: Buffer | undefined,
    ): Promise<PrepareEndOfData> {
      const written = sql`update mailing_recipients set status = 'written'
        where id = ${id} and status = 'handed' and claimed_by = ${owner}`;
      const { promise, resolve, reject } = Promise.withResolvers<PrepareEndOfData>();
      const handing = db.connection().execute(async (connection) => {
        const { rows } = await sql`
          with handed as (
            update mailing_recipients set status = 'handed', address_hash = ${hashOfAddress(email)}
            where id = ${id} and status = 'claimed' and claimed_by = ${owner} and user_id is not null
              and exists (select from mailings where id = ${mailing.id} and status = 'sending')
            returning id),
          counted as (
            insert into mailing_pixels (token_hash, mailing_id)
            select ${pixel ?? null}::bytea, ${mailing.id}::uuid from handed where ${pixel !== undefined}::boolean on conflict do nothing)
          select from handed`.execute(connection);
        if (rows.length === 0) throw new NotClaimedError();
        const { promise: over, resolve: end } = Promise.withResolvers<unknown>();
        const giveBack = setTimeout(end, keptMilliseconds);
        let isKept = true;
        resolve(() => {
          if (!isKept)
            return { send: () => void written.execute(db).catch(() => undefined), discard: () => undefined };
          isKept = false;
          const { answer, ...record } = corkQuery(() => written.execute(connection));
          end(answer.catch(() => undefined));
          return record;
        });
        await over;
        clearTimeout(giveBack);
        isKept = false;
      });
      handing.catch(reject);
      return promise;
    },

    /** Records the outcome of an email. */
    settle: (claim: Claim, outcome: Outcome) => settleClaim(db, owner, claim, outcome),

    /** Records why nothing is being sent; null once something is. */
    explain: (id: string, problem: string | null) =>
      sql`update mailings set problem = ${problem} where id = ${id} and status = 'sending' and problem is distinct from ${problem}`.execute(
        db,
      ),

    /**
     * Stops a mailing whose email the server keeps refusing, so that its text can be changed. @param refused recipients to send it to again
     */
    halt: (id: string, problem: string, refused: string[]) =>
      sql`with halted as (
          update mailings set status = 'stopped', problem = ${problem} where id = ${id} and status = 'sending')
        update mailing_recipients set status = 'waiting', attempts = 0, retry_at = null, reason = null, done_at = null
        where id = any(${refused}::uuid[]) and mailing_id = ${id} and status in ('failed', 'refused')`.execute(
        db,
      ),
  };
}
export type MailingQueue = ReturnType<typeof createMailingQueue>;
