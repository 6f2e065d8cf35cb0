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

/**
 * Turns events that are old enough into sums of their days. One statement takes an event away and adds it, so that it is always counted
 * once: a crash rolls back; a concurrent run finds nothing left, and an event that comes late is added
 * to the sum that is there. Rare texts of searches become nameless on the way.
 */
export function createFoldEvents({ db, counter }: Pick<Parts, 'db' | 'counter'>) {
  return async (): Promise<void> => {
    const zone = await readTimeZone(db);
    await sql`
      with old as (
        delete from figure_events where at < now() - make_interval(days => ${retention.figureEvent - 1})
          and (at at time zone ${zone})::date < (now() at time zone ${zone})::date - ${retention.figureEvent}::int
        returning at, kind, subject, amount
      ), frequent as (
        select subject from figure_events where kind = 'missed' group by subject having sum(amount) >= ${figures.missed.fewest}
      )
      insert into figure_sums (day, kind, subject, amount)
      select (at at time zone ${zone})::date, kind,
        case when kind = 'missed' and subject not in (select subject from frequent) then '' else subject end, sum(amount)
      from old group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, kind, subject) do update set amount = figure_sums.amount + excluded.amount`.execute(
      counter,
    );
  };
}

/** Keeps how the site stands today; what is kept last of a day is how it stood at its end. */
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
