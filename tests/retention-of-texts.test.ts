import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, retention } from '#constants';
import { buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

test('the daily retention deletes old reports of a comment that its author has deleted', async () => {
  const { id } = await buildMember(site);
  const prompt = await buildPrompt(site);
  const report = (days: number, status: 'visible' | 'deleted') =>
    site.pool.query(
      `with one as (insert into comments (target_type, target_id, body, status) values ('prompt', $1, case $2 when 'deleted' then '' else 'x' end, $2) returning id)
        insert into comment_reports (comment_id, reporter_id, reason, created_at) select id, $3, 'spam', $4 from one`,
      [prompt.id, status, id, new Date(Date.now() - days * 86_400_000)],
    );
  await report(retention.settledReport + 1, 'deleted');
  await report(retention.settledReport - 1, 'deleted');
  await report(retention.settledReport + 1, 'visible');
  await site.services.retention();
  const { rows } = await site.pool.query('select from comment_reports');
  expect(rows).toHaveLength(2);
});

test('the daily retention keeps only the latest of what a member has filled in', async () => {
  const [long, short] = [await buildMember(site), await buildMember(site)];
  const { id } = await buildPrompt(site);
  const use = (who: { id: string }, times: number) =>
    site.pool.query(
      `insert into history_entries (user_id, action, prompt_id, version, at, "values")
        select $1, 'copied', $2, 1, now() - place * interval '1 day', jsonb_build_object('x', (
          select string_agg(md5(number::text || place), '') from generate_series(1, 31000) number))
        from generate_series(1, $3) place`,
      [who.id, id, times],
    );
  await use(long, 25);
  await use(short, 2);
  await site.services.retention();
  const { rows } = await site.pool.query<{ user_id: string; bytes: number | null }>(
    'select user_id, pg_column_size("values") as bytes from history_entries where prompt_id = $1 order by at desc',
    [id],
  );
  const of = (who: { id: string }) =>
    rows.filter((row) => row.user_id === who.id).map(({ bytes }) => bytes ?? 0);
  expect(of(short).every((bytes) => bytes > 0)).toBe(true);
  const kept = of(long).indexOf(0);
  expect(kept).toBeGreaterThan(15);
  expect(
    of(long)
      .slice(kept)
      .every((bytes) => bytes === 0),
  ).toBe(true);
  expect(of(long).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(limits.historyValuesBytes);
});
