import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

// Which connections they use is tested in src/access/reads.test.ts.
test("visitors' lists that take too long are refused until they can be read", async () => {
  await buildPrompt(site);
  const lists = () => Array.from({ length: 30 }, () => fetch(`${site.url}/api/v1/prompts?sort=popular`));
  await site.db.transaction().execute(async (transaction) => {
    await sql`lock table prompts in access exclusive mode`.execute(transaction);
    for (const answer of await Promise.all(lists())) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
    }
  });
  for (const answer of await Promise.all(lists())) expect(answer.status).toBe(200);
});

test('the site map leaves members their connections', async () => {
  const { token } = await buildMember(site);
  const { slug } = await buildPrompt(site);
  const get = (path: string) => fetch(`${site.url}${path}`);
  expect((await get('/sitemap.xml')).status).toBe(200);
  const waiting = await site.db.transaction().execute(async (transaction) => {
    await sql`lock table playbooks in access exclusive mode`.execute(transaction);
    // Each URL is a separate page, so none is cached.
    const maps = Array.from({ length: 16 }, (_, n) => get(`/sitemap.xml?part=0&category=${n}`));
    expect(await Promise.race([...maps, delay(500, 'waiting')])).toBe('waiting');
    expect((await site.api('GET', '/api/v1/prompts', { token })).status).toBe(200);
    return maps.map((map) => ({ map }));
  });
  for (const { map } of waiting) expect(await (await map).text()).toContain(`/browse/${slug}`);
});
