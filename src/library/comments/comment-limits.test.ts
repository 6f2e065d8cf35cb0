import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '#constants';
import { buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
});
afterAll(() => site.stop());

const say = async (slug: string, { token }: { token: string }, id?: string) =>
  site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body: { id, body: 'mine' } });
const change = ({ token }: { token: string }, id: string, body: string) =>
  site.api('PATCH', `/api/v1/comments/${id}`, { token, body: { body } });

test('members change their comments as often as they comment, without using up the comments; unchanged texts are free', async () => {
  const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
  const { slug } = await buildPrompt(site);
  const idOf = async (member: { token: string }) => (await say(slug, member)).body.id;
  const [first, second] = [await idOf(one), await idOf(one)];
  for (let time = 0; time < 12; time += 1) expect((await change(one, first, 'mine')).status).toBe(200);
  const { points } = requestLimits['comment-edit-minute'];
  for (let index = 0; index < points; index += 1)
    expect((await change(one, index % 2 ? first : second, `number ${index}`)).status).toBe(200);
  const refusal = await change(one, second, 'one more');
  expect([refusal.status, refusal.body.code]).toEqual([429, 'over_request_rate_limit']);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(20);
  expect((await change(other, await idOf(other), 'better')).status).toBe(200);
  expect(await idOf(one)).toBeDefined();
  const { body } = await site.api('GET', `/api/v1/comments/${second}`, { token: one.token });
  expect(body.body).toBe('number 8');
});

test('a member writes a hundred comments an hour, and changes as many', async () => {
  const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
  const { slug } = await buildPrompt(site);
  const { id } = (await say(slug, one)).body;
  await change(one, id, 'better');
  // As if ninety-nine more had been written and changed within the hour.
  const use = (points: number) =>
    site.pool.query("update rate_limits set points = $1 where key like 'comment%hour:' || $2", [
      points,
      one.id,
    ]);
  await use(requestLimits['comment-hour'].points - 1);
  expect([(await say(slug, one)).status, (await change(one, id, 'best')).status]).toEqual([201, 200]);
  for (const refusal of [await say(slug, one), await change(one, id, 'perfect')]) {
    expect([refusal.status, refusal.body.code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
  }
  expect((await say(slug, other)).status).toBe(201);
});

test('a comment that is sent again after a lost answer counts once', async () => {
  const member = await buildMember(site);
  const { slug } = await buildPrompt(site);
  const ids = Array.from({ length: requestLimits['comment-minute'].points }, () => randomUUID());
  for (const id of ids)
    for (let time = 0; time < 2; time += 1) expect((await say(slug, member, id)).status).toBe(201);
  expect((await say(slug, member, randomUUID())).status).toBe(429);
  expect((await say(slug, member, ids[0])).body).toMatchObject({ id: ids[0], body: 'mine' });
});

test('a comment of a wrong type is refused with the name of its field', async () => {
  const member = await buildMember(site);
  const { slug } = await buildPrompt(site);
  const path = `/api/v1/comments/${(await say(slug, member)).body.id}`;
  const refusal = async (body: object) =>
    (await site.api('PATCH', path, { token: member.token, body })).body.error;
  expect(await refusal({ body: 7 })).toBe('body: Must be of type string');
  expect(await refusal({ status: 'gone' })).toBe('status: Choose one of: visible, hidden');
});
