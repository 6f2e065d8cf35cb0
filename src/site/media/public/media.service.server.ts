import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite } from '#access/decide.ts';
import { gated, stepsTable } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import type { Viewer } from '#access/viewer.ts';
import { batched } from '#platform/batch.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.server.ts';
import { type MadeImage, makeImages } from '../images.server.ts';
import { type MediaFolder, mediaFolders } from '../media.contract.ts';
import type { GuardedStorage, MediaStorage } from '../storage.server.ts';
import { storedName } from './media-address.ts';

/** A file that no item names is kept so long: an editor may still be open. */
const orphanMilliseconds = 24 * 3_600_000;
const cardName = (name: string) => name.replace(/\.webp$/, '.card.webp');

export type MediaService = ReturnType<typeof createMediaService>;

type Parts = { db: Database; storage: GuardedStorage; operator: Operator<'media'>; log: Log };

export function createMediaService({ db, storage, operator, log }: Parts) {
  // Uploads are worked on one after the other, so that many at once cannot fill the memory.
  const make = batched<Buffer, MadeImage | Error>(
    async ([upload]) => [await makeImages(upload ?? Buffer.alloc(0)).catch((error: Error) => error)],
    1,
  );

  async function removeBoth(files: Pick<MediaStorage, 'remove'>, folder: MediaFolder, name: string) {
    await files.remove(folder, name);
    await files.remove(folder, cardName(name));
  }
  /** A name can be in a text that only some can read, so the site itself looks. */
  const isNamed = (address: string) => isNamedIn(db, operator, address);

  return {
    /**
     * Stores an image under a name that is new. @returns its public address, which never changes its content.
     * @throws AppError 401, 403, 413, 415, 422; 503 where the storage does not take it.
     */
    async upload(viewer: Viewer, folder: MediaFolder, file: string, bytes: Buffer): Promise<{ url: string }> {
      const files = storage.writable(grantSite(viewer, 'manage-media'));
      const made = await make(bytes);
      if (made instanceof Error) throw made;
      const name = `${Date.now()}-${sanitise(file)}.webp`;
      try {
        await files.put(folder, cardName(name), made.card);
        await files.put(folder, name, made.detail);
      } catch (cause) {
        throw new AppError('unavailable', 'The image could not be stored. Please try again.', { cause });
      }
      return { url: `${storage.base}/${folder}/${name}` };
    },

    /** Deletes a stored image; what is not a name of ours is not looked for. @throws AppError 401, 403 */
    async delete(viewer: Viewer, folder: MediaFolder, file: string): Promise<void> {
      const files = storage.writable(grantSite(viewer, 'manage-media'));
      if (storedName.test(file)) await removeBoth(files, folder, file);
    },

    /**
     * Deletes the file behind an address that a record had, where no other names it. The record is saved already, so
     * a storage that does not answer is no failure: the file is cleaned up later.
     */
    async release(address: string | null): Promise<void> {
      const name = address?.split('/').at(-1) ?? '';
      const folder = mediaFolders.find((each) => address === `${storage.base}/${each}/${name}`);
      if (!address || !folder || !storedName.test(name)) return;
      if (await isNamed(address)) return;
      await removeBoth(storage.writable(operator), folder, name).catch((error: unknown) =>
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
          if (await isNamed(`${storage.base}/${folder}/${name}`)) continue;
          await removeBoth(storage.writable(operator), folder, name);
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

async function isNamedIn(db: Database, operator: Operator<'media'>, address: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from prompts where preview_image_url = ${address})
      or exists (select from playbooks where image_url = ${address} or description like '%' || ${address} || '%')
      or exists (select from ${stepsTable(operator)} step where step.description like '%' || ${address} || '%')
      or exists (select from prompts where ${gated(operator, 'prompt', 'example_output')} like '%' || ${address} || '%')
      or exists (select from site_settings where setting_value = ${address}) as named`.execute(db);
  return rows[0]?.named ?? false;
}
