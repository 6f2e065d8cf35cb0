import { join } from 'node:path';
import type { Grant } from '#access/decide.ts';
import type { Operator } from '#access/operator.ts';
import { createBunnyStorage } from './bunny-storage.server.ts';
import { createLocalStorage } from './local-storage.server.ts';
import type { MediaStorage } from './media-storage.ts';
import { mediaPath } from './public/media-address.ts';
import { createS3Storage } from './s3-storage.server.ts';

/** The site's own pictures can also be changed along with its settings. */
export type MediaProof = Grant<'site', 'manage-media' | 'manage-settings'> | Operator<'media'>;

/** The storage as services get it: changing it requires a proof. */
export type GuardedStorage = Pick<MediaStorage, 'base' | 'list' | 'has' | 'get'> & {
  writable(proof: MediaProof): Pick<MediaStorage, 'put' | 'remove'>;
};
export const guardStorage = (storage: MediaStorage): GuardedStorage => ({
  base: storage.base,
  list: storage.list,
  has: storage.has,
  get: storage.get,
  writable: () => storage,
});

/** The folder of the local storage, which the site itself serves at /media. */
export const mediaDirectory = (dataDir: string) => join(dataDir, 'media');

/**
 * The storage that MEDIA_URL selects:
 * - `file:` a folder under DATA_DIR;
 * - `s3://<key>:<secret>@<host>/<bucket>?public=<address>&region=<region>`; `&tls=false` for a server without TLS;
 * - `bunny://<access key>@<host>/<zone>?public=<address>`, with `&tls=false` likewise.
 * The keys stay on the server; `public` is the URL under which visitors load the files.
 * @throws Error that lists what is missing.
 */
export function createStorage(mediaUrl: string, dataDir: string): MediaStorage {
  const local = createLocalStorage(mediaDirectory(dataDir), mediaPath);
  if (mediaUrl === 'file:') return local;
  const url = new URL(mediaUrl);
  const base = (url.searchParams.get('public') ?? '').replace(/\/+$/, '');
  const bucket = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isS3 = url.protocol === 's3:';
  const missing = [
    !user && (isS3 ? 'the access key' : 'the access key before @'),
    isS3 && !password && 'the secret',
    !bucket && (isS3 ? 'the bucket' : 'the storage zone'),
    !URL.canParse(base) && '?public=https://… (the URL under which visitors load the files)',
  ].filter(Boolean);
  if (missing.length > 0) throw new Error(`MEDIA_URL is missing ${missing.join(', ')}. See .env.example.`);
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
  const root = `${scheme}://${url.host}/${bucket}`;
  const remote = isS3
    ? createS3Storage({
        root,
        base,
        key: user,
        secret: password,
        region: url.searchParams.get('region') ?? 'us-east-1',
      })
    : createBunnyStorage({ root, base, key: user });
  return besideLocal(remote, local);
}

/** New pictures go to the bucket. Local ones are from before MEDIA_URL was set, and are kept until nothing uses them. */
const besideLocal = (bucket: MediaStorage, local: MediaStorage): MediaStorage => ({
  ...bucket,
  async remove(folder, name) {
    await local.remove(folder, name);
    await bucket.remove(folder, name);
  },
  has: async (folder, name) => (await local.has(folder, name)) || bucket.has(folder, name),
  get: async (folder, name) => (await local.get(folder, name)) ?? bucket.get(folder, name),
  async list(folder) {
    const lists = await Promise.all([local.list(folder), bucket.list(folder)]);
    return [...new Set(lists.flat())];
  },
});
