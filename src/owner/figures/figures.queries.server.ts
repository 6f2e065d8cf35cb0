import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { figures } from '#constants';
import type { FigureRange } from '#money/billing/public/ledger-figures.server.ts';

export const eventKinds = [
  'joined',
  'left',
  'first_copy',
  'viewed',
  'copied',
  'saved',
  'ran',
  'missed',
] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * All events of the range: recent ones one by one, older ones as daily sums. A single statement, so that each event counts exactly once.
 */
const eventsOf = ({ from, to, zone }: FigureRange) => sql`
  select (at at time zone ${zone})::date as day, kind, subject, amount from figure_events
  where at >= ${from}::date - interval '1 day' and at < ${to}::date + interval '2 days'
    and (at at time zone ${zone})::date between ${from}::date and ${to}::date
  union all
  select day, kind, subject, amount from figure_sums where day between ${from}::date and ${to}::date`;

/** The first day of each unit in the range, in order. */
export async function readBuckets(db: Database, { unit, from, to }: FigureRange): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select start::date::text as start from generate_series(date_trunc(${unit}, ${from}::date::timestamp), ${to}::date::timestamp,
      ('1 ' || ${unit})::interval) as start`.execute(db);
  return rows.map(({ start }) => start);
}

/** The range, widened to whole units; by default the last `span` units up to today. */
export async function widenRange(
  db: Database,
  {
    unit,
    from,
    to,
    zone,
  }: Omit<FigureRange, 'from' | 'to'> & { from?: string | undefined; to?: string | undefined },
  span: number,
): Promise<{ from: string; to: string; today: string }> {
  const { rows } = await sql<{ from: string; to: string; today: string }>`
    with today as (select (now() at time zone ${zone})::date as day),
      until as (select coalesce(${to ?? null}::date, day) as day, day as today from today)
    select date_trunc(${unit}, coalesce(${from ?? null}::date::timestamp, until.day - ${span - 1} * ('1 ' || ${unit})::interval))::date::text as from,
      (date_trunc(${unit}, until.day::timestamp) + ('1 ' || ${unit})::interval - interval '1 day')::date::text as to, today::text as today
    from until`.execute(db);
  return rows[0] ?? { from: from ?? '', to: to ?? '', today: to ?? '' };
}

export type EventBucket = { start: string; kind: EventKind; amount: number };

export async function readEvents(db: Database, range: FigureRange): Promise<EventBucket[]> {
  const { rows } = await sql<EventBucket>`
    select date_trunc(${range.unit}, day)::date::text as start, kind, sum(amount)::float8 as amount
    from (${eventsOf(range)}) event group by 1, 2`.execute(db);
  return rows;
}

/** How soon the members who joined in the range first copied something. */
export async function readFirstCopies(db: Database, range: FigureRange) {
  const { rows } = await sql<{ subject: 'hour' | 'day' | 'week' | 'later'; amount: number }>`
    select subject, sum(amount)::float8 as amount from (${eventsOf(range)}) event where kind = 'first_copy' group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ subject, amount }) => [subject, amount]));
}

export type TopItem = {
  kind: EventKind;
  target_type: 'prompt' | 'playbook';
  slug: string;
  title: string;
  amount: number;
};

/** The items with the most events of each kind; deleted ones are left out. */
export async function readTop(db: Database, range: FigureRange): Promise<TopItem[]> {
  const { rows } = await sql<TopItem>`
    with used as (
      select kind, subject::uuid as id, sum(amount) as amount from (${eventsOf(range)}) event
      where kind in ('viewed', 'copied', 'saved', 'ran') and subject <> '' group by 1, 2
    ), named as (
      select kind, 'prompt' as target_type, slug, title, amount from used join prompts using (id) where deleted_at is null
      union all
      select kind, 'playbook', slug, title, amount from used join playbooks using (id) where deleted_at is null
    ), ranked as (
      select kind, target_type, slug, title, amount, row_number() over (partition by kind order by amount desc, title, slug) as place from named
    )
    select kind, target_type, slug, title, amount::float8 as amount from ranked
    where place <= ${figures.topItems} order by kind, place`.execute(db);
  return rows;
}

/** Searches without results, if they are frequent enough not to identify anyone. */
export async function readMissed(
  db: Database,
  range: FigureRange,
): Promise<{ text: string; amount: number }[]> {
  const { rows } = await sql<{ text: string; amount: number }>`
    select subject as text, sum(amount)::float8 as amount from (${eventsOf(range)}) event
    where kind = 'missed' and subject <> '' group by 1 having sum(amount) >= ${figures.missed.fewest}
    order by amount desc, text limit ${figures.missed.shown}`.execute(db);
  return rows;
}

export type DayRow = { start: string; members: number; paying: number | null; recurring: number | null };

/** The recorded state at the end of each unit, if there is one. */
export async function readDays(db: Database, { unit, from, to }: FigureRange, mode: string | undefined) {
  const { rows } = await sql<DayRow>`
    select distinct on (1) date_trunc(${unit}, day)::date::text as start, members,
      case when mode = ${mode ?? null} then paying end as paying, case when mode = ${mode ?? null} then recurring end::float8 as recurring
    from figure_days where day between ${from}::date and ${to}::date order by 1, day desc`.execute(db);
  return rows;
}

export async function countMembers(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.users where joined_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}
