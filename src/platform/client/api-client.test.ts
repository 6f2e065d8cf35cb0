import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, api } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the client makes of an answer. */
async function ask(answer: Response) {
  vi.stubGlobal('location', { href: 'https://library.example/prompts' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => answer);
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
