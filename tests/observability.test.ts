// Needs the built pages.
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerError, toAuthError } from '#people/auth/auth-http.server.ts';
import { isDatabaseAway, openDatabase } from '#platform/database/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { errorAnswer } from '#platform/http/http.server.ts';
import { createAccessLog } from '#platform/observability/access-log.server.ts';
import { createLog } from '#platform/observability/log.server.ts';
import { outages } from '#platform/observability/outage-log.server.ts';
import { buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

const token = 'a-token-for-scrapes-long-enough';
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { METRICS_TOKEN: token } });
});
afterAll(() => site.stop());

const scrape = (headers: Record<string, string> = {}) => site.api('GET', '/metrics', { headers });
const readValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  );

describe('an answer', () => {
  test('has the unique id of its request, even a cached page', async () => {
    const ids = new Set<string | null>();
    const paths = [
      '/',
      '/',
      '/',
      '/pricing',
      '/nowhere',
      '/api/v1/prompts',
      '/api/v1/none',
      '/auth/v1/user',
      '/healthz',
    ];
    for (const path of paths) ids.add((await site.api('GET', path)).headers.get('x-request-id'));
    ids.add(
      (await site.api('POST', '/auth/v1/token', { headers: { origin: 'https://evil.example' } })).headers.get(
        'x-request-id',
      ),
    );
    expect(ids.size).toBe(paths.length + 1);
    for (const id of ids) expect(id).toMatch(/^[\w-]{8}-\w+$/);
  });

  test('ignores an id from an untrusted client', async () => {
    const { headers } = await site.api('GET', '/healthz', { headers: { 'x-request-id': 'chosen-by-me' } });
    expect(headers.get('x-request-id')).not.toBe('chosen-by-me');
  });
});

