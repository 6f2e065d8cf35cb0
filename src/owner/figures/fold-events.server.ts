import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { figures, retention } from '#constants';
import { type Ledger, readStanding } from '#money/billing/public/ledger-figures.server.ts';
import { readTimeZone } from '#site/settings/public/read-time-zone.server.ts';
import { countMembers } from './figures.queries.server.ts';

type Parts = {
  db: Database;
  counter: OperatorWriter<'figures'>;
  ledger: () => Promise<Ledger | undefined>;
};

/** How many events one statement handles: a busy month's backlog would exceed the statement timeout. */
const usualBatch = 100_000;

/**
 * Turns old events into daily sums. One statement removes and adds events, so that each always counts once: a crash rolls back, a
 * concurrent run finds nothing left, and late events are added to the existing sum. Rare searches lose their text.
 */
export function createFoldEvents({
  db,
  counter,
  batch = usualBatch,
}: Pick<Parts, 'db' | 'counter'> & { batch?: number }) {
  return async (): Promise<void> => {
    const zone = await readTimeZone(db);
    // Counted before the first batch takes some of them away.
    const { rows: frequent } = await sql<{
      subject: string;
    }>`select subject from figure_events where kind = 'missed'
      group by subject having sum(amount) >= ${figures.missed.fewest}`.execute(counter);
    const named = frequent.map(({ subject }) => subject);
    for (let count = batch; count === batch; ) {
      const { rows } = await sql<{ count: number }>`
        with old as (
          delete from figure_events where ctid = any (array(
            select ctid from figure_events where at < now() - make_interval(days => ${retention.figureEvent - 1})
              and (at at time zone ${zone})::date < (now() at time zone ${zone})::date - ${retention.figureEvent}::int
            order by at limit ${batch}))
          returning at, kind, subject, amount
        ), added as (
          insert into figure_sums (day, kind, subject, amount)
          select (at at time zone ${zone})::date, kind,
            case when kind = 'missed' and subject not in (select unnest(${named}::text[])) then '' else subject end, sum(amount)
          from old group by 1, 2, 3 order by 1, 2, 3
          on conflict (day, kind, subject) do update set amount = figure_sums.amount + excluded.amount
        )
        select count(*)::int as count from old`.execute(counter);
      count = rows[0]?.count ?? 0;
    }
  };
}

/** Records the current state of the site. The last record of a day is its state at the end of the day. */
export function createKeepDay({ db, counter, ledger }: Parts) {
  return async (): Promise<void> => {
    const [zone, active, members] = await Promise.all([readTimeZone(db), ledger(), countMembers(db)]);
    const standing = active && (await readStanding(db, active));
    await sql`
      insert into figure_days (day, mode, members, paying, recurring)
      values ((now() at time zone ${zone})::date, ${active?.mode ?? null}, ${members}, ${standing?.paying ?? 0}, ${standing?.recurring ?? 0})
      on conflict (day) do update set mode = excluded.mode, members = excluded.members, paying = excluded.paying,
        recurring = excluded.recurring`.execute(counter);
  };
}
