import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runInRequest } from '../observability/request-context.server.ts';
import { addressOf, createPageCache } from './page-cache.server.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A cache whose pages and changes the test makes itself. */
function setUp() {
  const listeners: (() => void)[] = [];
  const databaseEvents = {
    live: true,
    onContentChange: (listener: () => void) => void listeners.push(listener),
    contentChanged() {
      for (const listener of listeners) listener();
    },
  };
  /** Renderings that were asked for and are not done yet, in their order. */
  const waiting: { address: string; finish(body: string, init?: ResponseInit): void; fail(): void }[] = [];
  const render = vi.fn(
    (address: string, _locale: string) =>
      new Promise<Response>((resolve, reject) => {
        waiting.push({
          address,
          finish: (body, init = {}) =>
            resolve(new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init })),
          fail: () => reject(new Error('render')),
        });
      }),
  );
  const cache = createPageCache(render, databaseEvents);
  const ask = (path = '/', headers: Record<string, string> = {}) =>
    cache.respond(new Request(`http://site.example${path}`, { headers }));
  const bodyOf = async (path = '/') => (await ask(path)).text();
  /** Asks for a page that is not known and renders it. */
  async function load(body: string, path = '/', init?: ResponseInit) {
    const answer = ask(path);
    waiting.shift()?.finish(body, init);
    return answer;
  }
  /** What is written straight to a connection; undefined where nothing lies ready. */
  function serve(url: string, headers: Record<string, string> = {}, method = 'GET') {
    const written: { status?: number; headers?: Record<string, string>; body?: Buffer | undefined } = {};
    const response = {
      writeHead: (status: number, sent: string[]) => {
        const pairs = sent.flatMap((name, index) => (index % 2 === 0 ? [[name, sent[index + 1] ?? '']] : []));
        Object.assign(written, { status, headers: Object.fromEntries(pairs) });
      },
      end: (body?: Buffer) => Object.assign(written, { body }),
    };
    return cache.serve({ method, url, headers } as never, response as never, 'request-1')
      ? written
      : undefined;
  }
  return { databaseEvents, waiting, render, ask, bodyOf, load, serve };
}

