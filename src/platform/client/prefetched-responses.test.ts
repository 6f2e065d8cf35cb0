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

describe('a prefetched response', () => {
  test('is used once, for exactly its URL, relative or absolute', async () => {
    expect(asked).toEqual([
      ['/api/v1/profile', { authorization: 'Bearer one', 'promptory-language': 'de' }],
      ['/api/v1/prompts?sort=newest', { authorization: 'Bearer one', 'promptory-language': 'de' }],
    ]);
    expect(await take('/api/v1/prompts')).toBeUndefined();
    expect(await take('/api/v1/prompts?sort=newest')).toEqual({ address: '/api/v1/prompts?sort=newest' });
    expect(await take('/api/v1/prompts?sort=newest')).toBeUndefined();
    expect(await take('https://library.example/api/v1/profile')).toEqual({ address: '/api/v1/profile' });
  });

  test('is only used by the session that requested it', async () => {
    expect(await take('/api/v1/profile', 'another')).toBeUndefined();
    expect(await takePrefetched('/api/v1/profile', undefined)).toBeUndefined();
  });

  test('is discarded after a change, or when it is too old', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
    expect(await take('/api/v1/profile')).toBeUndefined();
    clock.mockRestore();
    discardPrefetched();
    expect(await take('/api/v1/prompts?sort=newest')).toBeUndefined();
  });

  test('with status 404 is used too', async () => {
    status = 404;
    prefetchResponses(['/api/v1/prompts/none'], 'one', {});
    expect((await takePrefetched('/api/v1/prompts/none', 'one'))?.status).toBe(404);
  });

  test.each([0, 401, 503])('with status %i is requested again', async (given) => {
    status = given;
    prefetchResponses(['/api/v1/profile'], 'one', {});
    expect(await take('/api/v1/profile')).toBeUndefined();
  });
});
