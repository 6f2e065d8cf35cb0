import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { createValuesService } from '#library/blanks/public/values.service.server.ts';
import { createTotals } from '#library/catalog/public/totals.server.ts';
import { promptListQuery } from '#library/prompts/prompts.contract.ts';
import { createPromptsService } from '#library/prompts/public/prompts.service.server.ts';
import { listenToDatabase } from '#platform/database-events.server.ts';
import { visitor } from '../src/access/viewer.ts';
import { openDatabase } from '../src/platform/database.server.ts';
import { createLog } from '../src/platform/log.server.ts';
import { makeTemplate, startTestServer, withDatabase } from '../tests/harness/postgres.ts';
import { generatePrompt } from './generate.ts';

const sizes = [1_282, 100_000];
const questions = [
  'garden',
  'ga',
  'a',
  'novel 77',
  'quiet plan',
  'nothing like this',
  'every contract',
  'recipe 1',
  'xq',
  'strict',
  'in a bold',
];
const repetitions = 12;

async function fill(db: ReturnType<typeof openDatabase>['db'], from: number, to: number) {
  for (let start = from; start < to; start += 2_000) {
    const values = Array.from({ length: Math.min(2_000, to - start) }, (_, offset) => {
      const { body, ...prompt } = generatePrompt(start + offset);
      return {
        ...prompt,
        prompt_body: body,
        slug: `generated-${start + offset}`,
        status: 'published' as const,
      };
    });
    await db.insertInto('prompts').values(values).execute();
  }
  await sql`vacuum analyze prompts`.execute(db);
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** p95 of lists and searches over a small and a large catalog on the same server, in one run. */
export async function measureSearch() {
  const log = createLog('error');
  const server = await startTestServer();
  const connectionString = withDatabase(server.url, await makeTemplate(server.url));
  const { db, pool } = openDatabase(connectionString, log);
  const databaseEvents = await listenToDatabase({ connectionString, publicUrl: '', log });
  const prompts = createPromptsService({
    db,
    pool,
    totals: createTotals(databaseEvents),
    values: createValuesService(db),
  });
  const results: { size: number; list: number; search: number }[] = [];
  let filled = 0;
  for (const size of sizes) {
    await fill(db, filled, size);
    filled = size;
    const ask = async (query: Record<string, string>) => {
      const since = performance.now();
      await prompts.list(visitor, promptListQuery.parse(query));
      return performance.now() - since;
    };
    const orders = ['newest', 'popular', 'rating'];
    const lists: number[] = [];
    const searches: number[] = [];
    for (let round = -2; round < repetitions; round += 1) {
      for (const sort of orders) {
        for (const category of [{}, { category: 'Travel' }] as Record<string, string>[]) {
          const time = await ask({ sort, ...category });
          if (round >= 0) lists.push(time);
        }
      }
      for (const q of questions) {
        for (const sort of ['newest', 'popular']) {
          const time = await ask({ q, sort });
          if (round >= 0) searches.push(time);
        }
      }
    }
    results.push({ size, list: p95(lists), search: p95(searches) });
  }
  for (const { size, list, search } of results)
    console.log(
      `${size.toLocaleString('en-US')} prompts: list p95 ${list.toFixed(1)} ms, search p95 ${search.toFixed(1)} ms`,
    );
  const [small, large] = results;
  if (small && large)
    console.log(
      `large against small: list ${(large.list / small.list).toFixed(2)}x, search ${(large.search / small.search).toFixed(2)}x`,
    );
  await databaseEvents.stop();
  await db.destroy();
  await server.stop();
}

if (import.meta.main) await measureSearch();
