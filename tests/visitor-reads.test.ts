import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

test('visitors whose lists take too long are told so in seconds, and take no connection from members', async () => {
  const { token } = await buildMember(site);
  await buildPrompt(site);
  const lists = () => Array.from({ length: 30 }, () => fetch(`${site.url}/api/v1/prompts?sort=popular`));
  await site.db.transaction().execute(async (transaction) => {
    await sql`lock table prompts in access exclusive mode`.execute(transaction);
    const waiting = lists();
    // Members are answered meanwhile.
    for (let time = 0; time < 5; time += 1)
      expect((await site.api('GET', '/api/v1/profile', { token })).status).toBe(200);
    for (const answer of await Promise.all(waiting)) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
    }
  });
  for (const answer of await Promise.all(lists())) expect(answer.status).toBe(200);
});
