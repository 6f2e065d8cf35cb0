import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, api, functions, reasonOr } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(answer: Response) {
  vi.stubGlobal('location', { href: 'https://library.example/prompts' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => answer);
}

/** The client's result for a response. */
async function ask(answer: Response) {
  answerWith(answer);
  try {
    return await (await api.profile.$get()).json();
  } catch (error) {
    return error instanceof ApiError ? [error.code, error.message] : error;
  }
}

test("a page in the API's place, such as the log-in page of a hotel's network, is no answer of the site", async () => {
  const page = new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(await ask(page)).toEqual(['unreachable', "The site can't be reached. Try again."]);
  expect(await ask(Response.json({ level: 1 }))).toEqual({ level: 1 });
});

test('no more is an answer without a body, or the page of a proxy that cannot reach the site', async () => {
  const unreachable = ['unreachable', "The site can't be reached. Try again."];
  expect(await ask(new Response())).toEqual(unreachable);
  const page = new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
  expect(await ask(page)).toEqual(unreachable);
  for (const status of [502, 503, 504])
    expect(await ask(new Response('error code', { status })), String(status)).toEqual(unreachable);
});

test('what a proxy refuses is told by its status', async () => {
  const refusedWith = (status: number) =>
    ask(new Response('<html>', { status, headers: { 'content-type': 'text/html' } }));
  expect(await refusedWith(413)).toEqual([
    'intermediary',
    'This is too large to send. Make it smaller and try again.',
  ]);
  expect(await refusedWith(429)).toEqual(['intermediary', 'Too many requests. Try again in a minute.']);
});

test("a refusal's words are read without a code beside them, and from a function with any status", async () => {
  const refusal = { error: 'The model is down.' };
  expect(await ask(Response.json(refusal, { status: 500 }))).toEqual(['unnamed', refusal.error]);
  expect(await ask(Response.json({}, { status: 500 }))).toEqual([
    'internal',
    'Something went wrong. Try again.',
  ]);
  for (const status of [200, 400, 500]) {
    answerWith(Response.json(refusal, { status }));
    const reason = await functions['create-checkout-session']
      .$post({ json: { type: 'subscription', tierId: 1 } })
      .catch((error: unknown) => reasonOr(error, 'none'));
    expect(reason, String(status)).toBe(refusal.error);
  }
});
