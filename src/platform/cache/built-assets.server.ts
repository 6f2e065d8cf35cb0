import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { securityHeaders } from '../http/security-headers.ts';
import { type CachedResponse, etagOf, sendReady, toReady } from './cached-response.server.ts';

const prefix = '/assets/';
const compressed = { gzip: '.gz', br: '.br' } as const;

/**
 * Serves the files of the build, whose names change with their content, from memory. Each is read on first use, and
 * synchronously, because the threads for file access are also used to hash passwords.
 * @param root the folder that contains `assets`, where the build has put compressed variants beside the files
 */
export function createBuiltAssets(root: string) {
  const folder = join(root, prefix);
  // Without a build there are no pages, but the API still works.
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(root, join(parentPath, name)).replaceAll('\\', '/')}`),
  );
  const known = new Map<string, CachedResponse>();

  /** @returns undefined if the file no longer exists, for example after another build */
  function read(path: string): CachedResponse | undefined {
    try {
      return readAnswer(path);
    } catch {
      return undefined;
    }
  }

  function readAnswer(path: string): CachedResponse {
    const file = join(root, path);
    const identity = readFileSync(file);
    const bodies = Object.entries(compressed).flatMap(([encoding, ending]) =>
      files.has(path + ending) ? [[encoding, readFileSync(file + ending)] as const] : [],
    );
    const headers = {
      ...securityHeaders,
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: etagOf(identity),
      vary: 'Accept-Encoding',
    };
    return toReady(200, headers, { identity, ...Object.fromEntries(bodies) });
  }

  return {
    /** Serves a request for one of the files. @returns the status and the route pattern; undefined for any other request */
    serve({ method, url, headers }: IncomingMessage, response: ServerResponse, requestId: string) {
      if (!url?.startsWith(prefix) || (method !== 'GET' && method !== 'HEAD')) return undefined;
      let asset = known.get(url);
      if (!asset) {
        if (!files.has(url) || /\.(gz|br)$/.test(url)) return undefined;
        asset = read(url);
        if (!asset) return undefined;
        known.set(url, asset);
      }
      const status = sendReady(asset, headers, response, requestId, method === 'HEAD');
      return { status, route: `${prefix}*` };
    },
  };
}
