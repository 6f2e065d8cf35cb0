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

test("a page in place of the API, such as a hotel network's login page, doesn't count as the site's answer", async () => {
  const page = new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(await ask(page)).toEqual(['unreachable', "The site can't be reached. Try again."]);
  expect(await ask(Response.json({ level: 1 }))).toEqual({ level: 1 });
});

test("an answer without a body, or a proxy's error page, doesn't count as the site's answer either", async () => {
  const unreachable = ['unreachable', "The site can't be reached. Try again."];
  expect(await ask(new Response())).toEqual(unreachable);
  const page = new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
  expect(await ask(page)).toEqual(unreachable);
  for (const status of [502, 503, 504])
    expect(await ask(new Response('error code', { status })), String(status)).toEqual(unreachable);
});

test("a proxy's refusal is explained by its status", async () => {
  const refusedWith = (status: number) =>
    ask(new Response('<html>', { status, headers: { 'content-type': 'text/html' } }));
  expect(await refusedWith(413)).toEqual([
    'intermediary',
    'This is too large to send. Make it smaller and try again.',
  ]);
  expect(await refusedWith(429)).toEqual(['intermediary', 'Too many requests. Try again in a minute.']);
});

test("a refusal is shown in the server's words even without a code, and from a function with any status", async () => {
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