describe('a page', () => {
  test('is rendered once and answered from memory from then on', async () => {
    const { load, bodyOf, render } = setUp();
    await load('<p>one</p>');
    for (let time = 0; time < 3; time += 1) expect(await bodyOf()).toBe('<p>one</p>');
    expect(render).toHaveBeenCalledTimes(1);
  });

  test('is rendered once for all who ask while it is made', async () => {
    const { ask, waiting, render } = setUp();
    const answers = [ask(), ask(), ask('/other'), ask()];
    for (const { address, finish } of waiting) finish(`page ${address}`);
    expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual([
      'page /',
      'page /',
      'page /other',
      'page /',
    ]);
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('of another query is another page', async () => {
    const { load, bodyOf } = setUp();
    await load('first', '/browse');
    await load('second', '/browse?cursor=2');
    expect([await bodyOf('/browse'), await bodyOf('/browse?cursor=2')]).toEqual(['first', 'second']);
  });

  test('that could not be rendered is tried again with the next visitor', async () => {
    const { ask, waiting, load, bodyOf } = setUp();
    const failed = ask();
    waiting.shift()?.fail();
    await expect(failed).rejects.toThrow('render');
    await load('better');
    expect(await bodyOf()).toBe('better');
  });

  test.each([404, 500, 503])('with status %i is never kept', async (status) => {
    const { load, render } = setUp();
    const answer = await load('sorry', '/', { status });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    await load('fine');
    expect(render).toHaveBeenCalledTimes(2);
  });
});

describe('an address', () => {
  test('with parameters that no page reads, or in another order, leads to the same page', async () => {
    const { load, bodyOf, render, serve } = setUp();
    await load('plain', '/browse');
    await load('chosen', '/browse?category=A&sort=newest');
    for (let index = 0; index < 50; index += 1)
      expect(await bodyOf(`/browse?x=${index}&utm_source=y`)).toBe('plain');
    expect(await bodyOf('/browse?sort=newest&x=1&category=A')).toBe('chosen');
    expect(serve('/browse?ref=1')).toMatchObject({ status: 200 });
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('of pages that are not known keeps at most sixteen renderings busy; the others wait, and get theirs', async () => {
    const { ask, waiting } = setUp();
    const answers = Array.from({ length: 40 }, (_, index) => ask(`/browse?category=${index}`));
    const texts = Promise.all(answers.map(async (answer) => (await answer).text()));
    let max = 0;
    for (let done = 0; done < 40; done += 1) {
      await vi.waitUntil(() => waiting.length > 0);
      max = Math.max(max, waiting.length);
      const next = waiting.shift();
      next?.finish(next.address);
      await new Promise(setImmediate);
    }
    expect(new Set(await texts).size).toBe(40);
    expect(max).toBeLessThanOrEqual(16);
  });

  test('of one client waits with at most thirty others of theirs, and everybody else keeps a place', async () => {
    const { ask, waiting } = setUp();
    const askAs = (client: string, path: string) =>
      new Promise<number>((resolve) =>
        runInRequest({ id: path, client }, () =>
          ask(path).then(
            ({ status }) => resolve(status),
            (error) => resolve(error.status),
          ),
        ),
      );
    const greedy = Array.from({ length: 560 }, (_, index) => askAs('192.0.2.1', `/browse?category=${index}`));
    const others = Array.from({ length: 40 }, (_, index) =>
      askAs(`198.51.100.${index}`, `/browse?q=${index}`),
    );
    const statuses = Promise.all([Promise.all(greedy), Promise.all(others)]);
    while (
      (await Promise.race([statuses, new Promise((resolve) => setImmediate(resolve, undefined))])) ===
      undefined
    )
      waiting.shift()?.finish('page');
    const [ofGreedy, ofOthers] = await statuses;
    expect(ofGreedy.filter((status) => status === 200)).toHaveLength(16 + 30);
    expect(new Set(ofOthers)).toEqual(new Set([200]));
  });

  test('is refused for a moment when hundreds wait', async () => {
    const { ask, waiting } = setUp();
    const answers = Array.from({ length: 600 }, (_, index) =>
      ask(`/browse?category=${index}`).then(
        ({ status }) => status,
        (error) => error.status,
      ),
    );
    const statuses = Promise.all(answers);
    await vi.waitUntil(() => waiting.length > 0);
    while (
      (await Promise.race([statuses, new Promise((resolve) => setImmediate(resolve, undefined))])) ===
      undefined
    )
      waiting.shift()?.finish('page');
    const refused = (await statuses).filter((status) => status === 503).length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(100);
  });
});

describe('a change of the content', () => {
  test('makes every page anew', async () => {
    const { load, bodyOf, databaseEvents, serve } = setUp();
    await load('old', '/a');
    await load('old', '/b');
    databaseEvents.contentChanged();
    expect([serve('/a'), serve('/b')]).toEqual([undefined, undefined]);
    await load('new', '/a');
    expect(await bodyOf('/a')).toBe('new');
  });

  test('during a rendering: what was begun before it is not kept', async () => {
    const { ask, waiting, load, bodyOf, databaseEvents, render, serve } = setUp();
    const early = ask();
    databaseEvents.contentChanged();
    waiting.shift()?.finish('stale');
    // Whoever asked before the change may get what was true then; nobody after that.
    expect(await (await early).text()).toBe('stale');
    expect(serve('/')).toBeUndefined();
    await load('fresh');
    expect(await bodyOf()).toBe('fresh');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('during a rendering: who asks after it does not wait for the old one', async () => {
    const { ask, waiting, databaseEvents, bodyOf } = setUp();
    const early = ask();
    databaseEvents.contentChanged();
    const late = ask();
    expect(waiting).toHaveLength(2);
    waiting[1]?.finish('fresh');
    expect(await (await late).text()).toBe('fresh');
    waiting[0]?.finish('stale');
    await early;
    expect(await bodyOf()).toBe('fresh');
  });
});

describe('while changes cannot be heard of', () => {
  test('nothing is answered from memory and nothing is kept', async () => {
    const { load, databaseEvents, render, serve } = setUp();
    await load('known');
    databaseEvents.live = false;
    expect(serve('/')).toBeUndefined();
    await load('asked again');
    await load('and again');
    expect(render).toHaveBeenCalledTimes(3);
    databaseEvents.live = true;
    databaseEvents.contentChanged();
    expect(serve('/')).toBeUndefined();
  });
});

describe('age', () => {
  test('makes a page anew after a minute: the one who finds it old gets it at once, the next the new one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
    const { load, bodyOf, waiting, render } = setUp();
    await load('young');
    vi.setSystemTime(1_000_000_000_000 + 59_000);
    expect(await bodyOf()).toBe('young');
    expect(render).toHaveBeenCalledTimes(1);
    vi.setSystemTime(1_000_000_000_000 + 61_000);
    expect(await bodyOf()).toBe('young');
    expect(render).toHaveBeenCalledTimes(2);
    waiting.shift()?.finish('renewed');
    await vi.waitFor(async () => expect(await bodyOf()).toBe('renewed'));
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('and a failure to renew it leave the old one standing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
    const { load, bodyOf, waiting } = setUp();
    await load('old but true');
    vi.setSystemTime(1_000_000_000_000 + 120_000);
    expect(await bodyOf()).toBe('old but true');
    waiting.shift()?.fail();
    expect(await bodyOf()).toBe('old but true');
  });
});

describe('what is sent', () => {
  const text = `<h1>Ünïcode</h1>${'lorem ipsum '.repeat(200)}`;

  test('is the same page in the encoding that was asked for', async () => {
    const { load, ask } = setUp();
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

  test('is nothing to those who have it, by whichever of its names', async () => {
    const { load, ask, serve } = setUp();
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

  test('changes its name with its content, and with nothing else', async () => {
    const { load, databaseEvents } = setUp();
    const names: (string | null)[] = [];
    for (const body of ['a', 'b', 'a']) {
      databaseEvents.contentChanged();
      names.push((await load(body)).headers.get('etag'));
    }
    expect(names[0]).toBe(names[2]);
    expect(names[0]).not.toBe(names[1]);
  });

  test('lets no inline script run that whoever rendered the page does not vouch for', async () => {
    const { load } = setUp();
    const scripts = (answer: Response) =>
      /script-src ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(scripts(await load('<script>alert(1)</script>', '/plain'))).toBe("'self'");
    const headers = {
      'content-type': 'text/html',
      'content-security-policy': "script-src 'self' 'sha256-x'",
    };
    expect(scripts(await load('<script>own()</script>', '/own', { headers }))).toBe("'self' 'sha256-x'");
  });

  test('has a policy where it is a page, and none where it is something else', async () => {
    const { load } = setUp();
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

  test('comes straight to the connection only for a GET of a page that lies ready', async () => {
    const { load, serve } = setUp();
    expect(serve('/')).toBeUndefined();
    await load(text);
    expect(serve('/')).toMatchObject({ status: 200, body: Buffer.from(text) });
    expect(serve('/', { 'accept-encoding': 'br' })?.headers).toMatchObject({ 'content-encoding': 'br' });
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(serve('/', {}, method)).toBeUndefined();
    expect(serve('/?category=x')).toBeUndefined();
  });
});

describe('the address', () => {
  test('is path and query, with exactly one slash in front, whatever the host', () => {
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

  test('has a page of its own, and no answer mixes them', async () => {
    const { ask, bodyOf, waiting, render, serve, load } = setUp();
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
    const { ask, load, render } = setUp();
    await load('Hello');
    expect((await ask('/', headers)).headers.get('content-language')).toBe('en');
    expect(render).toHaveBeenCalledTimes(1);
  });
});
