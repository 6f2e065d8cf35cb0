import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestPageCache } from '#tests/harness/page-cache.ts';
import { addressOf } from './page-cache.server.ts';

describe('a cached page', () => {
  const text = `<h1>Ünïcode</h1>${'lorem ipsum '.repeat(200)}`;

  test('is the same page in every encoding', async () => {
    const { load, ask } = createTestPageCache();
    await load(text);
    const read = async (accepted: string) => {
      const answer = await ask('/', { 'accept-encoding': accepted });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
      return { encoding: answer.headers.get('content-encoding'), bytes };
    };
    const brotli = await read('gzip, deflate, br');
    expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(['br', text]);
    const gzip = await read('gzip;q=1.0, br;q=0');
    expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', text]);
    for (const accepted of ['', 'identity', 'deflate', 'br;q=0.0, gzip;q=0', 'zebra']) {
      const plain = await read(accepted);
      expect([accepted, plain.encoding, plain.bytes.toString()]).toEqual([accepted, null, text]);
    }
  });

  test('is answered with 304 for each of its ETags', async () => {
    const { load, ask, serve } = createTestPageCache();
    const etag = (await load(text)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, `W/"y" , ${etag.slice(2)}`]) {
      const answer = await ask('/', { 'if-none-match': known });
      expect([known, answer.status, await answer.text()]).toEqual([known, 304, '']);
      expect(answer.headers.get('etag')).toBe(etag);
      expect(serve('/', { 'if-none-match': known })).toMatchObject({ status: 304, body: undefined });
    }
    for (const other of ['"x"', '*x', etag.toLowerCase().replace('w/', 'W/x')]) {
      expect((await ask('/', { 'if-none-match': other })).status, other).toBe(200);
    }
  });

  test('has an ETag that changes only with its content', async () => {
    const { load, databaseEvents } = createTestPageCache();
    const names: (string | null)[] = [];
    for (const body of ['a', 'b', 'a']) {
      databaseEvents.contentChanged();
      names.push((await load(body)).headers.get('etag'));
    }
    expect(names[0]).toBe(names[2]);
    expect(names[0]).not.toBe(names[1]);
  });

  test("allows no inline script that the rendering didn't mark", async () => {
    const { load } = createTestPageCache();
    const scripts = (answer: Response) =>
      /script-src ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(scripts(await load('<script>alert(1)</script>', '/plain'))).toBe("'self'");
    const headers = {
      'content-type': 'text/html',
      'content-security-policy': "script-src 'self' 'sha256-x'",
    };
    expect(scripts(await load('<script>own()</script>', '/own', { headers }))).toBe("'self' 'sha256-x'");
  });

  test('has a content policy if it is HTML, and none otherwise', async () => {
    const { load } = createTestPageCache();
    const page = await load('<p>x</p>', '/page');
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(page.headers.get('content-security-policy')).toContain(rule);
    const map = await load('<xml/>', '/sitemap.xml', { headers: { 'content-type': 'application/xml' } });
    expect(map.headers.get('content-security-policy')).toBeNull();
    for (const answer of [page, map]) expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is written straight to the connection only for a GET of a cached page', async () => {
    const { load, serve } = createTestPageCache();
    expect(serve('/')).toBeUndefined();
    await load(text);
    expect(serve('/')).toMatchObject({ status: 200, body: Buffer.from(text) });
    expect(serve('/', { 'accept-encoding': 'br' })?.headers).toMatchObject({ 'content-encoding': 'br' });
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(serve('/', {}, method)).toBeUndefined();
    expect(serve('/?category=x')).toBeUndefined();
  });
});

describe('the key of a page', () => {
  test('is its path and query with exactly one leading slash, whatever the host', () => {
    const path = fc.array(fc.stringMatching(/^[\w.~%-]{0,8}$/), { maxLength: 4 });
    fc.assert(
      fc.property(
        path,
        fc.stringMatching(/^(\?[\w=&+-]{1,20})?$/),
        fc.nat({ max: 4 }),
        (parts, query, slashes) => {
          const { origin, pathname, search } = new URL(`https://any.example:8443/${parts.join('/')}${query}`);
          const address = addressOf(`${origin}${'/'.repeat(slashes)}${pathname}${search}`);
          expect(address).toMatch(/^\/(?!\/)/);
          expect(address.endsWith(search)).toBe(true);
          expect(addressOf(`http://other.example${address}`)).toBe(address);
        },
      ),
    );
    expect(addressOf('http://site.example//evil.example/x?y=1')).toBe('/evil.example/x?y=1');
  });
});

describe('a language', () => {
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
  const chosenGerman = { cookie: 'a=b; locale=de', 'accept-language': 'en' };

  test('has its own cached page, and no answer mixes languages', async () => {
    const { ask, bodyOf, waiting, render, serve, load } = createTestPageCache();
    await load('Hello');
    const answer = ask('/', german);
    waiting.shift()?.finish('Hallo');
    const loaded = await answer;
    expect(await loaded.text()).toBe('Hallo');
    expect(loaded.headers.get('content-language')).toBe('de');
    expect(render.mock.calls).toEqual([
      ['/', 'en'],
      ['/', 'de'],
    ]);
    expect(await bodyOf()).toBe('Hello');
    expect(serve('/')?.body?.toString()).toBe('Hello');
    for (const headers of [german, chosenGerman]) {
      expect(await (await ask('/', headers)).text()).toBe('Hallo');
      expect(serve('/', headers)?.body?.toString()).toBe('Hallo');
      expect(serve('/', headers)?.headers?.['content-language']).toBe('de');
    }
    expect(render).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['none', {}],
    ['any', { 'accept-language': '*' }],
    ['one that is not spoken here', { 'accept-language': 'fr,tlh;q=0.8' }],
    ['one that is refused', { 'accept-language': 'de;q=0' }],
    ['English first', { 'accept-language': 'en-GB,de;q=0.9' }],
    ['English by choice', { cookie: 'locale=en', 'accept-language': 'de' }],
    ['a choice that does not exist', { cookie: 'locale=xx' }],
    ['an endless header', { 'accept-language': `de,${'x,'.repeat(5_000)}` }],
  ])('is English for %s', async (_name, headers: Record<string, string>) => {
    const { ask, load, render } = createTestPageCache();
    await load('Hello');
    expect((await ask('/', headers)).headers.get('content-language')).toBe('en');
    expect(render).toHaveBeenCalledTimes(1);
  });
});
