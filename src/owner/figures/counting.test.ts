import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { figures, retention } from '#constants';
import { awayFromTheHour } from '#tests/harness/away-from-the-hour.ts';
import { buildAdmin, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { FigureBucket, Figures } from './figures.contract.ts';
import { createFoldEvents } from './fold-events.server.ts';

beforeEach(() => awayFromTheHour());

let site: TestSite;
let token: string;
let items: { id: string; slug: string; title: string }[];
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
  items = [];
  for (let number = 0; number < 14; number += 1)
    items.push(number % 3 === 0 ? await buildPlaybook(site) : await buildPrompt(site));
});
afterAll(() => site.stop());

const day = 86_400_000;
/** Read once, so that the ranges of a test are the same days at midnight. */
const now = Date.now();
const kinds = ['joined', 'left', 'viewed', 'copied', 'saved', 'ran', 'missed'] as const;
type Event = { at: Date; kind: (typeof kinds)[number] | 'first_copy'; subject: string; amount: number };

/** Seeded, so that every run has the same numbers. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Events of the last 390 days, every third near a full or half hour, when days begin and clocks change. */
function makeEvents(seed: number, count: number): Event[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    let at = now - random(390 * day);
    if (random(3) === 0) at = Math.min(now, Math.round(at / 1_800_000) * 1_800_000 + random(3) - 1);
    const kind = [...kinds, 'first_copy' as const][random(kinds.length + 1)] ?? 'viewed';
    const subject = {
      missed: () => `text ${random(40)}`,
      first_copy: () => ['hour', 'day', 'week', 'later'][random(4)] ?? '',
      joined: () => '',
      left: () => '',
    };
    const of =
      kind in subject ? subject[kind as keyof typeof subject]() : (items[random(items.length)]?.id ?? '');
    return { at: new Date(at), kind, subject: of, amount: kind === 'viewed' ? 1 + random(3) : 1 };
  });
}

