import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import { seedStarter } from '#library/import/starter.server.ts';
import { buildMember, buildPrompt } from './harness/build.ts';
import { promptory } from './harness/command-line.ts';
import { createTestDatabase } from './harness/database.ts';
import { createTestSite } from './harness/site.ts';

let folder: string;
let backup: string;
let content: Record<string, string[]>;
const environment = (connectionString: string) => ({ DATABASE_URL: connectionString, DATA_DIR: folder });

async function rowsOf(database: Awaited<ReturnType<typeof createTestDatabase>>) {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth') and tablename not like 'kysely%' and tablename <> 'rate_limits' order by 1`.execute(
    database.db,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await sql<{
      line: string;
    }>`select row::text as line from ${sql.raw(name)} row order by 1`.execute(database.db);
    all[name] = found.rows.map(({ line }) => line);
  }
  return all;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-backup-'));
  backup = join(folder, 'site.backup');
  const site = await createTestSite();
  await seedStarter(site.db, asOperator('library'));
  const member = await buildMember(site);
  const prompt = await buildPrompt(site, { prompt_body: 'odd \\ "text" \u2028 \\N 😀\r\n' });
  await site.api('PUT', `/api/v1/prompts/${prompt.slug}/vote`, { token: member.token });
  expect((await promptory(environment(site.database.connectionString), 'backup', backup)).code).toBe(0);
  content = await rowsOf(site.database);
  await site.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a backup', () => {
  test('comes back row by row, in an empty database and over other content', async () => {
    for (const prepare of [async () => undefined, (db: Database) => seedStarter(db, asOperator('library'))]) {
      const database = await createTestDatabase();
      await prepare(database.db);
      await database.db.destroy();
      const restored = await promptory(environment(database.connectionString), 'restore', backup);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      const site = await createTestSite({
        database: { ...database, ...(await reopen(database.connectionString)) },
      });
      expect(await rowsOf(site.database)).toEqual(content);
      // Triggers and references work as before.
      const prompt = await buildPrompt(site);
      const member = await buildMember(site);
      const vote = await site.api('PUT', `/api/v1/prompts/${prompt.slug}/vote`, { token: member.token });
      expect(vote.body).toEqual({ is_upvoted: true, vote_count: 1 });
      await site.stop();
      await site.database.drop();
    }
  });

  test('is refused, and the site left unchanged, if it is damaged, from a newer release, or the site is running', async () => {
    const database = await createTestDatabase();
    await seedStarter(database.db, asOperator('library'));
    const before = await rowsOf(database);
    await database.db.destroy();

    const cut = join(folder, 'cut.backup');
    await writeFile(cut, await readFile(backup));
    await truncate(cut, 2_000);
    const lines = gunzipSync(await readFile(backup))
      .toString()
      .split('\n');
    const short = join(folder, 'short.backup');
    await writeFile(short, gzipSync([...lines.slice(0, 5), ...lines.slice(6)].join('\n')));
    const newer = join(folder, 'newer.backup');
    const head = JSON.parse(lines[0] ?? '');
    head.migrations.push('9999_future');
    await writeFile(newer, gzipSync([JSON.stringify(head), ...lines.slice(1)].join('\n')));
    const text = join(folder, 'text.backup');
    await writeFile(text, 'no backup');

    for (const [file, message] of [
      [cut, 'not a readable backup'],
      [short, 'incomplete'],
      [newer, 'newer release'],
      [text, 'not a readable backup'],
      [join(folder, 'missing.backup'), 'ENOENT'],
    ] as const) {
      const refused = await promptory(environment(database.connectionString), 'restore', file);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }
    const opened = { ...database, ...(await reopen(database.connectionString)) };
    const site = await createTestSite({ database: opened });
    const running = await promptory(environment(database.connectionString), 'restore', backup);
    expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('The site is running') });
    await site.stop();
    const { 'auth.users': _users, profiles: _p, ...same } = await rowsOf(opened);
    for (const name of ['public.prompts', 'public.playbooks', 'public.tiers'])
      expect(same[name]).toEqual(before[name]);
    await opened.drop();
  });
});

async function reopen(connectionString: string) {
  const { openDatabase } = await import('#platform/database.server.ts');
  const { quietLog, dropDatabase } = await import('./harness/postgres.ts');
  const { inject } = await import('vitest');
  const opened = openDatabase(connectionString, quietLog, 5);
  return {
    ...opened,
    async drop() {
      await opened.db.destroy();
      await dropDatabase(inject('testServer').url, new URL(connectionString).pathname.slice(1));
    },
  };
}
