import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from './harness/build.ts';
import { commandEnvironment, commandLine, promptory, promptoryOfNobody } from './harness/command-line.ts';
import { createTestDatabase } from './harness/database.ts';
import { dropDatabase, newDatabaseName, query, withDatabase } from './harness/postgres.ts';
import { appSecret, createTestSite, type TestSite } from './harness/site.ts';

// Commands that an operator runs next to a running site.
let site: TestSite;
let folder: string;
let csv: string;
beforeAll(async () => {
  site = await createTestSite();
  folder = await mkdtemp(join(tmpdir(), 'promptory-command-line-'));
  csv = join(folder, 'prompts.csv');
  await writeFile(csv, 'act,prompt\nEditor,Write plainly\n');
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});
const siteEnvironment = () => commandEnvironment(site);
const run = (...args: string[]) => promptory(siteEnvironment(), ...args);

test('the audit log has the actions of commands, and their targets', async () => {
  const { id, email } = await buildMember(site);
  expect((await run('admin', 'add', email)).code).toBe(0);
  expect((await run('mail', 'retry')).code).toBe(0);
  const logged = await site.db
    .selectFrom('audit_log')
    .select(['action', 'target_id'])
    .where('area', 'in', ['admin', 'mail'])
    .orderBy('created_at')
    .execute();
  expect(logged).toEqual([
    { action: 'admin add', target_id: id },
    { action: 'mail retry', target_id: null },
  ]);
});

describe('the export', () => {
  test('has the whole library, drafts too, in a file or on standard output, and nothing about members', async () => {
    const member = await buildMember(site);
    const prompt = await buildPrompt(site, {
      title: 'Exported',
      prompt_body: 'ü😀 "x"\n',
      status: 'draft',
      view_count: 9,
    });
    const playbook = await buildPlaybook(site, { title: 'Guide', price: 1_999, is_purchasable: true });
    await buildStep(site, playbook, {
      prompts: [
        { type: 'library', prompt_id: prompt.id, title: 'old', prompt_body: 'old' },
        { type: 'manual', title: 'Own', prompt_body: 'own' },
      ],
    });
    await site.api('PUT', `/api/v1/playbooks/${playbook.slug}/vote`, { token: member.token });
    const shown = await run('export');
    const file = join(folder, 'library.json');
    expect((await run('export', file)).stdout).toBe(`1 prompt and 1 playbook written to ${file}\n`);
    expect(await readFile(file, 'utf8')).toBe(shown.stdout);
    const library = JSON.parse(shown.stdout);
    expect(library.prompts).toMatchObject([{ slug: prompt.slug, prompt_body: 'ü😀 "x"\n', status: 'draft' }]);
    expect(library.playbooks).toMatchObject([
      {
        slug: playbook.slug,
        price: 1_999,
        steps: [{ prompts: [{ library: prompt.slug }, { title: 'Own', prompt_body: 'own' }] }],
      },
    ]);
    expect(shown.stdout).not.toMatch(/view_count|vote_count|@example\.com|author/);
  });
});

describe('a backup', () => {
  test("bypasses a pooler if the server's own address is set", async () => {
    // Reading through this address would find no tables.
    const pooled = new URL(site.database.connectionString);
    pooled.searchParams.set('options', '-c search_path=nowhere');
    const addresses = { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: site.database.connectionString };
    const file = join(folder, 'direct.backup');
    const made = await promptory({ ...siteEnvironment(), ...addresses }, 'backup', file);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect((await run('backup', '--verify', file)).stdout).toContain('Complete');
  });
});

