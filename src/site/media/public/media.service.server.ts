import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite } from '#access/decide.ts';
import { gated, stepsTable } from '#access/gated.server.ts';
import type { Operator } from '#access/operator.ts';
import type { Viewer } from '#access/viewer.ts';
import { batched } from '#platform/batch.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.server.ts';
import { type ProcessedImage, processImage } from '../images.server.ts';
import { type MediaFolder, mediaFolders } from '../media.contract.ts';
import type { GuardedStorage, MediaStorage } from '../storage.server.ts';
import { storedName } from './media-address.ts';

/** How long an unreferenced file is kept: its editor may still be open. */
const orphanMilliseconds = 24 * 3_600_000;
const cardName = (name: string) => name.replace(/\.webp$/, '.card.webp');

export type MediaService = ReturnType<typeof createMediaService>;

type Parts = { db: Database; storage: GuardedStorage; operator: Operator<'media'>; log: Log };

export function createMediaService({ db, storage, operator, log }: Parts) {
  // Uploads are processed one at a time, to cap the memory they take.
  const processUpload = batched<Buffer, ProcessedImage | Error>(
    async ([upload]) => [await processImage(upload ?? Buffer.alloc(0)).catch((error: Error) => error)],
    1,
  );

  async function removeBoth(files: Pick<MediaStorage, 'remove'>, folder: MediaFolder, name: string) {
    await files.remove(folder, name);
    await files.remove(folder, cardName(name));
  }
  /** A reference may be in a text that this viewer cannot read, so the lookup is the site's own. */
  const isReferenced = (address: string) => hasReference(db, operator, address);

  return {
    /**
     * Stores an image under a new name. @returns its public URL, whose content never changes.
     * @throws AppError 401, 403, 413, 415, 422; 503 if the storage fails.
     */
    async upload(viewer: Viewer, folder: MediaFolder, file: string, bytes: Buffer): Promise<{ url: string }> {
      const files = storage.writable(grantSite(viewer, 'manage-media'));
      const processed = await processUpload(bytes);
      if (processed instanceof Error) throw processed;
      const name = `${Date.now()}-${sanitize(file)}.webp`;
      try {
        await files.put(folder, cardName(name), processed.card);
        await files.put(folder, name, processed.detail);
      } catch (cause) {
        throw new AppError('unavailable', 'The image could not be stored. Please try again.', { cause });
      }
      return { url: `${storage.base}/${folder}/${name}` };
    },

    /** Deletes a stored image; ignores names that are not ours. @throws AppError 401, 403 */
    async delete(viewer: Viewer, folder: MediaFolder, file: string): Promise<void> {
      const files = storage.writable(grantSite(viewer, 'manage-media'));
      if (storedName.test(file)) await removeBoth(files, folder, file);
    },

    /**
     * Deletes the image that a record no longer uses, unless another one does. The record has already been saved, so a storage
     * error does not fail the request: the file is cleaned up later.
     */
    async release(address: string | null): Promise<void> {
      const name = address?.split('/').at(-1) ?? '';
      const folder = mediaFolders.find((folder) => address === `${storage.base}/${folder}/${name}`);
      if (!address || !folder || !storedName.test(name)) return;
      if (await isReferenced(address)) return;
      await removeBoth(storage.writable(operator), folder, name).catch((error: unknown) =>
        log.warn('An image could not be deleted and is left for the cleanup', {
          address,
          error: String(error),
        }),
      );
    },

    /** Deletes files that no prompt, playbook or setting references. @returns how many. */
    async removeOrphans(olderThan = orphanMilliseconds): Promise<number> {
      let count = 0;
      for (const folder of mediaFolders) {
        for (const name of await storage.list(folder)) {
          const storedAt = Number(storedName.exec(name)?.[1] ?? Number.NaN);
          if (name.endsWith('.card.webp') || !(Date.now() - storedAt > olderThan)) continue;
          if (await isReferenced(`${storage.base}/${folder}/${name}`)) continue;
          await removeBoth(storage.writable(operator), folder, name);
          count += 1;
        }
      }
      return count;
    },
  };
}

/** The file name without its extension, reduced to letters, digits, dots and hyphens. */
function sanitize(file: string): string {
  const stem = file.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  return (
    stem
      .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
      .replaceAll(/\.{2,}/g, '.')
      .slice(0, 80)
      .replaceAll(/^[-.]+|[-.]+$/g, '') || 'image'
  );
}

async function hasReference(db: Database, operator: Operator<'media'>, address: string): Promise<boolean> {
  const { rows } = await sql<{ is_referenced: boolean }>`
    select exists (select from prompts where preview_image_url = ${address})
      or exists (select from playbooks where image_url = ${address} or description like '%' || ${address} || '%')
      or exists (select from ${stepsTable(operator)} step where step.description like '%' || ${address} || '%')
      or exists (select from prompts where ${gated(operator, 'prompt', 'example_output')} like '%' || ${address} || '%')
      or exists (select from site_settings where setting_value = ${address}) as is_referenced`.execute(db);
  return rows[0]?.is_referenced ?? false;
}
