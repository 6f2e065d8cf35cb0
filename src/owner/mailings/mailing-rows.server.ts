import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { List, PageQuery } from '#platform/contract/contract.ts';
import { pageByTime } from '#platform/database/list-page.server.ts';
import { AppError } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { everybody, segment } from './mailing-fields.ts';
import type { Mailing, MailingItem } from './mailings.contract.ts';
import * as m from './words/messages.ts';

type Times = 'send_at' | 'started_at' | 'finished_at' | 'created_at' | 'updated_at';
type Row = Omit<Mailing, Times | 'segment' | 'progress'> &
  Record<'created_at' | 'updated_at', Date> &
  Record<'send_at' | 'started_at' | 'finished_at', Date | null> &
  MailingItem['progress'] & { segment: unknown };

const columns = sql`mailing.id, mailing.kind, mailing.subject, mailing.status, mailing.segment, mailing.counts_opens, mailing.send_at,
  mailing.started_at, mailing.finished_at, mailing.problem, mailing.opens, mailing.week::text as week, mailing.created_at, mailing.updated_at,
  progress.*`;
const fromMailings = sql`from mailings mailing, lateral (
  select count(*)::int as total,
    count(*) filter (where status in ('waiting', 'claimed', 'handed', 'written'))::int as waiting,
    count(*) filter (where status = 'sent')::int as sent,
    count(*) filter (where status = 'refused')::int as refused,
    count(*) filter (where status = 'failed')::int as failed,
    count(*) filter (where status = 'left-out')::int as left_out,
    count(*) filter (where bounced_at is not null)::int as bounced,
    count(*) filter (where is_repeated)::int as repeated
  from mailing_recipients where mailing_id = mailing.id) progress`;
function toItem(row: Omit<Row, 'body'>): MailingItem {
  const { total, waiting, sent, refused, failed, left_out, bounced, repeated, ...mailing } = row;
  const chosen = segment.safeParse(row.segment);
  return {
    ...mailing,
    segment: chosen.success ? chosen.data : everybody,
    progress: { total, waiting, sent, refused, failed, left_out, bounced, repeated },
    send_at: isoOrNull(row.send_at),
    started_at: isoOrNull(row.started_at),
    finished_at: isoOrNull(row.finished_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** @throws AppError 404 */
export async function readMailing(db: Database, id: string): Promise<Mailing> {
  const { rows } =
    await sql<Row>`select ${columns}, mailing.body ${fromMailings} where mailing.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError('not_found', m.mailing_not_found());
  const { body, ...row } = rows[0];
  return { ...toItem(row), body };
}

/** Newest first. */
export async function listMailings(db: Database, query: PageQuery): Promise<List<MailingItem>> {
  const page = pageByTime(query, { time: 'mailing.created_at', id: 'mailing.id' });
  const [found, counted] = await Promise.all([
    sql<Row & { sort_key: string }>`select ${columns}, ${page.sortKey} ${fromMailings}
      where ${page.condition} ${page.ordered}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from mailings`.execute(db),
  ]);
  const { rows, next_cursor } = page.of(found.rows);
  return { items: rows.map(toItem), total: counted.rows[0]?.total ?? 0, next_cursor };
}
