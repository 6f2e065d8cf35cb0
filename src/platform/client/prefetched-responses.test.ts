import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { discardPrefetched, prefetchResponses, takePrefetched } from './prefetched-responses.ts';

const asked: [string, unknown][] = [];
let status = 200;
beforeEach(() => {
  status = 200;
  asked.length = 0;
  vi.stubGlobal('location', { href: 'https://library.example/prompts' });
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: object }) => {
    asked.push([address, headers]);
    if (status === 0) throw new TypeError('fetch failed');
    return Response.json({ address }, { status });
  });
  prefetchResponses(['/api/v1/profile', '/api/v1/prompts?sort=newest'], 'one', {
    'promptory-language': 'de',
  });
});
afterEach(() => vi.unstubAllGlobals());

const take = async (address: string, token: string | undefined = 'one') =>
  (await takePrefetched(address, token))?.json();

describe('what was asked for ahead', () => {
  test('is taken once, by its whole address, relative or not', async () => {
    expect(asked).toEqual([
      ['/api/v1/profile', { authorization: 'Bearer one', 'promptory-language': 'de' }],
      ['/api/v1/prompts?sort=newest', { authorization: 'Bearer one', 'promptory-language': 'de' }],
    ]);
    expect(await take('/api/v1/prompts')).toBeUndefined();
    expect(await take('/api/v1/prompts?sort=newest')).toEqual({ address: '/api/v1/prompts?sort=newest' });
    expect(await take('/api/v1/prompts?sort=newest')).toBeUndefined();
    expect(await take('https://library.example/api/v1/profile')).toEqual({ address: '/api/v1/profile' });
  });

  test('is of one session, and of nobody else', async () => {
    expect(await take('/api/v1/profile', 'another')).toBeUndefined();
    expect(await takePrefetched('/api/v1/profile', undefined)).toBeUndefined();
  });

  test('is gone once something is changed, or too old', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
    expect(await take('/api/v1/profile')).toBeUndefined();
    clock.mockRestore();
    discardPrefetched();
    expect(await take('/api/v1/prompts?sort=newest')).toBeUndefined();
  });

  test('is taken too where there is nothing: asked again, it would be the same', async () => {
    status = 404;
    prefetchResponses(['/api/v1/prompts/none'], 'one', {});
    expect((await takePrefetched('/api/v1/prompts/none', 'one'))?.status).toBe(404);
  });

  test.each([0, 401, 503])('is asked for again where the answer was %i', async (given) => {
    status = given;
    prefetchResponses(['/api/v1/profile'], 'one', {});
    expect(await take('/api/v1/profile')).toBeUndefined();
  });
});
