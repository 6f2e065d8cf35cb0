import { z } from 'zod';
import type { MediaFolder } from './media.contract.ts';
import { fileHeaders, type MediaStorage, requireDone } from './storage.server.ts';

type Options = { root: string; base: string; key: string };

const listing = z.array(z.object({ ObjectName: z.string(), IsDirectory: z.boolean() }));

/** Pictures in a Bunny storage zone, which a pull zone at `base` delivers. */
export function createBunnyStorage({ root, base, key }: Options): MediaStorage {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${root}/${path}`, { ...init, headers: { ...init.headers, AccessKey: key } });
  const place = (folder: MediaFolder, name: string) => `${folder}/${name}`;
  return {
    base,
    async put(folder, name, bytes) {
      const body = new Uint8Array(bytes);
      requireDone(await ask(place(folder, name), { method: 'PUT', body, headers: fileHeaders }), 'a PUT');
    },
    async remove(folder, name) {
      const answer = await ask(place(folder, name), { method: 'DELETE' });
      if (answer.status !== 404) requireDone(answer, 'a DELETE');
    },
    async list(folder) {
      const answer = await ask(`${folder}/`, { headers: { accept: 'application/json' } });
      if (answer.status === 404) return [];
      const entries = listing.parse(await requireDone(answer, 'a list').json());
      return entries.filter((entry) => !entry.IsDirectory).map((entry) => entry.ObjectName);
    },
  };
}
