import { z } from 'zod';
import type { MediaFolder } from './media.contract.ts';
import { assertOk, callLimit, fileHeaders, type MediaStorage } from './media-storage.ts';

type Options = { root: string; base: string; key: string };

const listing = z.array(z.object({ ObjectName: z.string(), IsDirectory: z.boolean() }));

/** Stores images in a Bunny storage zone; a pull zone at `base` serves them. */
export function createBunnyStorage({ root, base, key }: Options): MediaStorage {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${root}/${path}`, {
      ...init,
      signal: callLimit(),
      headers: { ...init.headers, AccessKey: key },
    });
  const pathOf = (folder: MediaFolder, name: string) => `${folder}/${name}`;
  return {
    base,
    async put(folder, name, bytes) {
      const body = new Uint8Array(bytes);
      assertOk(await send(pathOf(folder, name), { method: 'PUT', body, headers: fileHeaders }), 'PUT');
    },
    async remove(folder, name) {
      const answer = await send(pathOf(folder, name), { method: 'DELETE' });
      if (answer.status !== 404) assertOk(answer, 'DELETE');
    },
    async get(folder, name) {
      const answer = await send(pathOf(folder, name));
      return answer.status === 404 ? undefined : assertOk(answer, 'GET').bytes();
    },
    async list(folder) {
      const answer = await send(`${folder}/`, { headers: { accept: 'application/json' } });
      if (answer.status === 404) return [];
      const entries = listing.parse(await assertOk(answer, 'GET').json());
      return entries.filter((entry) => !entry.IsDirectory).map((entry) => entry.ObjectName);
    },
  };
}
