import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { forgetUntoldReplies } from '#library/comments/reply-emails.server.ts';
import { seedStarter } from '#library/import/starter.server.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { appliedMigrations, migrationNames } from '#platform/database/migrate.server.ts';
import { backupEnvironment, fillSite, reopen, rowsOf } from './harness/backup.ts';
import { buildMember, buildPrompt } from './harness/build.ts';
import { commandLine, promptory, promptoryOfNobody } from './harness/command-line.ts';
import { createTestDatabase } from './harness/database.ts';
import { quietLog } from './harness/postgres.ts';
import { appSecret, createTestSite } from './harness/site.ts';

let folder: string;
let backup: string;
let content: Record<string, string[]>;
let picture: Buffer;
let pictureName: string;
const environment = backupEnvironment(() => folder);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-backup-'));
  backup = join(folder, 'site.backup');
  const site = await createTestSite();
  await fillSite(site);
  await mkdir(join(folder, 'media'), { recursive: true });
  const media = join(site.dataDir, 'media', 'prompts');
  [pictureName = ''] = (await readdir(media)).filter((name) => !name.includes('.card.'));
  picture = await readFile(join(media, pictureName));
  const made = await promptory(
    environment(site.database.connectionString, { DATA_DIR: site.dataDir }),
    'backup',
    backup,
  );
  expect(made).toMatchObject({ code: 0, stderr: '' });
  // The notification may have been sent since the backup.
  const [{ numUpdatedRows } = {}] = await forgetUntoldReplies(writable(site.db, asOperator('comments')));
  expect(numUpdatedRows).toBe(1n);
  content = await rowsOf(site.database);
  await site.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a backup', () => {
  test('is restored row by row and picture by picture, into an empty database and over other content', async () => {
    for (const prepare of [async () => undefined, (db: Database) => seedStarter(db, asOperator('library'))]) {
      const database = await createTestDatabase();
      await prepare(database.db);
      await database.db.destroy();
      const restored = await promptory(environment(database.connectionString), 'restore', backup);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      const media = join(folder, 'media', 'prompts');
      expect(await readFile(join(media, pictureName))).toEqual(picture);
      expect(await readdir(media)).toHaveLength(2);
      const site = await createTestSite({
        database: { ...database, ...(await reopen(database.connectionString)) },
      });
      const { 'public.audit_log': log = [], ...others } = await rowsOf(site.database);
      const { 'public.audit_log': logBefore = [], ...othersBefore } = content;
      // This week's email may have been sent since the backup.
      expect(others['public.digest_weeks']).toEqual([expect.stringMatching(/^\(\d{4}-\d{2}-\d{2}\)$/)]);
      expect(others).toEqual({ ...othersBefore, 'public.digest_weeks': others['public.digest_weeks'] });
      expect(log.filter((line) => !logBefore.includes(line))).toEqual([
        expect.stringContaining(',command,,,,restore,'),
      ]);
      // Sequences continue, and triggers and references work as before.
      const { rows } = await site.pool.query("select nextval('billing_reads')::int as next");
      expect(rows[0].next).toBeGreaterThan(41);
      const prompt = await buildPrompt(site);
      const member = await buildMember(site);
      const vote = await site.api('PUT', `/api/v1/prompts/${prompt.slug}/vote`, { token: member.token });
      expect(vote.body).toEqual({ is_upvoted: true, vote_count: 1 });
      await site.stop();
      await site.database.drop();
      await rm(media, { recursive: true });
    }
  });

  test('is checked byte by byte, and every kind of damage is found', async () => {
    const verify = (file: string) =>
      promptory(environment('postgres://nowhere/x'), 'backup', '--verify', file);
    expect(await verify(backup)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Complete: made at 2.*, \d+ tables, 2 files/),
    });
    const tar = gunzipSync(await readFile(backup));
    const body = tar.indexOf('odd \\');
    expect(body).toBeGreaterThan(0);
    const changed = Buffer.from(tar);
    changed[body] = 'O'.charCodeAt(0);
    const cut = tar.subarray(0, tar.lastIndexOf('checksums.json'));
    for (const [name, bytes] of Object.entries({
      changed: gzipSync(changed),
      cut: gzipSync(cut),
      half: (await readFile(backup)).subarray(0, 2_000),
      empty: Buffer.alloc(0),
      text: Buffer.from('no backup'),
    })) {
      const file = join(folder, `${name}.backup`);
      await writeFile(file, bytes);
      const refused = await verify(file);
      expect([name, refused.code, refused.stderr]).toEqual([
        name,
        1,
        expect.stringContaining('not a readable backup'),
      ]);
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
    const newer = join(folder, 'newer.backup');
    await writeFile(newer, firstFormat([...(await migrationNames()), '9999_future'], []));

    for (const [file, message] of [
      [cut, `${cut} is not a readable backup: unexpected end of file\n`],
      [newer, 'newer release'],
      [join(folder, 'missing.backup'), 'There is no file '],
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

  test('that is missing, unreadable or invalid is reported before anything is created', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed);
    const unreadable = join(closed, 'site.backup');
    await writeFile(unreadable, await readFile(backup));
    const garbage = join(folder, 'garbage.backup');
    await writeFile(garbage, 'no backup');
    const missing = join(folder, 'missing.backup');
    await chmod(closed, 0);
    const nowhere = join(folder, 'nowhere');
    const values = environment('', {
      DATA_DIR: nowhere,
      // No server listens there.
      BACKUP_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=false',
    });
    for (const [run, file, message] of [
      [promptory, missing, `There is no file ${missing}.\n`],
      [
        promptoryOfNobody,
        unreadable,
        `This account cannot read ${unreadable}: move it to a folder that the account can enter.\n`,
      ],
      [promptory, garbage, `${garbage} is not a readable backup`],
    ] as const) {
      const refused = await run(values, 'restore', file);
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    }
    const list = await promptory({ ...values, BACKUP_URL: '' }, 'backup', '--list');
    expect(list).toMatchObject({ code: 1, stderr: 'Set BACKUP_URL: the list is of the backups there.\n' });
    const { stdout } = await promptory({ ...values, BACKUP_URL: '' }, 'restore', 'no-file');
    expect([stdout, existsSync(nowhere)]).toEqual(['', false]);
    await chmod(closed, 0o700);
  });

  test('made with another APP_SECRET is refused and changes nothing, unless everyone is to sign in again', async () => {
    const database = await createTestDatabase();
    await buildRow(database.db);
    const dataDir = join(folder, 'of-another-secret');
    const other = environment(database.connectionString, {
      APP_SECRET: `another ${appSecret}`,
      DATA_DIR: dataDir,
    });
    await database.db.destroy();
    const refused = await promptory(other, 'restore', backup);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /another APP_SECRET[\s\S]*Payment keys, the email server's password, the language model's key/,
      ),
    });
    expect(refused.stderr.match(/Payment keys/g)).toHaveLength(1);
    const unchanged = { ...database, ...(await reopen(database.connectionString)) };
    expect((await rowsOf(unchanged))['public.site_settings']).toHaveLength(1);
    await unchanged.db.destroy();
    expect(existsSync(dataDir)).toBe(false);
    expect(await promptory(other, 'restore', backup, '--without-secret')).toMatchObject({ code: 0 });
    expect(await readFile(join(dataDir, 'media', 'prompts', pictureName))).toEqual(picture);
    const opened = { ...database, ...(await reopen(database.connectionString)) };
    const rows = await rowsOf(opened);
    expect(rows['auth.signing_keys']).toEqual([]);
    expect(rows['auth.users']).toEqual(content['auth.users']);
    await opened.drop();
  });

  test('that is refused leaves no new database behind', async () => {
    const dataDir = join(folder, 'fresh');
    const values = environment('', { APP_SECRET: `another ${appSecret}`, DATA_DIR: dataDir });
    const refused = await promptory(values, 'restore', backup);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('another APP_SECRET') });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    // Existing data is kept, even if the database is empty.
    const server = await startEmbeddedPostgres(dataDir, quietLog);
    await server.stop();
    expect((await promptory(values, 'restore', backup)).code).toBe(1);
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  test('that is interrupted leaves no new database behind', async () => {
    const dataDir = join(folder, 'interrupted');
    const child = spawn(process.execPath, [commandLine, 'restore', backup], {
      env: { ...process.env, ...environment('', { DATA_DIR: dataDir }) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const closed = once(child, 'close');
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toBe(`A new site in ${dataDir}.\n`);
    child.kill('SIGINT');
    expect((await closed)[0]).toBe(130);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  test('leaves no new secret behind if the right one is missing', async () => {
    const database = await createTestDatabase();
    await database.db.destroy();
    const dataDir = join(folder, 'without-a-secret');
    const values = environment(database.connectionString, { APP_SECRET: '', DATA_DIR: dataDir });
    expect(await promptory(values, 'restore', backup)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('put its app-secret file into DATA_DIR'),
    });
    expect(existsSync(join(dataDir, 'app-secret'))).toBe(false);
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'app-secret'), `${appSecret}\n`);
    expect(await promptory(values, 'restore', backup)).toMatchObject({ code: 0, stderr: '' });
    await (await reopen(database.connectionString)).drop();
  });

  test('leaves the schema as it is: until the new release has started, the old one can go on', async () => {
    const database = await createTestDatabase();
    const newest = (await migrationNames()).at(-1) ?? '';
    await database.pool.query('delete from kysely_migration where name = $1', [newest]);
    const file = join(folder, 'before-the-upgrade.backup');
    expect(await promptory(environment(database.connectionString), 'backup', file)).toMatchObject({
      code: 0,
    });
    expect(await appliedMigrations(database.db)).not.toContain(newest);
    const { stdout } = await promptory(environment('postgres://nowhere/x'), 'backup', '--verify', file);
    expect(stdout).not.toContain(newest);
    await database.drop();
  });

  test('of release 0.2 can be restored too', async () => {
    const database = await createTestDatabase();
    const names = (await migrationNames()).filter((name) => name < '0015');
    const file = join(folder, 'first.backup');
    const columns = ['setting_key', 'setting_value'];
    const rows = [
      { table: 'public.site_settings', columns },
      { setting_key: 'site_name', setting_value: 'Odd\u2028 "name"' },
    ];
    await writeFile(file, firstFormat(names, rows));
    await database.db.destroy();
    expect(await promptory(environment(database.connectionString), 'restore', file)).toMatchObject({
      code: 0,
    });
    const opened = { ...database, ...(await reopen(database.connectionString)) };
    const { rows: settings } = await opened.pool.query('select setting_value from site_settings');
    expect(settings).toEqual([{ setting_value: 'Odd\u2028 "name"' }]);
    await opened.drop();
  });

  test.each([
    ['column', { table: 'public.site_settings', columns: ['setting_key) select 1; drop table prompts; --'] }],
    [
      'table',
      { table: 'public.site_settings (setting_key) values (1); drop table prompts; --', columns: ['x'] },
    ],
    ['schema', { table: 'jobs.job', columns: ['name'] }],
  ])('with a made-up %s name is refused: names in a file never become SQL', async (_what, table) => {
    const database = await createTestDatabase();
    await database.db.destroy();
    const file = join(folder, 'hostile.backup');
    await writeFile(file, firstFormat(await migrationNames(), [table, { setting_key: 'x' }]));
    const refused = await promptory(environment(database.connectionString), 'restore', file);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('does not have') });
    const opened = { ...database, ...(await reopen(database.connectionString)) };
    expect((await opened.pool.query('select count(*)::int as count from prompts')).rows).toEqual([
      { count: 0 },
    ]);
    await opened.drop();
  });
});

/** A backup in the format of release 0.2. */
function firstFormat(migrations: string[], lines: object[]): Buffer {
  const rows = lines.filter((line) => !('table' in line)).length;
  const head = { format: 'promptory-backup', made_at: new Date().toISOString(), migrations };
  return gzipSync([head, ...lines, { end: true, rows }].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const buildRow = (db: Awaited<ReturnType<typeof createTestDatabase>>['db']) =>
  db.insertInto('site_settings').values({ setting_key: 'site_name', setting_value: 'Before' }).execute();
