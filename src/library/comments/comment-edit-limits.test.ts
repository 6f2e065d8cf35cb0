import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '#constants';
import { buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
});
afterAll(() => site.stop());

test('members change their comments as often as they comment, without using up the comments; unchanged texts are free', async () => {
  const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
  const { slug } = await buildPrompt(site);
  const say = async ({ token }: { token: string }) =>
    (await site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body: { body: 'mine' } })).body.id;
  const change = ({ token }: { token: string }, id: string, body: string) =>
    site.api('PATCH', `/api/v1/comments/${id}`, { token, body: { body } });
  const [first, second] = [await say(one), await say(one)];
  for (let time = 0; time < 12; time += 1) expect((await change(one, first, 'mine')).status).toBe(200);
  const { points } = requestLimits['comment-edit-minute'];
  for (let index = 0; index < points; index += 1)
    expect((await change(one, index % 2 ? first : second, `number ${index}`)).status).toBe(200);
  const refusal = await change(one, second, 'one more');
  expect([refusal.status, refusal.body.code]).toEqual([429, 'over_request_rate_limit']);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(20);
  expect((await change(other, await say(other), 'better')).status).toBe(200);
  expect(await say(one)).toBeDefined();
  const { body } = await site.api('GET', `/api/v1/comments/${second}`, { token: one.token });
  expect(body.body).toBe('number 8');
});
