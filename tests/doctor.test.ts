import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildAdmin } from './harness/build.ts';
import { commandEnvironment, promptory } from './harness/command-line.ts';
import { createTestDatabase } from './harness/database.ts';
import { dropDatabase, newDatabaseName, query, withDatabase } from './harness/postgres.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());
const siteEnvironment = () => commandEnvironment(site);
const run = (...args: string[]) => promptory(siteEnvironment(), ...args);

test('doctor counts requests for emails among the emails that wait', async () => {
  const queued = async () => Number(/(\d+) emails? queued/.exec((await run('doctor')).stdout)?.[1]);
  await expect.poll(queued).toBe(0);
  const { rows } = await site.pool.query(
    "insert into jobs.job (name, start_after) values ('email-requests', now() + interval '1 day') returning id",
  );
  expect(await queued()).toBe(1);
  await site.pool.query('delete from jobs.job where id = $1', [rows[0].id]);
});

test('doctor names the queue of a failed job that is not an email, and a retry counts jobs', async () => {
  await site.pool.query(
    `insert into jobs.job (name, data, source_name, source_output)
    values ('dead-letters', $1, 'imports', '{"reason": "The disk was full"}')`,
    [{ id: randomUUID() }],
  );
  const { stdout } = await run('doctor');
  expect(stdout).toContain('0 emails queued, 1 job failed permanently');
  expect(stdout).toContain('job of "imports": The disk was full');
  expect((await run('mail', 'retry')).stdout).toBe('Retrying 1 job.\n');
  expect((await run('doctor')).stdout).toContain('no job failed permanently');
});

