import { readFile } from 'node:fs/promises';
import type { Handler } from 'hono';
import {
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
  const read = async () => {
    const text = await readFile(file);
    const headers = {
      // As the mistaken type of a video, browsers would not show it.
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(text),
      vary: 'Accept-Encoding',
    };
    return toReady(200, headers, await compressAll(text));
  };
  const built = onceUnlessItFails(read);
  return async (c) => {
    const answer = await (isBuilt ? built.get() : read());
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