async function store(events: Event[]) {
  const column = (name: keyof Event) => events.map((event) => event[name]);
  await site.pool.query(
    `insert into figure_events (at, kind, subject, amount)
      select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::int[])`,
    [column('at'), column('kind'), column('subject'), column('amount')],
  );
}
const forget = () => site.pool.query('truncate figure_events, figure_sums');
async function report(query: string): Promise<Figures> {
  const answer = await site.api('GET', `/api/v1/admin/figures?${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function setZone(time_zone: string) {
  const answer = await site.api('PUT', '/api/v1/admin/settings', { token, body: { time_zone } });
  expect(answer.status, answer.text).toBe(200);
}

/** The day of a moment in the zone, by the runtime's calendar instead of PostgreSQL's. */
const createDayOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (at: Date) => format.format(at);
};
function startOf(unit: Figures['unit'], date: string): string {
  if (unit === 'day') return date;
  if (unit === 'month') return `${date.slice(0, 7)}-01`;
  const time = new Date(`${date}T00:00:00Z`);
  return new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10);
}

/** Compares a report with a plain count of the events. */
function expectCounted(
  { unit, from, to, series, top, missed_searches, first_copies }: Figures,
  events: Event[],
  zone: string,
) {
  const dayOf = createDayOf(zone);
  const within = events
    .map((event) => ({ ...event, day: dayOf(event.at) }))
    .filter((event) => event.day >= from && event.day <= to);
  const sum = (list: Event[]) => list.reduce((total, { amount }) => total + amount, 0);
  const starts = new Set(series.map(({ start }) => start));
  for (const { day: date } of within) expect(starts).toContain(startOf(unit, date));
  for (const bucket of series)
    for (const kind of kinds) {
      const counted = sum(
        within.filter((event) => event.kind === kind && startOf(unit, event.day) === bucket.start),
      );
      expect(bucket[kind as keyof FigureBucket], `${zone} ${bucket.start} ${kind}`).toBe(counted);
    }
  const bySubject = (kind: Event['kind']) => {
    const totals = new Map<string, number>();
    for (const event of within)
      if (event.kind === kind) totals.set(event.subject, (totals.get(event.subject) ?? 0) + event.amount);
    return [...totals].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  };
  for (const kind of ['viewed', 'copied', 'saved', 'ran'] as const) {
    const ranked = bySubject(kind)
      .map(([id, amount]) => ({ amount, title: items.find((item) => item.id === id)?.title ?? '' }))
      .sort((one, other) => other.amount - one.amount || (one.title < other.title ? -1 : 1))
      .slice(0, figures.topItems);
    expect(top[kind].map(({ title, amount }) => ({ amount, title }))).toEqual(ranked);
  }
  const often = bySubject('missed').filter(([, amount]) => amount >= figures.missed.fewest);
  expect(missed_searches).toEqual(
    often.slice(0, figures.missed.shown).map(([text, amount]) => ({ text, amount })),
  );
  const copied = new Map(bySubject('first_copy'));
  const of = (...times: string[]) => times.reduce((total, time) => total + (copied.get(time) ?? 0), 0);
  expect(first_copies).toEqual({
    joined: sum(within.filter(({ kind }) => kind === 'joined')),
    hour: of('hour'),
    day: of('hour', 'day'),
    week: of('hour', 'day', 'week'),
    ever: of('hour', 'day', 'week', 'later'),
  });
}

const rangeOf = (zone: string, days: number) => {
  const dayOf = createDayOf(zone);
  return `from=${dayOf(new Date(now - days * day))}&to=${dayOf(new Date(now))}`;
};

// Zones whose clocks change by an hour in both hemispheres, by half an hour, or never, and one that is 45 minutes off.
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

describe.each(zones)('in %s', (zone) => {
  test('days, weeks and months match plain counts, before and after events are folded into sums', async () => {
    await forget();
    await setZone(zone);
    const events = makeEvents(zones.indexOf(zone) + 1, 1_500);
    await store(events);
    const asked = ['unit=day', 'unit=week', 'unit=month'].map((unit) => `${unit}&${rangeOf(zone, 380)}`);
    const before = await Promise.all([...asked, ''].map(report));
    for (const answer of before) expectCounted(answer, events, zone);
    await site.services.foldEvents();
    const { rows } = await site.pool.query(
      `select count(*) filter (where (at at time zone $1)::date < (now() at time zone $1)::date - $2::int)::int as old,
        count(*)::int as all from figure_events`,
      [zone, retention.figureEvent],
    );
    expect(rows[0].old).toBe(0);
    expect(rows[0].all).toBeGreaterThan(20);
    expect(await Promise.all([...asked, ''].map(report))).toEqual(before);
  });
});

describe('turning events into sums', () => {
  const ask = () => report(`unit=day&${rangeOf('UTC', 380)}`);
  async function prepare() {
    await forget();
    await setZone('UTC');
    const events = makeEvents(99, 1_000);
    await store(events);
    return { events, before: await ask() };
  }

  test('can be repeated, and done by several processes at once', async () => {
    const { before } = await prepare();
    await Promise.all(Array.from({ length: 6 }, () => site.services.foldEvents()));
    await site.services.foldEvents();
    expect(await ask()).toEqual(before);
  });

  test('adds late events, once', async () => {
    await forget();
    await setZone('UTC');
    // Search texts can be dropped when events are folded; another test covers that.
    const events = makeEvents(98, 1_000).filter(({ kind }) => kind !== 'missed');
    await store(events);
    await site.services.foldEvents();
    const late = makeEvents(7, 200).filter(({ kind }) => kind !== 'missed');
    await store(late);
    const all = [...events, ...late];
    expectCounted(await ask(), all, 'UTC');
    await site.services.foldEvents();
    await site.services.foldEvents();
    expectCounted(await ask(), all, 'UTC');
  });

  test('neither loses nor duplicates events when killed halfway', async () => {
    const { before } = await prepare();
    const blocker = await site.pool.connect();
    await blocker.query('begin; lock table figure_sums in access exclusive mode');
    const killed = site.services.foldEvents().then(
      () => 'done',
      () => 'killed',
    );
    const kill = () =>
      site.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into figure_sums%'`);
    await expect.poll(async () => (await kill()).rowCount).toBe(1);
    expect(await killed).toBe('killed');
    await blocker.query('rollback');
    blocker.release();
    const status = async () => (await site.api('GET', '/api/v1/admin/figures', { token })).status;
    await expect.poll(status).toBe(200);
    expect(await ask()).toEqual(before);
    await site.services.foldEvents();
    expect(await ask()).toEqual(before);
  });

  test("doesn't keep the texts of rare searches anywhere", async () => {
    await forget();
    const at = new Date(Date.now() - 100 * day);
    const missed = (subject: string, amount: number): Event => ({ at, kind: 'missed', subject, amount });
    await store([missed('a rare wish', 2), missed('often asked', 2), missed('often asked', 1)]);
    await site.services.foldEvents();
    const { rows } = await site.pool.query('select subject, amount::int from figure_sums order by subject');
    expect(rows).toEqual([
      { subject: '', amount: 2 },
      { subject: 'often asked', amount: 3 },
    ]);
    const { series, missed_searches } = await ask();
    expect(series.reduce((sum, bucket) => sum + bucket.missed, 0)).toBe(5);
    expect(missed_searches).toEqual([{ text: 'often asked', amount: 3 }]);
  });

  test('a change of the time zone moves no event out of the figures', async () => {
    const { events } = await prepare();
    const total = (answer: Figures) => answer.series.reduce((sum, bucket) => sum + bucket.viewed, 0);
    const counted = events.reduce((sum, event) => (event.kind === 'viewed' ? sum + event.amount : sum), 0);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      await setZone(zone);
      await site.services.foldEvents();
      expect(total(await report(`unit=month&${rangeOf(zone, 392)}`))).toBe(counted);
    }
  });
});