describe('the doctor', () => {
  test('shows the metrics of the running site, and passes without one', async () => {
    const { port } = new URL(site.url);
    for (let time = 0; time < 3; time += 1) await site.api('GET', '/api/v1/tiers');
    const lineOf = async (environment: Record<string, string>) => {
      const { stdout } = await promptory({ ...siteEnvironment(), ...environment }, 'doctor');
      return stdout.split('\n').find((line) => line.includes('running site'));
    };
    expect(await lineOf({ PORT: port })).toMatch(
      /✓ running site {3}\d+ requests, 0 failed, [\d.]+ ms on average; \d+ of \d+ connections, \d+ waiting; \d+% of pages from memory; \d+ MB/,
    );
    expect(await lineOf({ PORT: '9' })).toContain('no site answers on port 9');
  });

  test('ignores the metrics of another program on its port', async () => {
    const other = createServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nhttp_requests_total 7\n'),
    );
    const { port } = await new Promise<AddressInfo>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve(other.address() as AddressInfo)),
    );
    const { stdout } = await promptory({ ...siteEnvironment(), PORT: String(port) }, 'doctor');
    other.close();
    expect(stdout).toContain(`no site answers on port ${port}\n`);
  });

  test('ignores the metrics of another site on its port', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const { port } = new URL(site.url);
    const { stdout } = await promptory(
      { ...siteEnvironment(), DATABASE_URL: connectionString, PORT: port },
      'doctor',
    );
    expect(stdout).toContain(
      `✓ running site   the site on port ${port} is another one, with another database\n`,
    );
    await drop();
  });

  test('says what to do about a schema of another release', async () => {
    const { connectionString, pool, drop } = await createTestDatabase();
    const schema = async () => {
      const { stdout } = await promptory({ ...siteEnvironment(), DATABASE_URL: connectionString }, 'doctor');
      return stdout.split('\n').find((line) => line.includes(' schema '));
    };
    await pool.query("insert into kysely_migration values ('9999_newer', '')");
    expect(await schema()).toMatch(
      /^✗ schema {9}This data was written by a newer release \(with migration 9999_newer\)/,
    );
    await pool.query(
      'delete from kysely_migration where name >= (select max(name) from kysely_migration where name < $1)',
      ['9999'],
    );
    expect(await schema()).toBe('✓ schema         1 migration pending, which the next start applies');
    await drop();
  });

  test("reports a proxy in front that the site isn't configured for", async () => {
    const behind = await createTestSite({ database: site.database });
    const values = { ...siteEnvironment(), PORT: new URL(behind.url).port };
    expect((await promptory(values, 'doctor')).stdout).not.toContain('TRUST_PROXY');
    await behind.api('GET', '/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    const { stdout, code } = await promptory(values, 'doctor');
    expect(stdout).toContain('✗ proxy          a proxy is in front, but TRUST_PROXY is not true');
    expect(code).toBe(1);
    expect(stdout).toMatch(/decrypts (1 signing key|(?!1 )\d+ signing keys)\n/);
    await behind.stop();
  });

  test('reports a database that only knows ASCII letters, and says how to create another', async () => {
    const { url } = inject('testServer');
    const name = newDatabaseName();
    await query(
      url,
      `create database ${name} encoding 'UTF8' locale_provider libc locale 'C' template template0`,
    );
    const environment = { ...siteEnvironment(), DATABASE_URL: withDatabase(url, name) };
    const csv = join(site.dataDir, 'prompts.csv');
    await writeFile(csv, 'act,prompt\nEditor,Write plainly\n');
    expect((await promptory(environment, 'import', csv)).code).toBe(0);
    const { stdout, code } = await promptory(environment, 'doctor');
    expect(stdout).toMatch(/✗ database {7}PostgreSQL .*: its locale, C, knows only the letters of ASCII/);
    expect(stdout).toContain('createdb -T template0 -E UTF8 --locale=C.UTF-8');
    expect(code).toBe(1);
    expect((await run('doctor')).stdout).toContain('✓ database');
    await dropDatabase(url, name);
  });

  test('names the right scheme for an email server whose port starts without encryption', async () => {
    const plain = createServer((socket) => socket.on('error', () => undefined).end('220 plain\r\n'));
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    const { port } = plain.address() as AddressInfo;
    const { stdout } = await promptory(
      { ...siteEnvironment(), SMTP_URL: `smtps://127.0.0.1:${port}` },
      'doctor',
    );
    expect(stdout).toContain(
      '✗ email          email server error: this port speaks STARTTLS: use smtp:// or choose STARTTLS, usually with port 587; smtps:// is for port 465\n',
    );
    plain.close();
  });

  test('says that emails without a sender of their own are refused elsewhere', async () => {
    const linesOf = async (environment: Record<string, string>) => {
      const { stdout } = await promptory({ ...siteEnvironment(), ...environment }, 'doctor');
      return stdout.split('\n').filter((line) => line.includes('no-reply@localhost'));
    };
    const SMTP_URL = 'smtp://127.0.0.1:9';
    expect(await linesOf({ SMTP_URL })).toEqual([
      '✗ email          emails are sent from no-reply@localhost, which other servers refuse: set MAIL_FROM, or the sender under Site Settings',
    ]);
    expect(await linesOf({ SMTP_URL, MAIL_FROM: 'mail@ink.example' })).toEqual([]);
    expect(await linesOf({})).toEqual([]);
  });

  test("names everything that the current APP_SECRET can't decrypt, without showing it", async () => {
    const { token } = await buildAdmin(site);
    const ask = (method: string, path: string, body: object) =>
      site.api(method, `/api/v1/admin/${path}`, { token, body });
    const saved = await ask('PUT', 'settings', {
      smtp_host: 'smtp.example.com',
      smtp_user: 'ink',
      smtp_password: 'my password',
      llm_base_url: 'https://models.example.com/v1',
      llm_api_key: 'sk-of-mine',
      oidc_client_secret: 'of the provider',
    });
    expect(saved.status, saved.text).toBe(200);
    const webhook = await ask('POST', 'webhooks', {
      url: 'https://example.com/hook',
      note: '',
      events: ['item.published'],
    });
    expect(webhook.status, webhook.text).toBe(201);
    const sealed = async (environment: object) => {
      const { stdout } = await promptory({ ...siteEnvironment(), ...environment }, 'doctor');
      return stdout.split('\n').filter((line) => /cannot decrypt|✗ email/.test(line));
    };
    expect(await sealed({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@ink.example' })).toEqual([
      expect.stringContaining('✗ email          email server error: '),
    ]);
    // Without its password, the email server isn't asked.
    expect(await sealed({ APP_SECRET: 'x'.repeat(32), MAIL_FROM: 'mail@ink.example' })).toEqual([
      expect.stringContaining('cannot decrypt the signing keys'),
      "✗ app secret     APP_SECRET cannot decrypt the language model's key, the sign-in provider's client secret, the email server's password: re-enter them under Site Settings",
      '✗ app secret     APP_SECRET cannot decrypt the webhook secrets (1): create new ones under Webhooks',
    ]);
  });
});
