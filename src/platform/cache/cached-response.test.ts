import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { compressJson } from '../http/compress-json.server.ts';
import { chooseVariant, compressAll, etagOf, headersOf, sizeOf, toReady } from './cached-response.server.ts';

describe('a cached response', () => {
  const text = Buffer.from('Quill '.repeat(500));
  const ready = async (status = 200) =>
    toReady(status, { 'content-type': 'text/html', etag: etagOf(text) }, await compressAll(text));

  test.each([
    [undefined, undefined],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['zstd', undefined],
  ])('is sent to whoever accepts %j as %s, with its length', async (accepted, encoding) => {
    const { status, variant } = chooseVariant(await ready(), accepted, undefined);
    const headers = headersOf(variant);
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(headers['content-length']).toBe(String(variant.body?.length));
    expect(headers).not.toHaveProperty('x-request-id');
    if (encoding === 'gzip') expect(gunzipSync(variant.body ?? '').equals(text)).toBe(true);
  });

  test("is sent uncompressed if the accepted encoding isn't available", () => {
    const answer = toReady(200, {}, { identity: text });
    expect(headersOf(chooseVariant(answer, 'br', undefined).variant)).toEqual({ 'content-length': '3000' });
    expect(sizeOf(answer)).toBe(9_000);
  });

  const strong = etagOf(text).slice(2);
  test.each([
    [etagOf(text), 304],
    [strong, 304],
    [`"other", ${etagOf(text)}`, 304],
    [`"other",${strong} , W/"another"`, 304],
    ['*', 304],
    [' * ', 304],
    ['"other"', 200],
    ['"*"', 200],
    ['', 200],
  ])('is not sent again to whoever has %s: %i', async (has, status) => {
    const chosen = chooseVariant(await ready(), 'br', has);
    expect(chosen.status).toBe(status);
    expect(chosen.variant.body === undefined).toBe(status === 304);
  });

  test('with status 404 is always sent in full', async () => {
    expect(chooseVariant(await ready(404), null, etagOf(text)).status).toBe(404);
  });

  test('gets another ETag when a single letter changes', () => {
    expect(etagOf(Buffer.from('a'))).not.toBe(etagOf(Buffer.from('b')));
  });
});

describe('JSON', () => {
  const app = new Hono().use(compressJson);
  app.get('/long', (c) => c.json({ text: 'x'.repeat(2_000) }));
  app.get('/huge', (c) => c.json({ text: 'x'.repeat(100_000) }, 201));
  app.get('/short', (c) => c.json({ text: 'x' }));
  app.get('/text', (c) => c.text('x'.repeat(2_000)));
  app.get('/stream', (c) =>
    c.body(JSON.stringify('x'.repeat(1_998)), 200, {
      'content-type': 'application/json',
      'content-length': '2000',
    }),
  );
  const get = (path: string, accepted?: string) =>
    app.request(path, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

  test.each([
    ['/long', 'gzip', 'gzip', 200],
    ['/long', 'br, gzip;q=0.5', 'gzip', 200],
    ['/huge', 'gzip', 'gzip', 201],
    ['/long', 'gzip;q=0', null, 200],
    ['/long', undefined, null, 200],
    ['/short', 'gzip', null, 200],
    ['/text', 'gzip', null, 200],
    ['/stream', 'gzip', null, 200],
  ])('%s for whoever accepts %s is encoded as %s', async (path, accepted, encoding, status) => {
    const answer = await get(path, accepted);
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([status, encoding]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const body = (encoding ? gunzipSync(bytes) : bytes).toString();
    expect(body).toBe(await (await get(path)).text());
  });

  test("has a Vary header for the encoding even when it isn't compressed", async () => {
    for (const path of ['/long', '/short'])
      expect((await get(path)).headers.get('vary')).toBe('Accept-Encoding');
  });
});
