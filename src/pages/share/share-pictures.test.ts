import { expect, test } from 'vitest';
import { createSharePictures } from './share-pictures.server.ts';
import { createShareRoutes } from './share-routes.server.ts';

function setUp() {
  const pictures = createSharePictures();
  const get = (title: string, signal?: AbortSignal) =>
    pictures.get(
      { siteName: 'Site', kind: 'Prompt', title, foot: 'site.example', accent: '#17503f', logo: undefined },
      signal,
    );
  const statusOf = (answer: Promise<unknown>) =>
    answer.then(
      () => 200,
      (error) => error.status,
    );
  return { get, statusOf };
}

test('requests for more than twenty pictures are refused, and an aborted one makes room', async () => {
  const { get, statusOf } = setUp();
  const leaving = new AbortController();
  const first = get('0');
  const left = Array.from({ length: 19 }, (_, index) => statusOf(get(`${index + 1}`, leaving.signal)));
  const staying = get('1');
  await expect(get('20')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  leaving.abort();
  const after = Array.from({ length: 2 }, (_, index) => statusOf(get(`after ${index}`)));
  expect(await Promise.all(after)).toEqual([200, 200]);
  const statuses = await Promise.all(left);
  expect([statuses[0], new Set(statuses.slice(1))]).toEqual([200, new Set([503])]);
  expect((await first).length).toBeGreaterThan(0);
  expect(await get('1')).toBe(await staying);
});

test('a picture that several requests want is drawn once', async () => {
  const { get } = setUp();
  const [one, other] = await Promise.all([get('same'), get('same')]);
  expect(one).toBe(other);
});

test('aborting a request ends its wait for the picture', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const get = async (_picture: unknown, signal?: AbortSignal) => {
    signals.push(signal);
    return Buffer.from('picture');
  };
  const app = createShareRoutes({
    pictures: { get },
    brand: async () => ({ siteName: 'Site', tagline: '', accent: '', logo: undefined }),
    publicUrl: 'https://site.example',
    findPrompt: async () => undefined,
    findPlaybook: async () => undefined,
  });
  const leaving = new AbortController();
  await app.request('/site.png', { signal: leaving.signal });
  leaving.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test("a picture leaves out emoji, which its font doesn't have, however they are composed", async () => {
  const { get } = setUp();
  const plain = await get('Plan a launch in 1 day ©');
  for (const title of ['🚀 Plan a launch in 1 day ©', 'Plan a 👩🏽‍💻 launch 🇩🇪 in 1️⃣ day © ❤️'])
    expect((await get(title)).equals(plain), title).toBe(true);
  expect((await get('🎉')).length).toBeGreaterThan(0);
});
