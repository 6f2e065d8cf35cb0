// Words of many languages. cspell:disable
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { createValuesService } from '#library/blanks/public/values.service.server.ts';
import { createCategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import { createCounts } from '#library/catalog/public/counts.server.ts';
import { createLists } from '#library/catalog/public/list.server.ts';
import { createMissedSearches } from '#library/catalog/public/missed-searches.server.ts';
import { promptListQuery } from '#library/prompts/prompts.contract.ts';
import { createPromptsService } from '#library/prompts/public/prompts.service.server.ts';
import { listenToDatabase } from '#platform/database/database-events.server.ts';
import { asOperator } from '../src/access/operator.ts';
import { createReads } from '../src/access/reads.server.ts';
import { visitor } from '../src/access/viewer.ts';
import { writable } from '../src/access/writable.server.ts';
import { openDatabase } from '../src/platform/database/database.server.ts';
import { createLog } from '../src/platform/observability/log.server.ts';
import { makeTemplate, query, startTestServer, withDatabase } from '../tests/harness/postgres.ts';
import { fillPrompts } from './fill.ts';

const sizes = (process.env.SIZES ?? '10000,1000000').split(',').map(Number);
const repetitions = 10;
const sorts = ['newest', 'popular', 'rating'];

/** Each is measured in every order. Searches are also measured for their best matches, in a row of their own. */
const questions: Record<string, Record<string, string>> = {
  everything: {},
  'a frequent category': { category: 'Writing' },
  'a rare category': { category: 'Falconry' },
  'an unknown category': { category: 'Nowhere' },
  'a rare combination': { category: 'Research', type: 'Agent', difficulty: 'advanced' },
  'a frequent combination': { type: 'Text', difficulty: 'beginner' },
  'a frequent word': { q: 'garden' },
  'two frequent words': { q: 'quiet plan' },
  'a middling word': { q: 'ledger' },
  'a rare word': { q: 'quetzal' },
  'a word that is nowhere': { q: 'nothinglikethis' },
  'one letter': { q: 'g' },
  'two letters that begin nothing': { q: 'xq' },
  'part of words': { q: 'arde' },
  'a word and a number': { q: 'garden 777' },
  umlauts: { q: 'zürich straße' },
  cyrillic: { q: 'договор роман' },
  'cyrillic, two letters': { q: 'ии' },
  hanzi: { q: '花园' },
  'hanzi, one letter': { q: '园' },
  'hanzi, nowhere': { q: '鲸鱼' },
  kana: { q: 'レシピ' },
  hangul: { q: '인공지능' },
  'no letters': { q: '-- %' },
  'a word in a rare category': { q: 'garden', category: 'Falconry' },
  'a title': { q: 'patient plan for a budget 4242' },
  'a frequent word, misspelled': { q: 'gardne' },
  'a rare word, misspelled': { q: 'quetzla' },
};

const percentile = (times: number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

async function open(url: string, database: string) {
  const log = createLog('error');
  const connectionString = withDatabase(url, database);
  const { db, pool } = openDatabase(connectionString, log);
  const databaseEvents = await listenToDatabase({ connectionString, publicUrl: '', log });
  const counts = createCounts(db, databaseEvents);
  const reads = createReads({ members: { db, pool }, visitors: { db, pool } });
  return {
    db,
    databaseEvents,
    counts,
    prompts: createPromptsService({
      db,
      reads,
      values: createValuesService(db),
      listItems: createLists({ reads, counts, databaseEvents }),
      directory: createCategoryDirectory(db, databaseEvents),
      missedSearches: createMissedSearches(db, writable(db, asOperator('figures')), log),
    }),
    async stop() {
      await databaseEvents.stop();
      await db.destroy();
    },
  };
}

/** A server named by DATABASE_URL keeps its catalogs for the next run. */
async function exists(url: string, database: string) {
  const { db } = openDatabase(url, createLog('error'), 1);
  const { rows } = await sql`select from pg_database where datname = ${database}`.execute(db);
  await db.destroy();
  return rows.length > 0;
}

/** Lists and searches over a small and a large catalog on the same server, alternating in one run. */
export async function measureSearch() {
  const server = await startTestServer();
  const template = await makeTemplate(server.url);
  const catalogs: (Awaited<ReturnType<typeof open>> & { size: number })[] = [];
  try {
    for (const size of sizes) {
      const name = `catalog_${size}`;
      const isKept = await exists(server.url, name);
      if (!isKept) await query(server.url, `create database ${name} template ${template}`);
      const catalog = await open(server.url, name);
      catalogs.push({ ...catalog, size });
      const since = performance.now();
      if (!isKept) await catalog.db.connection().execute((db) => fillPrompts(db, 1, size));
      console.log(
        `${size.toLocaleString('en-US')} prompts ready after ${((performance.now() - since) / 1_000).toFixed(0)} s`,
      );
      const counting = performance.now();
      await catalog.counts.categories('prompt');
      console.log(`counted in ${(performance.now() - counting).toFixed(0)} ms`);
    }
    console.log(
      `| question | ${sizes.map((size) => `p50 / p95 ms at ${size.toLocaleString('en-US')}`).join(' | ')} | p95 large / small |`,
    );
    console.log(`| --- | ${sizes.map(() => '---: |').join(' ')} ---: |`);
    const all = catalogs.map((): number[] => []);
    for (const [name, asked] of Object.entries(questions).flatMap(rowsOf)) {
      const times = catalogs.map((): number[] => []);
      for (let round = -2; round < repetitions; round += 1)
        for (const query of asked)
          for (const [index, { prompts }] of catalogs.entries()) {
            const since = performance.now();
            await prompts.list(visitor, promptListQuery.parse(query));
            if (round >= 0) times[index]?.push(performance.now() - since);
          }
      for (const [index, measured] of times.entries()) all[index]?.push(...measured);
      console.log(rowOf(name, times));
    }
    console.log(rowOf('all of them', all));
  } finally {
    for (const catalog of catalogs) await catalog.stop();
    await server.stop();
  }
}

type Row = [name: string, asked: Record<string, string>[]];
function rowsOf([name, question]: [string, Record<string, string>]): Row[] {
  const inOrder: Row = [name, sorts.map((sort) => ({ ...question, sort }))];
  return question.q ? [inOrder, [`${name}, best match`, [{ ...question, sort: 'best' }]]] : [inOrder];
}

function rowOf(name: string, times: number[][]): string {
  const cells = times.map(
    (measured) => `${percentile(measured, 0.5).toFixed(1)} / ${percentile(measured, 0.95).toFixed(1)}`,
  );
  const [small = [], large = []] = times;
  const ratio = percentile(large, 0.95) / percentile(small, 0.95);
  return `| ${name} | ${cells.join(' | ')} | ${ratio.toFixed(2)}x |`;
}

if (import.meta.main) await measureSearch();
