import { join } from 'node:path';
import type { Grant } from '#access/decide.ts';
import type { Operator } from '#access/operator.ts';
import { createBunnyStorage } from './bunny-storage.server.ts';
import { createLocalStorage } from './local-storage.server.ts';
import type { MediaFolder } from './media.contract.ts';
import { mediaPath } from './public/media-address.ts';
import { createS3Storage } from './s3-storage.server.ts';

/** Where pictures lie. A name is `<milliseconds since 1970>-<name>.webp`, and nothing else. */
export type MediaStorage = {
  /** What stands before `/<folder>/<name>` in a public address. */
  base: string;
  /** The file is there, whole, when this resolves. */
  put(folder: MediaFolder, name: string, bytes: Buffer): Promise<void>;
  /** Nothing happens where there is no such file. */
  remove(folder: MediaFolder, name: string): Promise<void>;
  list(folder: MediaFolder): Promise<string[]>;
};

/** The storage as services have it: what changes it is opened by a proof. */
export type GuardedStorage = Pick<MediaStorage, 'base' | 'list'> & {
  writable(proof: Grant<'site', 'manage-media'> | Operator<'media'>): Pick<MediaStorage, 'put' | 'remove'>;
};
export const guardStorage = (storage: MediaStorage): GuardedStorage => ({
  base: storage.base,
  list: storage.list,
  writable: () => storage,
});

/** What every stored file says of itself: it never changes under its name. */
export const fileHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

/** Uploaded pictures of the local storage, which the site itself serves at /media. */
export const mediaDirectory = (dataDir: string) => join(dataDir, 'media');

/**
 * The storage that MEDIA_URL names:
 * - `file:` a folder of the site;
 * - `s3://<key>:<secret>@<host>/<bucket>?public=<address>&region=<region>`; `&tls=false` for a server without TLS;
 * - `bunny://<access key>@<host>/<zone>?public=<address>`, with `&tls=false` likewise.
 * The keys stay on the server; `public` is where visitors find the files.
 * @throws Error with what is missing.
 */
export function createStorage(mediaUrl: string, dataDir: string): MediaStorage {
  if (mediaUrl === 'file:') return createLocalStorage(mediaDirectory(dataDir), mediaPath);
  const url = new URL(mediaUrl);
  const base = (url.searchParams.get('public') ?? '').replace(/\/+$/, '');
  const place = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isS3 = url.protocol === 's3:';
  const missing = [
    !user && (isS3 ? 'the access key' : 'the access key before @'),
    isS3 && !password && 'the secret',
    !place && (isS3 ? 'the bucket' : 'the storage zone'),
    !URL.canParse(base) && '?public=https://… (where visitors find the files)',
  ].filter(Boolean);
  if (missing.length > 0) throw new Error(`MEDIA_URL lacks ${missing.join(', ')}. See .env.example.`);
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
  const root = `${scheme}://${url.host}/${place}`;
  return isS3
    ? createS3Storage({
        root,
        base,
        key: user,
        secret: password,
        region: url.searchParams.get('region') ?? 'us-east-1',
      })
    : createBunnyStorage({ root, base, key: user });
}

/** An answer that says it was done. @throws Error with the status, never with a key. */
export function requireDone(answer: Response, what: string): Response {
  if (answer.ok) return answer;
  throw new Error(`The media storage has answered ${answer.status} to ${what}.`);
}
