import { sql } from 'kysely';
import { requireAdmin } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { batched } from '#platform/batch.server.ts';
import type { Database } from '#platform/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.server.ts';
import { type MadeImage, makeImages } from '../images.server.ts';
import { type MediaFolder, mediaFolders } from '../media.contract.ts';
import type { MediaStorage } from '../storage.server.ts';
import { storedName } from './media-address.ts';

/** A file that no item names is kept so long: an editor may still be open. */
const orphanMilliseconds = 24 * 3_600_000;
const cardName = (name: string) => name.replace(/\.webp$/, '.card.webp');

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService(db: Database, storage: MediaStorage, log: Log) {
  // Uploads are worked on one after the other, so that many at once cannot fill the memory.
  const make = batched<Buffer, MadeImage | Error>(
    async ([upload]) => [await makeImages(upload ?? Buffer.alloc(0)).catch((error: Error) => error)],
    1,
  );

  async function removeBoth(folder: MediaFolder, name: string) {
    await storage.remove(folder, name);
    await storage.remove(folder, cardName(name));
  }

  return {
    /**
     * Stores an image under a name that is new. @returns its public address, which never changes its content.
     * @throws AppError 401, 403, 413, 415, 422; 503 where the storage does not take it.
     */
    async upload(viewer: Viewer, folder: MediaFolder, file: string, bytes: Buffer): Promise<{ url: string }> {
      requireAdmin(viewer);
      const made = await make(bytes);
      if (made instanceof Error) throw made;
      const name = `${Date.now()}-${sanitise(file)}.webp`;
      try {
        await storage.put(folder, cardName(name), made.card);
        await storage.put(folder, name, made.detail);
      } catch (cause) {
        throw new AppError('unavailable', 'The image could not be stored. Please try again.', { cause });
      }
      return { url: `${storage.base}/${folder}/${name}` };
    },

    /** Deletes a stored image; what is not a name of ours is not looked for. @throws AppError 401, 403 */
    async delete(viewer: Viewer, folder: MediaFolder, file: string): Promise<void> {
      requireAdmin(viewer);
      if (storedName.test(file)) await removeBoth(folder, file);
    },

    /**
     * Deletes the file behind an address that a record had, where no other names it. The record is saved already, so
     * a storage that does not answer is no failure: the file is cleaned up later.
     */
    async release(address: string | null): Promise<void> {
      const folder = mediaFolders.find((each) => address?.startsWith(`${storage.base}/${each}/`));
      const name = address?.split('/').at(-1) ?? '';
      if (!address || !folder || !storedName.test(name)) return;
      const { rows } = await isNamed(db, address);
      if (rows[0]?.named) return;
      await removeBoth(folder, name).catch((error: unknown) =>
        log.warn('An image is left for the clean-up', { address, error: String(error) }),
      );
    },

    /** Deletes files that no prompt, playbook or setting names any more. @returns how many. */
    async removeOrphans(olderThan = orphanMilliseconds): Promise<number> {
      let count = 0;
      for (const folder of mediaFolders) {
        for (const name of await storage.list(folder)) {
          const madeAt = Number(storedName.exec(name)?.[1] ?? Number.NaN);
          if (name.endsWith('.card.webp') || !(Date.now() - madeAt > olderThan)) continue;
          const { rows } = await isNamed(db, `${storage.base}/${folder}/${name}`);
          if (rows[0]?.named) continue;
          await removeBoth(folder, name);
          count += 1;
        }
      }
      return count;
    },
  };
}

/** The name without its ending, of letters, digits, dots and hyphens. */
function sanitise(file: string): string {
  const stem = file.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  return (
    stem
      .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
      .replaceAll(/\.{2,}/g, '.')
      .slice(0, 80)
      .replaceAll(/^[-.]+|[-.]+$/g, '') || 'image'
  );
}

function isNamed(db: Database, address: string) {
  return sql<{ named: boolean }>`
    select exists (select from prompts where preview_image_url = ${address})
      or exists (select from playbooks where image_url = ${address} or description like '%' || ${address} || '%')
      or exists (select from playbook_steps_new where description like '%' || ${address} || '%')
      or exists (select from prompts where example_output like '%' || ${address} || '%')
      or exists (select from site_settings where setting_value = ${address}) as named`.execute(db);
}