describe('a command', () => {
  test('that is unknown or incomplete fails with a short message', async () => {
    for (const args of [['launch'], ['member', 'tier', 'a@example.com']]) {
      const answer = await run(...args);
      expect([args.join(' '), answer.code]).not.toEqual([args.join(' '), 0]);
      expect(answer.stderr).not.toContain('    at ');
      expect(answer.stderr.trim()).not.toBe('');
    }
  });

  test('is described in the help', async () => {
    const { stdout, code } = await run('--help');
    expect(code).toBe(0);
    for (const name of ['admin', 'backup', 'doctor', 'export', 'import', 'keys', 'mail', 'member', 'restore'])
      expect(stdout).toContain(name);
  });

  test('prints its release', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('refuses to work on a missing site, and creates nothing', async () => {
    const nowhere = join(folder, 'nowhere');
    const message = "Run the command with the site's environment.";
    for (const args of [
      ['doctor'],
      ['backup', join(folder, 'nothing.backup')],
      ['export', join(folder, 'nothing.json')],
    ]) {
      const answer = await promptory({ ...siteEnvironment(), DATABASE_URL: '', DATA_DIR: nowhere }, ...args);
      expect([args.join(' '), answer]).toEqual([
        args.join(' '),
        { code: 1, stdout: '', stderr: `There is no site in ${nowhere}. ${message}\n` },
      ]);
    }
    const created = (await readdir(folder)).filter((name) => /^no(where|thing)/.test(name));
    expect(created).toEqual([]);
  });

  test('refuses an empty database, except where it fills a new site', async () => {
    const { url } = inject('testServer');
    const name = newDatabaseName();
    await query(url, `create database ${name} encoding 'UTF8' template template0`);
    const environment = { ...siteEnvironment(), DATABASE_URL: withDatabase(url, name) };
    const exported = await promptory(environment, 'export');
    expect(exported).toMatchObject({ code: 1, stdout: '' });
    expect(exported.stderr).toContain('There is no site in the database in DATABASE_URL.');
    expect((await promptory(environment, 'doctor')).stdout).toContain('✗ database       There is no site');
    const tried = await promptory(environment, 'import', csv, '--dry-run');
    expect(tried.code).toBe(0);
    expect(tried.stdout).toMatch(/^A new site in the database in DATABASE_URL\.\n.*\n +created 1 /);
    expect((await promptory(environment, 'import', csv)).stdout).not.toContain('A new site');
    await dropDatabase(url, name);
  });

  test('refuses an empty database that cannot hold every text, and leaves it empty', async () => {
    const { url } = inject('testServer');
    const name = newDatabaseName();
    await query(
      url,
      `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    );
    const environment = { ...siteEnvironment(), DATABASE_URL: withDatabase(url, name) };
    const { code, stderr } = await promptory(environment, 'import', csv);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The database cannot be used: it has the encoding SQL_ASCII, but needs UTF8.'),
    ]);
    expect(stderr).toContain('createdb -T template0 -E UTF8 --locale=C.UTF-8');
    expect((await promptory(environment, 'doctor')).stdout).toContain('There is no site');
    await dropDatabase(url, name);
  });

  test('refuses an empty database of an old PostgreSQL, and reports one that is in use', async () => {
    const { connectionString, drop } = await createTestDatabase();
    // A schema that comes before PostgreSQL's own makes the server say that it is an older one.
    const disguise = `create schema disguise;
      create function disguise.current_setting(name text) returns text language sql stable as
        $$ select case name when 'server_version' then '14.23' else pg_catalog.current_setting(name) end $$;
      set search_path to disguise, pg_catalog, public;
      do $$ begin execute format('alter database %I set search_path to disguise, pg_catalog, public', current_database()); end $$`;
    await query(connectionString, disguise);
    const environment = { ...siteEnvironment(), DATABASE_URL: connectionString };
    const { stdout, code } = await promptory(environment, 'doctor');
    expect(stdout).toContain(
      '✗ database       PostgreSQL 14.23, UTF8, DATABASE_URL: it is on PostgreSQL 14.23, but needs 15 or later. Make a backup',
    );
    expect(code).toBe(1);
    await query(connectionString, 'drop table kysely_migration, kysely_migration_lock');
    expect(await promptory(environment, 'import', csv)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The database cannot be used: it is on PostgreSQL 14.23, but needs 15 or later. Create another',
      ),
    });
    await drop();
  });

  test("names the variable of a database that it can't reach, and the likely cause", async () => {
    const tell = async (DATABASE_URL: string, ...args: string[]) => {
      const { stdout, stderr } = await promptory({ ...siteEnvironment(), DATABASE_URL }, ...args);
      return stdout + stderr;
    };
    const backup = join(folder, 'to-restore.backup');
    expect((await run('backup', backup)).code).toBe(0);
    const closed = 'postgres://somebody:secret@127.0.0.1:1/none';
    for (const args of [['doctor'], ['restore', backup], ['export']])
      expect(await tell(closed, ...args)).toContain('DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1');
    const unknown = await tell('postgres://somebody:secret@nowhere.invalid/none', 'restore', backup);
    expect(unknown).toMatch(/DATABASE_URL: .*ENOTFOUND/);
    expect(unknown).toContain('special characters in the password must be percent-encoded');
  });

  test("says that the account can't read a file, not that the file is missing", async () => {
    const closed = await mkdtemp(join(tmpdir(), 'promptory-closed-'));
    const file = join(closed, 'prompts.csv');
    await writeFile(file, 'act,prompt\n');
    await chmod(closed, 0);
    const { code, stderr } = await promptoryOfNobody(siteEnvironment(), 'import', file);
    const message = `This account cannot read ${file}: move it to a folder that the account can enter.\n`;
    expect([code, stderr]).toEqual([1, message]);
    const within = await promptory(siteEnvironment(), 'import', join(csv, 'prompts.csv'));
    expect(within.stderr).toContain('ENOTDIR');
    await chmod(closed, 0o700);
    await rm(closed, { recursive: true });
  });

  test.each(['backup', 'export'])("%s says if a folder is missing or can't be accessed", async (name) => {
    const closed = await mkdtemp(join(tmpdir(), 'promptory-closed-'));
    const missing = join(closed, 'missing');
    expect(await run(name, join(missing, 'file'))).toMatchObject({
      code: 1,
      stderr: `There is no folder ${missing}.\n`,
    });
    expect(await promptoryOfNobody(siteEnvironment(), name, join(closed, 'file'))).toMatchObject({
      code: 1,
      stderr: `This account cannot write to ${closed}: name a file in a folder where it can.\n`,
    });
    await rm(closed, { recursive: true });
  });

  test('says what is wrong if there is no database, and shows no password', async () => {
    const answer = await promptory(
      {
        DATABASE_URL: 'postgres://somebody:a-password@127.0.0.1:1/none',
        DATA_DIR: folder,
        APP_SECRET: appSecret,
      },
      'export',
    );
    expect(answer.code).not.toBe(0);
    expect(answer.stdout + answer.stderr).not.toContain('a-password');
    expect(answer.stderr.trim()).not.toBe('');
  });
});

test('an export ends quietly if its reader stops early', async () => {
  await buildPrompt(site, { prompt_body: 'x'.repeat(900_000) });
  const environment = { ...process.env, ...siteEnvironment() };
  const child = spawn(process.execPath, [commandLine, 'export'], { env: environment });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  expect([stderr, code]).toEqual(['', 0]);
});
