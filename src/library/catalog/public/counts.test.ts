import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { noDatabaseEvents } from '#platform/database/database-events.server.ts';
import { buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { createCounts } from './counts.server.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

/** Counts in the site's database, with the number of statements that they take. */
function watched() {
  const statements = { count: 0 };
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const listeners: (() => void)[] = [];
  const counts = createCounts(site.db.withPlugin(watch), {
    ...noDatabaseEvents,
    live: true,
    onContentChange: (listener) => void listeners.push(listener),
    isUpToDate: async () => true,
  });
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return { counts, statements, changed };
}

test('all who wait share one count, and it is kept until the content changes', async () => {
  const { counts, statements, changed } = watched();
  const ask = () => Promise.all(Array.from({ length: 32 }, () => counts.total('prompt')));
  const [before = 0] = await ask();
  await ask();
  expect(statements.count).toBe(1);
  await buildPrompt(site);
  changed();
  expect(new Set(await ask())).toEqual(new Set([before + 1]));
  expect(statements.count).toBe(2);
});

test('a request after a change gets a count that was started after it', async () => {
  const { counts, statements, changed } = watched();
  const first = counts.of('prompt', { category: 'Late' });
  await buildPrompt(site, { category: 'Late, Other', prompt_type: 'Image' });
  changed();
  const later = [1, 2, 3].map(() => counts.of('prompt', { category: 'Late', type: 'Image' }));
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  await first;
  expect(statements.count).toBe(2);
  expect(await counts.of('prompt', { category: 'Late', type: 'Text' })).toBe(0);
  expect(await counts.of('prompt', { category: 'Nowhere' })).toBe(0);
  expect(await counts.categories('prompt')).toContainEqual({ name: 'Other', count: 1 });
});

test('if counting takes long, the previous counts are returned, or 503 if there are none', async () => {
  const [{ counts, changed }, unknown] = [watched(), watched()];
  const before = await counts.total('prompt');
  const client = await site.pool.connect();
  await client.query('begin; lock table prompts in access exclusive mode');
  onTestFinished(async () => {
    await client.query('rollback');
    client.release();
  });
  changed();
  expect(await counts.total('prompt')).toBe(before);
  await expect(unknown.counts.total('prompt')).rejects.toMatchObject({ code: 'unavailable' });
});
