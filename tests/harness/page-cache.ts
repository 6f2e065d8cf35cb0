import { vi } from 'vitest';
import { createPageCache } from '#platform/cache/page-cache.server.ts';

/** A cache for which the test provides the pages and the changes. */
export function createTestPageCache() {
  const listeners: (() => void)[] = [];
  const databaseEvents = {
    live: true,
    onContentChange: (listener: () => void) => void listeners.push(listener),
    contentChanged() {
      for (const listener of listeners) listener();
    },
  };
  /** Requested renderings that aren't done yet, in order. */
  const waiting: { address: string; finish(body: string, init?: ResponseInit): void; fail(): void }[] = [];
  const render = vi.fn(
    (address: string, _locale: string) =>
      new Promise<Response>((resolve, reject) => {
        waiting.push({
          address,
          finish: (body, init = {}) =>
            resolve(new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init })),
          fail: () => reject(new Error('render')),
        });
      }),
  );
  const cache = createPageCache(render, databaseEvents);
  const ask = (path = '/', headers: Record<string, string> = {}) =>
    cache.respond(new Request(`http://site.example${path}`, { headers }));
  const bodyOf = async (path = '/') => (await ask(path)).text();
  /** Requests an unknown page and renders it. */
  async function load(body: string, path = '/', init?: ResponseInit) {
    const answer = ask(path);
    waiting.shift()?.finish(body, init);
    return answer;
  }
  /** The response written directly to a connection; undefined if no page is cached. */
  function serve(url: string, headers: Record<string, string> = {}, method = 'GET') {
    const written: { status?: number; headers?: Record<string, string>; body?: Buffer | undefined } = {};
    const response = {
      writeHead: (status: number, sent: string[]) => {
        const pairs = sent.flatMap((name, index) => (index % 2 === 0 ? [[name, sent[index + 1] ?? '']] : []));
        Object.assign(written, { status, headers: Object.fromEntries(pairs) });
      },
      end: (body?: Buffer) => Object.assign(written, { body }),
    };
    return cache.serve({ method, url, headers } as never, response as never, 'request-1')
      ? written
      : undefined;
  }
  return { databaseEvents, waiting, render, ask, bodyOf, load, serve };
}
