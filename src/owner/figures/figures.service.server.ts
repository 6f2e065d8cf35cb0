import type { Database } from '#access/database.ts';
import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { dayMilliseconds, type FigureUnit, figures, retention } from '#constants';
import {
  type FigureRange,
  type Ledger,
  readChurn,
  readMoney,
  readStanding,
} from '#money/billing/public/ledger-figures.server.ts';
import { AppError } from '#platform/errors.ts';
import { readCurrency } from '#site/settings/public/read-currency.server.ts';
import { readTimeZone } from '#site/settings/public/read-time-zone.server.ts';
import type { FigureBucket, FigureSummary, Figures, FiguresQuery } from './figures.contract.ts';
import {
  countMembers,
  type EventBucket,
  type EventKind,
  readBuckets,
  readDays,
  readEvents,
  readFirstCopies,
  readMissed,
  readTop,
  type TopItem,
  widenRange,
} from './figures.queries.server.ts';
import * as m from './words/messages.ts';

const spans: Record<FigureUnit, number> = { day: retention.figureEvent, week: 26, month: 12 };

type Parts = { db: Database; ledger: () => Promise<Ledger | undefined> };

/** The site's figures for its owner. Every method throws AppError 401 and 403 for others than admins. */
export function createFiguresService({ db, ledger }: Parts) {
  async function stand(active: Ledger | undefined) {
    const [members, currency, standing] = await Promise.all([
      countMembers(db),
      readCurrency(db),
      active && readStanding(db, active),
    ]);
    const { paying = null, recurring = null, trials = null, trials_ending = null } = standing ?? {};
    return { members, paying, recurring, trials, trials_ending, currency };
  }

  return {
    async summary(viewer: Viewer): Promise<FigureSummary> {
      requireSite(viewer, 'see-figures');
      const [zone, active] = await Promise.all([readTimeZone(db), ledger()]);
      const { from, to } = await widenRange(db, { unit: 'day', zone }, spans.day);
      const range: FigureRange = { unit: 'month', from, to, zone };
      const [now, events, money] = await Promise.all([
        stand(active),
        readEvents(db, range),
        active && readMoney(db, active, range),
      ]);
      return {
        ...now,
        joined: sumOf(events, 'joined'),
        copied: sumOf(events, 'copied'),
        revenue: money ? money.reduce((sum, { revenue }) => sum + revenue, 0) : null,
      };
    },

    /** @throws AppError 422 if the range has too many units */
    async report(viewer: Viewer, { unit, from, to }: FiguresQuery): Promise<Figures> {
      requireSite(viewer, 'see-figures');
      const [zone, active] = await Promise.all([readTimeZone(db), ledger()]);
      const { today, ...widened } = await widenRange(db, { unit, from, to, zone }, spans[unit]);
      const range: FigureRange = { unit, zone, ...widened };
      const units = countUnits(range);
      if (range.to < range.from) throw new AppError('validation_failed', m.refused_backwards());
      if (units > figures.buckets)
        throw new AppError('validation_failed', m.refused_too_long({ count: figures.buckets }));
      const [now, starts, events, firstCopies, top, missed_searches, days, money, churn] = await Promise.all([
        stand(active),
        readBuckets(db, range),
        readEvents(db, range),
        readFirstCopies(db, range),
        readTop(db, range),
        readMissed(db, range),
        readDays(db, range, active?.mode),
        active && readMoney(db, active, range),
        active && readChurn(db, active, range),
      ]);
      const within = (...times: ('hour' | 'day' | 'week' | 'later')[]) =>
        times.reduce((sum, time) => sum + (firstCopies.get(time) ?? 0), 0);
      return {
        unit,
        ...widened,
        time_zone: zone,
        today,
        now,
        churn: churn ?? null,
        first_copies: {
          joined: sumOf(events, 'joined'),
          hour: within('hour'),
          day: within('hour', 'day'),
          week: within('hour', 'day', 'week'),
          ever: within('hour', 'day', 'week', 'later'),
        },
        series: seriesOf(starts, { events, days, money }),
        top: {
          viewed: topOf(top, 'viewed'),
          copied: topOf(top, 'copied'),
          saved: topOf(top, 'saved'),
          ran: topOf(top, 'ran'),
        },
        missed_searches,
      };
    },
  };
}

const sumOf = (events: EventBucket[], wanted: EventKind) =>
  events.reduce((sum, { kind, amount }) => (kind === wanted ? sum + amount : sum), 0);

const topOf = (items: TopItem[], wanted: EventKind) =>
  items.filter(({ kind }) => kind === wanted).map(({ kind: _, ...item }) => item);

/** Numbers days, weeks (from Monday) and months consecutively. */
const numberOf: Record<FigureUnit, (day: Date) => number> = {
  day: (day) => day.getTime() / dayMilliseconds,
  // 1970 began on a Thursday.
  week: (day) => Math.floor((day.getTime() / dayMilliseconds + 3) / 7),
  month: (day) => day.getUTCFullYear() * 12 + day.getUTCMonth(),
};
/** How many units the range touches. */
const countUnits = ({ unit, from, to }: FigureRange) =>
  numberOf[unit](new Date(to)) - numberOf[unit](new Date(from)) + 1;

type Found = {
  events: EventBucket[];
  days: Awaited<ReturnType<typeof readDays>>;
  money: Awaited<ReturnType<typeof readMoney>> | undefined;
};

/** A row for each unit, even if nothing happened in it. */
function seriesOf(starts: string[], { events, days, money }: Found): FigureBucket[] {
  const amounts = new Map(events.map(({ start, kind, amount }) => [`${start} ${kind}`, amount]));
  const moneyOf = new Map(money?.map((row) => [row.start, row]));
  const dayOf = new Map(days.map((row) => [row.start, row]));
  return starts.map((start) => {
    const amount = (kind: EventKind) => amounts.get(`${start} ${kind}`) ?? 0;
    const { revenue = 0, refunds = 0 } = moneyOf.get(start) ?? {};
    const { members = null, paying = null, recurring = null } = dayOf.get(start) ?? {};
    return {
      start,
      joined: amount('joined'),
      left: amount('left'),
      viewed: amount('viewed'),
      copied: amount('copied'),
      saved: amount('saved'),
      ran: amount('ran'),
      missed: amount('missed'),
      revenue: money ? revenue : null,
      refunds: money ? refunds : null,
      members,
      paying,
      recurring,
    };
  });
}
