import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter, WriterFor } from '#access/writable.server.ts';
import { mailingRules } from '#constants';
import { fromMembers, leftOut } from '#people/notifications/public/left-out.server.ts';
import { newVersion } from '#platform/database/record-version.server.ts';
import { readTimeZone } from '#site/settings/public/read-time-zone.server.ts';
import { digestItems } from './digest-items.server.ts';
import { everybody, type Segment, segment, withoutPlan } from './mailing-fields.ts';
import { inSegment } from './segments.server.ts';
import { stallReasons } from './stall-reasons.ts';

type Db = OperatorWriter<'mailings'> | WriterFor<'site', 'send-mailings'>;

/** Records the recipients in the transaction that starts a mailing; members who join later don't get it. */
async function fillList(transaction: Db, id: string, chosen: Segment, list: 'news' | 'digest') {
  // With many members, this takes longer than the usual timeout.
  await sql`set local statement_timeout = 0`.execute(transaction);
  // A concurrent account deletion waits for this transaction, or has already removed the row.
  return sql`insert into mailing_recipients (mailing_id, user_id)
    select ${id}, member.id from ${fromMembers} where ${inSegment(chosen)} and ${leftOut(list)} is null
    for key share of member`.execute(transaction);
}

/** The Monday of the week in a time zone, and how many hours ago it began by the clock there. */
async function weekOf(db: Database, at: Date | undefined) {
  const zone = await readTimeZone(db);
  const { rows } = await sql<{ monday: string; hours: number }>`
    select date_trunc('week', at)::date::text as monday, (extract(epoch from at - date_trunc('week', at)) / 3600)::float8 as hours
    from (select coalesce(${at ?? null}::timestamptz, now()) at time zone ${zone}::text as at) moment`.execute(
    db,
  );
  const { monday = '', hours = 0 } = rows[0] ?? {};
  return { zone, monday, hours };
}

/** After a restore, nobody knows what was sent since the backup, so nothing is sent without a new command. */
export async function holdMailings(mailings: OperatorWriter<'mailings'>): Promise<void> {
  await sql`update mailings set send_at = null, problem = case status when 'sending' then ${stallReasons.restored} end,
      status = case status when 'sending' then 'stopped' else 'draft' end
    where status in ('sending', 'scheduled')`.execute(mailings);
  const { monday } = await weekOf(mailings, undefined);
  await sql`insert into digest_weeks (week) values (${monday}) on conflict do nothing`.execute(mailings);
}

async function namesDeletedPlan(transaction: Db, { plans }: Segment): Promise<boolean> {
  const ids = plans.filter((plan) => plan !== withoutPlan);
  const { rows } = await sql`select from unnest(${ids}::uuid[]) plan
    where not exists (select from tiers where tiers.id = plan)`.execute(transaction);
  return rows.length > 0;
}

/** Starts a mailing in a transaction that has locked it. @returns why it can't start, if its segment can't be resolved */
export async function beginMailing(transaction: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ segment: unknown }>`
    select segment from mailings where id = ${id} and status in ('draft', 'scheduled')`.execute(transaction);
  if (!rows[0]) return undefined;
  const chosen = segment.safeParse(rows[0].segment);
  if (!chosen.success) return stallReasons.unreadableSegment;
  if (await namesDeletedPlan(transaction, chosen.data)) return stallReasons.deletedPlan;
  await sql`update mailings set status = 'sending', started_at = now(), send_at = null, problem = null,
      updated_at = ${newVersion} where id = ${id}`.execute(transaction);
  await fillList(transaction, id, chosen.data, 'news');
  return undefined;
}

type Parts = { db: OperatorWriter<'mailings'>; wake(): void };

/** Starts mailings that are due. Any number of processes can run it, as often as they like. */
export function createMailingsDue({ db, wake }: Parts) {
  /** A mailing that can't start becomes a draft again, so that it doesn't hold up others. */
  async function begin(transaction: Db, { id, is_late }: { id: string; is_late: boolean }) {
    const problem = is_late ? stallReasons.late : await beginMailing(transaction, id);
    if (problem)
      await sql`update mailings set status = 'draft', send_at = null, problem = ${problem} where id = ${id}`.execute(
        transaction,
      );
  }

  async function startScheduled(): Promise<void> {
    for (;;) {
      const isStarted = await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: string; is_late: boolean }>`
          select id, send_at < now() - make_interval(hours => ${mailingRules.lateHours}) as is_late
          from mailings where status = 'scheduled' and send_at <= now()
          order by send_at limit 1 for update skip locked`.execute(transaction);
        if (rows[0]) await begin(transaction, rows[0]);
        return rows.length > 0;
      });
      if (!isStarted) return;
    }
  }

  /**
   * The digest of the week before the Monday of `at`. If the site isn't running at the set hour, it goes out a few hours
   * late, or not at all.
   */
  async function startDigest(at: Date): Promise<void> {
    const { hour, lateHours } = mailingRules.digest;
    const { zone, monday, hours } = await weekOf(db, at);
    if (hours < hour || hours >= hour + lateHours) return;
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql`
        insert into digest_weeks (week) values (${monday}) on conflict do nothing returning week`.execute(
        transaction,
      );
      if (rows.length === 0) return;
      const { total } = await digestItems(transaction, { monday, zone, limit: 1 });
      if (total === 0) return;
      const { rows: made } = await sql<{ id: string }>`
        insert into mailings (kind, week, status, started_at) values ('digest', ${monday}, 'sending', now())
        returning id`.execute(transaction);
      const id = made[0]?.id ?? '';
      const { numAffectedRows } = await fillList(transaction, id, everybody, 'digest');
      // No member has subscribed to digests yet.
      if (!numAffectedRows) await sql`delete from mailings where id = ${id}`.execute(transaction);
    });
  }

  return async (at = new Date()): Promise<void> => {
    try {
      await startScheduled();
    } finally {
      // A failure of scheduled mailings doesn't hold up the digest.
      try {
        await startDigest(at);
      } finally {
        wake();
      }
    }
  };
}
