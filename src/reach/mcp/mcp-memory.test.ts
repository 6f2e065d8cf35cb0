import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildPrompt } from '#tests/harness/build.ts';
import { buildKey } from '#tests/harness/build-key.ts';
import { collectGarbage } from '#tests/harness/collect-garbage.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(async () => {
  await site.stop();
});

test('the memory of an answered call is released', async () => {
  const { slug } = await buildPrompt(site);
  const key = await buildKey(site, await buildAdmin(site));
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: slug } });
  const call = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      const answer = await fetch(`${site.url}/mcp`, { method: 'POST', headers, body });
      expect(await answer.text()).toContain('"result"');
    }
    // Objects with a finalizer are collected in a later round.
    for (let round = 0; round < 3; round += 1) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const before = await call(50);
  // One server takes about 0.15 MB.
  expect((await call(200)) - before).toBeLessThan(10);
});
