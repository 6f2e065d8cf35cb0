// Needs the built pages.
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#platform/database/database.server.ts';
import { traceJob, traceRequest } from '#platform/observability/tracing.server.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';
import { quietLog } from '../harness/postgres.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startCollector } from './collector.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  vi.unstubAllEnvs();
});

/** Stubs the environment, because the tracing library reads it directly. */
async function startTraced(environment: Record<string, string>): Promise<TestSite> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  const site = await createTestSite({ environment });
  stops.push(site.stop);
  return site;
}

/** Doesn't use `fetch`, whose calls are traced too. */
function requestIdOf(url: string, headers: Record<string, string>) {
  return new Promise<string | undefined>((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.headers['x-request-id'] as string | undefined);
    }).on('error', reject);
  });
}

async function collect() {
  const collector = await startCollector();
  stops.push(collector.stop);
  return collector;
}

describe('with a collector', () => {
  test('a request is one trace with its statements, continues its sender\u2019s, and tells no value', async () => {
    const collector = await collect();
    const site = await startTraced({
      TRUST_PROXY: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=key-of-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
      OTEL_SERVICE_NAME: 'the-library',
    });
    const member = await buildMember(site);
    const { slug } = await buildPrompt(site, { prompt_body: 'a body nobody else may see' });
    const traceId = 'a'.repeat(32);
    const id = await requestIdOf(`${site.url}/api/v1/prompts/${slug}?secret=in-a-query`, {
      traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
      authorization: `Bearer ${member.token}`,
    });
    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
    await expect.poll(() => ofTrace().map(({ name }) => name)).toContain('GET /api/v1/prompts/:slug');
    const request = ofTrace().find(({ kind }) => kind === 2);
    expect(request).toMatchObject({
      parentSpanId: 'b'.repeat(16),
      resource: { 'service.name': 'the-library', 'deployment.environment.name': 'tests' },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v1/prompts/:slug',
        'http.response.status_code': 200,
        'url.path': `/api/v1/prompts/${slug}`,
        'request.id': id,
      },
    });
    const statements = ofTrace().filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.map(({ name }) => name)).toContain('SELECT');
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
    const sent = JSON.stringify(collector.spans);
    for (const value of ['in-a-query', 'a body nobody', member.token, member.email])
      expect(sent).not.toContain(value);
    expect(collector.requests[0]?.['api-key']).toBe('key-of-the-collector');
    expect(collector.refusals).toEqual([]);

    // A page, which comes from the cache the second time, and a job.
    for (let time = 0; time < 2; time += 1) await site.api('GET', '/pricing');
    await expect
      .poll(() => collector.spans.filter(({ name }) => name === 'GET /pricing').length)
      .toBeGreaterThanOrEqual(2);
    await site.api('POST', '/auth/v1/recover', { body: { email: member.email } });
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('job mail');
    expect(collector.refusals).toEqual([]);
  });

  test('strangers neither name a trace nor say what is sampled', async () => {
    const collector = await collect();
    const site = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    // 00: not sampled.
    await requestIdOf(`${site.url}/api/v1/tiers`, {
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
    });
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('GET /api/v1/tiers');
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain('a'.repeat(32));
  });

  test('what else a sender passes along is not passed on', async () => {
    const collector = await collect();
    await startTraced({ TRUST_PROXY: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const calls: IncomingMessage['headers'][] = [];
    const other = createServer((request, response) => {
      calls.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    stops.push(() => new Promise((resolve) => other.close(resolve)));
    const traceId = 'a'.repeat(32);
    const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01`, baggage: 'member=a-secret-name' };
    const request: Partial<IncomingMessage> = { method: 'GET', url: '/', headers };
    const trace = traceRequest(request as IncomingMessage, 'id', 0, true);
    await new Promise<void>((resolve, reject) =>
      trace?.run(() => {
        fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}`).then(() => resolve(), reject);
      }),
    );
    expect(calls).toMatchObject([{ traceparent: expect.stringContaining(traceId) }]);
    expect(calls[0]?.baggage).toBeUndefined();
  });

  test('an error is named by its code: what PostgreSQL says of it quotes values', async () => {
    const collector = await collect();
    const site = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    const { db } = openDatabase(site.database.connectionString, quietLog, 1);
    const broken = traceJob('broken', () => sql`select ${'a-secret-value'}::uuid`.execute(db));
    await expect(broken).rejects.toThrow('a-secret-value');
    await db.destroy();
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('job broken');
    const failed = collector.spans.filter(({ status }) => status.code === 2);
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['SELECT', '22P02'],
      ['job broken', '22P02'],
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain('a-secret-value');
  });

  test('protobuf is spoken unless JSON is asked for', async () => {
    const collector = await collect();
    const site = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await site.api('GET', '/api/v1/tiers');
    await expect.poll(() => collector.requests[0]?.['content-type']).toBe('application/x-protobuf');
  });

  test('that is away, requests are answered and the site stops', async () => {
    const site = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    for (let time = 0; time < 20; time += 1)
      expect((await site.api('GET', '/api/v1/tiers')).status).toBe(200);
  });
});

describe('nothing is sent', () => {
  test.each([
    ['OTEL_SDK_DISABLED', 'true'],
    ['OTEL_TRACES_EXPORTER', 'none'],
  ])('with %s=%s', async (name, value) => {
    const collector = await collect();
    const site = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, [name]: value });
    await site.api('GET', '/api/v1/tiers');
    await stops.pop()?.();
    expect(collector.requests).toEqual([]);
  });
});
