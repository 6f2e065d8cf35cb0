import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
});
afterAll(() => site.stop());

test.each([
  ['prompts', buildPrompt],
  ['playbooks', buildPlaybook],
] as const)(
  'views of one of the %s count ten times a minute per member, without affecting others',
  async (collection, build) => {
    const [ann, ben] = [await buildMember(site), await buildMember(site)];
    const [one, two] = [await build(site), await build(site)];
    const open = async (member: { token: string }, { slug }: { slug: string }) => {
      const answer = await site.api('POST', `/api/v1/${collection}/${slug}/views`, { token: member.token });
      expect(answer.status).toBe(200);
      return answer.body.view_count;
    };
    await Promise.all(Array.from({ length: 60 }, () => open(ann, one)));
    expect(await open(ann, one)).toBe(10);
    expect(await open(ben, one)).toBe(11);
    expect(await open(ann, two)).toBe(1);
  },
);

test('a favorite counts once a day for each member and item, however often it is saved', async () => {
  const [ann, ben] = [await buildMember(site), await buildMember(site)];
  const [one, two] = [await buildPrompt(site), await buildPrompt(site)];
  const set = async (method: 'PUT' | 'DELETE', member: { token: string }, { slug }: { slug: string }) =>
    (await site.api(method, `/api/v1/prompts/${slug}/favorite`, { token: member.token })).body.is_favorited;
  for (let time = 0; time < 3; time += 1)
    expect([await set('DELETE', ann, one), await set('PUT', ann, one)]).toEqual([false, true]);
  for (const [member, item] of [
    [ben, one],
    [ann, two],
  ] as const)
    expect(await set('PUT', member, item)).toBe(true);
  const { rows } = await site.pool.query(
    "select subject, count(*)::int as count from figure_events where kind = 'saved' group by subject order by count",
  );
  expect(rows).toEqual([
    { subject: two.id, count: 1 },
    { subject: one.id, count: 2 },
  ]);
});
