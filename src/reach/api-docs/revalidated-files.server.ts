import { readFile } from 'node:fs/promises';
import type { Handler } from 'hono';
import {
  type CachedResponse,
  chooseVariant,
  compressAll,
  etagOf,
  headersOf,
  toReady,
} from '#platform/cache/cached-response.server.ts';
import { onceUnlessItFails } from '#platform/once-unless-it-fails.ts';

/**
 * Serves the generated client.
 * @param isBuilt whether the file stays the same while the site runs
 */
export function createClientFile(file: string, { isBuilt }: { isBuilt: boolean }): Handler {
  // As the mistaken type of a video, browsers would not show it.
  const read = async () => revalidated(await readFile(file), 'text/plain; charset=utf-8');
  const built = onceUnlessItFails(read);
  return sendRevalidated(() => (isBuilt ? built.get() : read()));
}

/** A text that clients may keep, and ask each time whether it has changed. */
export const revalidated = async (text: Buffer, type: string): Promise<CachedResponse> =>
  toReady(
    200,
    { 'content-type': type, 'cache-control': 'no-cache', etag: etagOf(text), vary: 'Accept-Encoding' },
    await compressAll(text),
  );

export function sendRevalidated(load: () => Promise<CachedResponse>): Handler {
  return async (c) => {
    const answer = await load();
    const { status, variant } = chooseVariant(
      answer,
      c.req.header('accept-encoding'),
      c.req.header('if-none-match'),
    );
    // With the headers that every response has.
    const body = variant.body ? new Uint8Array(variant.body) : null;
    return c.newResponse(body, status === 304 ? 304 : 200, headersOf(variant));
  };
}
