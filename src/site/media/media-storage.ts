import type { MediaFolder } from './media.contract.ts';

/** Stores images. Every file name is `<milliseconds since 1970>-<name>.webp`. */
export type MediaStorage = {
  /** The part of a public URL before `/<folder>/<name>`. */
  base: string;
  /** Resolves when the file is stored completely. */
  put(folder: MediaFolder, name: string, bytes: Buffer): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(folder: MediaFolder, name: string): Promise<void>;
  list(folder: MediaFolder): Promise<string[]>;
  /** Whether there is such a file, or the storage doesn't say. */
  has(folder: MediaFolder, name: string): Promise<boolean>;
  /** Undefined if there is no such file. */
  get(folder: MediaFolder, name: string): Promise<Uint8Array | undefined>;
};

/** The name of a file that is still being written: its final name and a random suffix. */
export const draftName = /^\.(\d{13})-[A-Za-z0-9.-]{1,100}\.webp\.[0-9a-f]{8}$/;

/** The timeout for one call to the storage. A picture has a few hundred kilobytes. */
const callMilliseconds = 15_000;
export const callLimit = () => AbortSignal.timeout(callMilliseconds);

/** The headers of every stored file. A file never changes, so it can be cached forever. */
export const fileHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

/** The storage refused a call. The message has the status, but never a key. */
export class StorageRefusal extends Error {
  readonly status: number;
  constructor(method: string, status: number) {
    super(`The media storage answered ${method} with ${status}.`);
    this.status = status;
  }
}

/** @throws StorageRefusal */
export function assertOk(answer: Response, method: string): Response {
  if (answer.ok) return answer;
  throw new StorageRefusal(method, answer.status);
}

/** Calls a storage over HTTP. The path begins with a slash or a question mark. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Writes and reads files of a storage over HTTP, each at its folder and name. */
export const filesOver = (send: Send): Pick<MediaStorage, 'put' | 'remove' | 'has' | 'get'> => ({
  async put(folder, name, bytes) {
    const body = new Uint8Array(bytes);
    assertOk(await send(`/${folder}/${name}`, { method: 'PUT', body, headers: fileHeaders }), 'PUT');
  },
  async remove(folder, name) {
    const answer = await send(`/${folder}/${name}`, { method: 'DELETE' });
    if (answer.status !== 404) assertOk(answer, 'DELETE');
  },
  has: (folder, name) =>
    send(`/${folder}/${name}`, { method: 'HEAD' }).then(
      ({ status }) => status !== 404,
      () => true,
    ),
  async get(folder, name) {
    const answer = await send(`/${folder}/${name}`);
    return answer.status === 404 ? undefined : assertOk(answer, 'GET').bytes();
  },
});