test.each([
  ['unit=hour', 422],
  ['from=2026-02-30', 422],
  ['from=1800-01-01', 422],
  ['from=2026-03-02&to=2026-03-01', 422],
  ['from=2999-12-31', 422],
  ['unit=day&from=2020-01-01', 422],
  ['unit=day&from=2024-01-01&to=2025-02-03', 200],
  ['unit=day&from=2024-01-01&to=2025-02-04', 422],
  ['unit=week&from=2020-01-06&to=2027-09-05', 200],
  ['unit=week&from=2020-01-05&to=2027-09-05', 422],
  ['unit=month&from=2000-01-31&to=2033-04-30', 200],
  ['unit=month&from=2000-01-31&to=2033-05-01', 422],
  ['unit=month&from=2020-01-01', 200],
  ['unit=month&from=2000-01-01&to=2999-12-31', 422],
])('the question %s is answered with %i', async (query, status) => {
  expect((await site.api('GET', `/api/v1/admin/figures?${query}`, { token })).status).toBe(status);
});

test.each(['Mars/Olympus', '+05:00', 'EST5EDT4', '', 'Europe/Berlin; drop table figure_sums'])(
  'no time zone is called %j',
  async (time_zone) => {
    const { status } = await site.api('PUT', '/api/v1/admin/settings', { token, body: { time_zone } });
    // An empty value leaves the setting as it is.
    expect(status).toBe(time_zone === '' ? 200 : 422);
  },
);

test('a long backlog is folded in batches, each event once, and frequent searches keep their names', async () => {
  const own = await createTestDatabase();
  try {
    await own.pool.query(`
      create table folded (count int);
      create function note_folded() returns trigger language plpgsql as
        $$ begin insert into folded select count(*) from gone; return null; end $$;
      create trigger note_folded after delete on figure_events referencing old table as gone
        for each statement execute function note_folded();
      insert into figure_events (at, kind, subject, amount)
        select now() - interval '50 days' + n * interval '1 minute', case when n % 8 = 0 then 'missed' else 'viewed' end,
          case when n % 8 = 0 then 'often' else 'item' end, 1 from generate_series(1, 25) n`);
    const counter = writable(own.db as Database, asOperator('figures'));
    await createFoldEvents({ db: own.db as Database, counter, batch: 10 })();
    const { rows: folded } = await own.pool.query('select count from folded');
    expect(folded.map(({ count }) => count)).toEqual([10, 10, 5]);
    const { rows } = await own.pool.query(
      'select kind, subject, sum(amount)::int as amount from figure_sums group by 1, 2 order by 1, 2',
    );
    expect(rows).toEqual([
      { kind: 'missed', subject: 'often', amount: 3 },
      { kind: 'viewed', subject: 'item', amount: 22 },
    ]);
  } finally {
    await own.drop();
  }
});
