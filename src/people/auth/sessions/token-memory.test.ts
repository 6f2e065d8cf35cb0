import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { collectGarbage } from '#tests/harness/collect-garbage.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(async () => {
  await site.stop();
});

test('checked tokens with as much in them as members can add do not fill the memory', async () => {
  const { tokens } = site.services.auth;
  const user_metadata = { about: 'a'.repeat(limits.userMetadataBytes - 20) };
  const checkOne = async () => {
    const { access_token } = await tokens.issue(randomUUID(), randomUUID(), { user_metadata });
    expect(await tokens.verify(access_token)).toBeDefined();
  };
  const check = async (hundreds: number) => {
    for (let count = 0; count < hundreds; count += 1)
      await Promise.all(Array.from({ length: 100 }, checkOne));
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const before = await check(1);
  // A token takes about 6 kB.
  expect((await check(60)) - before).toBeLessThan(26);
});
