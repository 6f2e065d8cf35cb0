import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let answer: () => Response;
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('location', { origin: 'https://library.example', hostname: 'library.example' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => vi.unstubAllGlobals());

/** Signs in. @returns the name and message of the client's error */
async function signIn() {
  const { authClient } = await import('./auth-client.ts');
  await authClient.initialize();
  const { error } = await authClient.signInWithPassword({ email: 'ann@example.com', password: 'secret' });
  return [error?.name, error?.message];
}
const page = '<html><h1>Not for you</h1></html>';
const html = { 'content-type': 'text/html; charset=utf-8' };

test.each<[string, () => Response]>([
  ['the log-in page of a hotel', () => new Response(page, { headers: html })],
  ["a firewall's refusal", () => new Response(page, { status: 403, headers: html })],
  [
    "a proxy's word that nothing answers",
    () => new Response(page, { status: 502, statusText: 'Bad Gateway', headers: html }),
  ],
  ['an empty refusal', () => new Response(null, { status: 503 })],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('%s is told in words for people, as something that may pass', async (_, answered) => {
  answer = answered;
  expect(await signIn()).toEqual(['AuthRetryableFetchError', "The site can't be reached. Try again."]);
});

test("a proxy's 429 is shown as too many requests, and doesn't end the session", async () => {
  answer = () => new Response(page, { status: 429, headers: html });
  expect(await signIn()).toEqual(['AuthRetryableFetchError', 'Too many requests. Try again in a minute.']);
});

test("the site's own messages are shown unchanged", async () => {
  answer = () => Response.json({ msg: 'The site is away.' }, { status: 503 });
  expect(await signIn()).toEqual(['AuthRetryableFetchError', 'The site is away.']);
  answer = () => Response.json({ code: 400, msg: 'Invalid login credentials' }, { status: 400 });
  expect(await signIn()).toEqual(['AuthApiError', 'Invalid login credentials']);
});
