import { z } from 'zod';
import { assertOk, callLimit, filesOver, type MediaStorage, type Send } from './media-storage.ts';

type Options = { root: string; base: string; key: string };

const listing = z.array(z.object({ ObjectName: z.string(), IsDirectory: z.boolean() }));

/** Stores images in a Bunny storage zone; a pull zone at `base` serves them. */
export function createBunnyStorage({ root, base, key }: Options): MediaStorage {
  const send: Send = (path, init) =>
    fetch(`${root}${path}`, {
      ...init,
      signal: callLimit(),
      headers: { ...init?.headers, AccessKey: key },
    });
  return {
    base,
    ...filesOver(send),
    async list(folder) {
      const answer = await send(`/${folder}/`, { headers: { accept: 'application/json' } });
      if (answer.status === 404) return [];
      const entries = listing.parse(await assertOk(answer, 'GET').json());
      return entries.filter((entry) => !entry.IsDirectory).map((entry) => entry.ObjectName);
    },
  };
}
