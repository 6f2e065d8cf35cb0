import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestPageCache } from '#tests/harness/page-cache.ts';
import { runInRequest } from '../observability/request-context.server.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a page', () => {
  test('is rendered once, then served from memory', async () => {
    const { load, bodyOf, render } = createTestPageCache();
    await load('<p>one</p>');
    for (let time = 0; time < 3; time += 1) expect(await bodyOf()).toBe('<p>one</p>');
    expect(render).toHaveBeenCalledTimes(1);
  });

  test('is rendered once for all requests that arrive during the rendering', async () => {
    const { ask, waiting, render } = createTestPageCache();
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

  test('with another query is another page', async () => {
    const { load, bodyOf } = createTestPageCache();
    await load('first', '/browse');
    await load('second', '/browse?cursor=2');
    expect([await bodyOf('/browse'), await bodyOf('/browse?cursor=2')]).toEqual(['first', 'second']);
  });

  test('that failed to render is rendered again for the next visitor', async () => {
    const { ask, waiting, load, bodyOf } = createTestPageCache();
    const failed = ask();
    waiting.shift()?.fail();
    await expect(failed).rejects.toThrow('render');
    await load('better');
    expect(await bodyOf()).toBe('better');
  });

  test.each([404, 500, 503])('with status %i is never cached', async (status) => {
    const { load, render } = createTestPageCache();
    const answer = await load('sorry', '/', { status });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    await load('fine');
    expect(render).toHaveBeenCalledTimes(2);
  });
});

describe('a URL', () => {
  test('with unknown or reordered parameters gets the same cached page', async () => {
    const { load, bodyOf, render, serve } = createTestPageCache();
    await load('plain', '/browse');
    await load('chosen', '/browse?category=A&sort=newest');
    for (let index = 0; index < 50; index += 1)
      expect(await bodyOf(`/browse?x=${index}&utm_source=y`)).toBe('plain');
    expect(await bodyOf('/browse?sort=newest&x=1&category=A')).toBe('chosen');
    expect(serve('/browse?ref=1')).toMatchObject({ status: 200 });
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('of the API description ignores all parameters', async () => {
    const { load, bodyOf, render } = createTestPageCache();
    await load('long', '/api/docs');
    for (let index = 0; index < 50; index += 1) expect(await bodyOf(`/api/docs?q=${index}`)).toBe('long');
    expect(render).toHaveBeenCalledTimes(1);
  });

  test("that isn't cached yet waits while sixteen others are rendered", async () => {
    const { ask, waiting } = createTestPageCache();
    const answers = Array.from({ length: 40 }, (_, index) => ask(`/browse?category=${index}`));
    const texts = Promise.all(answers.map(async (answer) => (await answer).text()));
    let max = 0;
    for (let done = 0; done < 40; done += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      max = Math.max(max, waiting.length);
      const next = waiting.shift();
      next?.finish(next.address);
      await new Promise(setImmediate);
    }
    expect(new Set(await texts).size).toBe(40);
    expect(max).toBeLessThanOrEqual(16);
  });

  test('is refused while thirty of the same client wait, and other clients still get theirs', async () => {
    const { ask, waiting } = createTestPageCache();
    const askAs = (client: string, path: string) =>
      new Promise<number>((resolve) =>
        runInRequest({ id: path, method: 'GET', client }, () =>
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

  test('is refused with 503 while hundreds are waiting', async () => {
    const { ask, waiting } = createTestPageCache();
    const answers = Array.from({ length: 600 }, (_, index) =>
      ask(`/browse?category=${index}`).then(
        ({ status }) => status,
        (error) => error.status,
      ),
    );
    const statuses = Promise.all(answers);
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
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
  test('renders every page again', async () => {
    const { load, bodyOf, databaseEvents, serve } = createTestPageCache();
    await load('old', '/a');
    await load('old', '/b');
    databaseEvents.contentChanged();
    expect([serve('/a'), serve('/b')]).toEqual([undefined, undefined]);
    await load('new', '/a');
    expect(await bodyOf('/a')).toBe('new');
  });

  test('during a rendering keeps its outdated result out of the cache', async () => {
    const { ask, waiting, load, bodyOf, databaseEvents, render, serve } = createTestPageCache();
    const early = ask();
    databaseEvents.contentChanged();
    waiting.shift()?.finish('stale');
    // Requests from before the change may get the old page, but no later ones.
    expect(await (await early).text()).toBe('stale');
    expect(serve('/')).toBeUndefined();
    await load('fresh');
    expect(await bodyOf()).toBe('fresh');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('during a rendering starts a new one for later requests', async () => {
    const { ask, waiting, databaseEvents, bodyOf } = createTestPageCache();
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

describe("while changes can't be received", () => {
  test('nothing is served from memory, and nothing is cached', async () => {
    const { load, databaseEvents, render, serve } = createTestPageCache();
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

describe('a page older than a minute', () => {
  test('is still served to the visitor who finds it old, and renewed for the next one', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { load, bodyOf, waiting, render } = createTestPageCache();
    await load('young');
    vi.advanceTimersByTime(59_000);
    expect(await bodyOf()).toBe('young');
    expect(render).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2_000);
    expect(await bodyOf()).toBe('young');
    expect(render).toHaveBeenCalledTimes(2);
    waiting.shift()?.finish('renewed');
    await expect.poll(() => bodyOf()).toBe('renewed');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('is renewed on time even after a clock that was ahead is corrected', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { load, bodyOf, render } = createTestPageCache();
    await load('young');
    vi.setSystemTime(Date.now() - 172_800_000);
    vi.advanceTimersByTime(61_000);
    expect(await bodyOf()).toBe('young');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test("stays in place if it can't be renewed", async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const { load, bodyOf, waiting } = createTestPageCache();
    await load('old but true');
    vi.advanceTimersByTime(120_000);
    expect(await bodyOf()).toBe('old but true');
    waiting.shift()?.fail();
    expect(await bodyOf()).toBe('old but true');
  });
});
