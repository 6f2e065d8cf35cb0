import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildPlaybook, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { Figures } from './figures.contract.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
});
afterAll(() => site.stop());

async function report(query: string): Promise<Figures> {
  const answer = await site.api('GET', `/api/v1/admin/figures?${query}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const sum = (day: string, kind: string, subject: string, amount: number) =>
  site.db.insertInto('figure_sums').values({ day, kind, subject, amount }).execute();

describe('the time of a report', () => {
  test.each([
    [
      'unit=day&from=2026-03-04&to=2026-03-06',
      '2026-03-04',
      '2026-03-06',
      ['2026-03-04', '2026-03-05', '2026-03-06'],
    ],
    // Weeks begin on Monday, also across the end of a year.
    ['unit=week&from=2025-12-31&to=2026-01-05', '2025-12-29', '2026-01-11', ['2025-12-29', '2026-01-05']],
    ['unit=month&from=2024-02-29&to=2024-03-01', '2024-02-01', '2024-03-31', ['2024-02-01', '2024-03-01']],
    ['unit=day&from=2026-03-04&to=2026-03-04', '2026-03-04', '2026-03-04', ['2026-03-04']],
  ])('%s is widened to whole units', async (query, from, to, starts) => {
    const answer = await report(query);
    expect([answer.from, answer.to]).toEqual([from, to]);
    expect(answer.series.map(({ start }) => start)).toEqual(starts);
  });

  test.each([
    ['day', 30],
    ['week', 26],
    ['month', 12],
  ])('is the last ones up to today where nothing is chosen: %ss: %i', async (unit, count) => {
    const { series, to, today } = await report(`unit=${unit}`);
    expect(series).toHaveLength(count);
    expect(to >= today && (series.at(-1)?.start ?? '') <= today).toBe(true);
  });
});

describe('the items with the most activity', () => {
  const range = 'unit=day&from=2026-02-01&to=2026-02-02';

  test('have their current titles, are sorted by title when equal, and leave out the trash', async () => {
    const [second, first] = [
      await buildPrompt(site, { title: 'B, as often' }),
      await buildPlaybook(site, { title: 'A, as often' }),
    ];
    const [viewed, gone] = [await buildPrompt(site, { title: 'Z, most' }), await buildPrompt(site)];
    const gonePlaybook = await buildPlaybook(site);
    for (const [{ id }, amount] of [
      [second, 3],
      [first, 3],
      [viewed, 4],
      [gone, 9],
      [gonePlaybook, 9],
    ] as const)
      await sum('2026-02-01', 'viewed', id, amount);
    await sum('2026-02-02', 'viewed', second.id, 0);
    await sum('2026-02-03', 'viewed', first.id, 50);
    await sum('2026-02-01', 'copied', first.id, 7);
    await sum('2026-02-01', 'viewed', crypto.randomUUID(), 8);
    expect((await site.api('DELETE', `/api/v1/admin/prompts/${gone.id}`, { token })).status).toBeLessThan(
      300,
    );
    await site.api('DELETE', `/api/v1/admin/playbooks/${gonePlaybook.id}`, { token });
    const { top, series } = await report(range);
    expect(top.viewed).toEqual([
      { target_type: 'prompt', slug: viewed.slug, title: 'Z, most', amount: 4 },
      { target_type: 'playbook', slug: first.slug, title: 'A, as often', amount: 3 },
      { target_type: 'prompt', slug: second.slug, title: 'B, as often', amount: 3 },
    ]);
    expect([top.copied.map(({ amount }) => amount), top.saved, top.ran]).toEqual([[7], [], []]);
    // The views of deleted items still count.
    expect(series.map(({ viewed }) => viewed)).toEqual([36, 0]);
  });

  test('are at most ten of each kind', async () => {
    for (let number = 1; number <= 12; number += 1)
      await sum('2026-01-15', 'ran', (await buildPlaybook(site)).id, number);
    const { top } = await report('unit=day&from=2026-01-15&to=2026-01-15');
    expect(top.ran.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });
});

test('a week shows the state of its last recorded day, and money of other payment keys is unknown', async () => {
  const days = [
    { day: '2025-06-02', mode: 'sandbox' as const, members: 5, paying: 1, recurring: 1_200 },
    { day: '2025-06-05', mode: 'sandbox' as const, members: 7, paying: 2, recurring: 2_400 },
    { day: '2025-06-10', mode: 'live' as const, members: 9, paying: 3, recurring: 3_600 },
  ];
  await site.db.insertInto('figure_days').values(days).execute();
  const { series } = await report('unit=week&from=2025-06-02&to=2025-06-16');
  expect(series.map(({ members, paying, recurring }) => [members, paying, recurring])).toEqual([
    [7, 2, 2_400],
    [9, null, null],
    [null, null, null],
  ]);
});