describe('the metrics', () => {
  test('count requests and their times by route', async () => {
    const member = await buildMember(site);
    for (let time = 0; time < 3; time += 1) {
      const { slug } = await buildPrompt(site);
      await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token });
      await site.api('GET', `/browse?category=${slug}`);
    }
    await site.api('GET', '/prompt/any-slug');
    for (let time = 0; time < 3; time += 1) await site.api('GET', '/browse-playbooks');
    await expect
      .poll(async () => {
        const { text } = await scrape();
        const count = (route: string, status = 200) =>
          readValue(
            text,
            `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`,
          );
        return [
          count('/api/v1/prompts/:slug'),
          count('/browse'),
          count('/prompt/:slug'),
          count('/browse-playbooks'),
        ];
      })
      .toEqual([3, 3, 1, 3]);
    const { text, headers } = await scrape();
    expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(text).not.toContain('any-slug');
    expect(readValue(text, 'promptory_page_cache_requests_total{result="hit"}')).toBeGreaterThanOrEqual(2);
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'promptory_database_connections',
      'promptory_database_waiting',
      'promptory_page_cache_bytes',
      'promptory_jobs_waiting{queue="mail"}',
      'promptory_jobs_dead',
      'promptory_jobs_total{queue="mail",result="completed"}',
      'promptory_webhook_events_open{state="waiting"}',
    ])
      expect([name, Number.isFinite(readValue(text, name))]).toEqual([name, true]);
    expect(readValue(text, 'promptory_database_up')).toBe(1);
    await site.api('POST', '/functions/v1/stripe-webhook', { body: {} });
    expect(
      readValue((await scrape()).text, 'promptory_webhook_requests_total{result="failed"}'),
    ).toBeGreaterThanOrEqual(0);
  });

  test('count the jobs and payment events that wait, and those that failed', async () => {
    const names = [
      'promptory_jobs_waiting{queue="webhooks"}',
      'promptory_jobs_waiting{queue="dead-letters"}',
      'promptory_jobs_dead',
      'promptory_webhook_events_open{state="waiting"}',
      'promptory_webhook_events_open{state="failing"}',
    ];
    const values = async () => {
      const { text } = await scrape();
      return names.map((name) => readValue(text, name));
    };
    await sql`insert into jobs.job (name, state, start_after) select name, state::jobs.job_state, now() + interval '1 day'
      from (values ('webhooks', 'created'), ('webhooks', 'retry'), ('webhooks', 'completed'), ('dead-letters', 'created')) given (name, state)`.execute(
      site.db,
    );
    await sql`insert into billing_events (id, mode, type, object_id, created_at, attempts, processed_at)
      values ('evt_new', 'sandbox', 'invoice.paid', 'in_1', now(), 0, null), ('evt_failed', 'sandbox', 'invoice.paid', 'in_2', now(), 1, null),
        ('evt_done', 'sandbox', 'invoice.paid', 'in_3', now(), 1, now()), ('evt_practice', 'test', 'invoice.paid', 'in_4', now(), 1, null)`.execute(
      site.db,
    );
    expect(await values()).toEqual([2, Number.NaN, 1, 1, 1]);
  });

  test('are only for this machine and for callers with the token', async () => {
    expect((await scrape()).status).toBe(200);
    const proxied = { 'x-forwarded-for': '203.0.113.9' };
    expect((await scrape({ ...proxied, authorization: `Bearer ${token}` })).status).toBe(200);
    for (const headers of [
      proxied,
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.9' },
      { authorization: 'Bearer wrong' },
      { ...proxied, authorization: `Bearer ${token}x` },
    ]) {
      const answer = await scrape(headers as Record<string, string>);
      expect([headers, answer.status, answer.text.includes('http_request')]).toEqual([headers, 401, false]);
    }
    const rebound = await new Promise<number | undefined>((resolve) => {
      request(`${site.url}/metrics`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(rebound).toBe(401);
  });

  test("don't exist for other machines if no token is set", async () => {
    const other = await createTestSite({ database: site.database });
    expect((await other.api('GET', '/metrics', { headers: { via: '1.1 proxy' } })).status).toBe(404);
    expect((await other.api('GET', '/metrics')).status).toBe(200);
    await other.stop();
  });
});

describe('the access log', () => {
  const line = { id: 'a-1', method: 'GET', url: '/', status: 200, milliseconds: 1.25 };

  test('has a line for each request at info, and none at higher levels', () => {
    let written = '';
    const log = createAccessLog('info', (text) => {
      written += text;
    });
    log.add(line);
    log.add({ ...line, id: 'a-2', url: '/api/v1/gifts/AAAA-BBBB-CCCC/redeem?again=yes', method: 'POST' });
    log.add({ ...line, id: 'a-3', url: '/"quoted"' });
    const link = '/collections/shared/5f0c9f0e-0000-4000-8000-000000000000';
    for (const url of [link, `/api/v1${link}?q=1`, '/collections/5f0c9f0e']) log.add({ ...line, url });
    log.flush();
    const lines = written
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(lines.map(({ request, path }) => [request, path])).toEqual([
      ['a-1', '/'],
      ['a-2', '/api/v1/gifts/…/redeem'],
      ['a-3', '/"quoted"'],
      ['a-1', '/collections/shared/…'],
      ['a-1', '/api/v1/collections/shared/…'],
      ['a-1', '/collections/5f0c9f0e'],
    ]);
    expect(lines[0]).toMatchObject({
      level: 'info',
      message: 'request',
      method: 'GET',
      status: 200,
      ms: 1.3,
    });
    expect([createAccessLog('debug').isOn, createAccessLog('warn').isOn]).toEqual([true, false]);
  });
});

describe('an outage of the database', () => {
  test('is logged with one line at its beginning and one at its end', () => {
    const lines: string[] = [];
    const write = (message: string) => void lines.push(message);
    const log = { ...createLog('error'), warn: write, info: write };
    for (let time = 0; time < 1_000; time += 1) outages(log).away(new Error('connection refused'));
    outages(log).back();
    outages(log).away(new Error('the last of them'));
    outages(log).back();
    expect(lines).toEqual(['The database is unreachable', 'The database is reachable again']);
  });
});

test.each([
  [false, ['The database is unreachable']],
  // The server may close a connection only after the site has ended it.
  [true, []],
])('of an idle connection that breaks, ended by the site: %s, the log says %j', async (isEnded, expected) => {
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  const log = { ...createLog('error'), warn: write, info: write };
  const { pool, close } = openDatabase(site.database.connectionString, log, 1);
  const client = await pool.connect();
  client.release();
  if (isEnded) await close();
  client.emit('error', new Error('Connection terminated unexpectedly'));
  if (!isEnded) await close();
  expect(lines).toEqual(expected);
});

test('the log says why a picture could not be stored, and how the request failed at its root', async () => {
  const lines: unknown[] = [];
  const warn = (...line: unknown[]) => void lines.push(line);
  const app = new Hono().onError(errorAnswer({ ...createLog('error'), warn }));
  app.put('/refused', () => {
    throw new AppError('unavailable', 'Not stored', {
      cause: new Error('The storage answered PUT with 403.'),
    });
  });
  app.put('/away', () => {
    const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    throw new AppError('unavailable', 'Not stored', { cause });
  });
  for (const path of ['/refused', '/away'])
    expect((await app.request(path, { method: 'PUT' })).status).toBe(503);
  const values = (path: string, reason: string) => ({ path, code: 'unavailable', reason });
  expect(lines).toEqual([
    ['Another service failed', values('/refused', 'The storage answered PUT with 403.')],
    ['Another service failed', values('/away', 'fetch failed\nconnect ECONNREFUSED')],
  ]);
});

test('a client that disconnects while sending is neither logged as an outage nor as an error', async () => {
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  const log = { ...createLog('error'), error: write, warn: write, info: write };
  const app = new Hono();
  const failed: Error[] = [];
  app.onError((error, c) => {
    failed.push(error);
    return c.req.path === '/auth' ? answerError(toAuthError(error, log), c) : errorAnswer(log)(error, c);
  });
  const begun: string[] = [];
  app.post('/*', async (c) => {
    const body = c.req.text();
    begun.push(c.req.path);
    return c.text(await body);
  });
  const server = serve({ fetch: app.fetch, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of ['/api', '/auth']) {
    const socket = connect(port);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nbegun`);
    await expect.poll(() => begun).toContain(path);
    await delay(50);
    socket.destroy();
  }
  await expect.poll(() => failed.length).toBe(2);
  await new Promise((resolve) => server.close(resolve));
  expect(lines).toEqual([]);
});

test('only failures on a database connection count as an outage of the database', async () => {
  const error = (code: string) => Object.assign(new Error('failed'), { code });
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
    expect([code, isDatabaseAway(error(code))]).toEqual([code, false]);
  const { db, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', createLog('error'), 1);
  const refused = await sql`select 1`.execute(db).catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isDatabaseAway(refused)).toBe(true);
  await close();
});
