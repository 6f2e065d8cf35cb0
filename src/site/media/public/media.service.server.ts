import { sql } from 'kysely';
import { grantSite } from '#access/decide.ts';
import type { Operator } from '#access/operator.ts';
import type { Viewer } from '#access/viewer.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { dayMilliseconds, draftDays } from '#constants';
import { noteNoChange } from '#platform/audit-trail.server.ts';
import { batched } from '#platform/database/batch.server.ts';
import { advisoryLocks } from '#platform/database/locks.ts';
import { failureMessage } from '#platform/error-message.ts';
import { AppError } from '#platform/errors.ts';
import { type Jobs, NotYetError } from '#platform/jobs/jobs.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { type ProcessedImage, processImage } from '../images.server.ts';
import { type MediaFolder, mediaFolders } from '../media.contract.ts';
import { draftName } from '../media-storage.ts';
import { unusedStamps } from '../picture-references.server.ts';
import type { GuardedStorage, MediaProof } from '../storage.server.ts';
import * as m from '../words/messages.ts';
import { storedAt, storedName } from './media-address.ts';

/** How long an unreferenced file is kept, because an unsaved draft may use it. */
const orphanMilliseconds = draftDays * dayMilliseconds;
/** How many files the cleanup checks for references at a time. */
const cleanUpBatch = 100;
/** Longer than any upload takes. */
const brokenOffMilliseconds = dayMilliseconds;
const pictureName = (name: string) => name.replace(/\.card\.webp$/, '.webp');
const cardName = (name: string) => name.replace(/\.webp$/, '.card.webp');
const stampOf = (name: string) => storedName.exec(name)?.[1];

export type MediaService = ReturnType<typeof createMediaService>;

type Parts = {
  db: OperatorWriter<'media'>;
  storage: GuardedStorage;
  operator: Operator<'media'>;
  jobs: Jobs;
  log: Log;
};

export function createMediaService({ db, storage, operator, jobs, log }: Parts) {
  // Uploads are processed one at a time, to cap the memory they take.
  const processUpload = batched<Buffer, ProcessedImage | Error>(
    async ([upload]) => [await processImage(upload ?? Buffer.alloc(0)).catch((error: Error) => error)],
    1,
  );

  /** Those of these files that nothing refers to; undefined while a backup is being written, because it still has to copy the files of its rows. */
  const unusedAmong = (names: string[]): Promise<string[] | undefined> =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock_shared(${advisoryLocks.pictures}) as free`.execute(transaction);
      if (!rows[0]?.free) return undefined;
      const unused = await unusedStamps(
        transaction,
        operator,
        names.flatMap((name) => stampOf(name) ?? []),
      );
      return names.filter((name) => unused.has(stampOf(name) ?? ''));
    });

  /**
   * Deletes a file in both sizes if nothing refers to it, which is checked immediately before: deleting many takes a while, in which one may
   * come into use.
   */
  async function removeUnused(
    proof: MediaProof,
    folder: MediaFolder,
    name: string,
  ): Promise<'removed' | 'used' | 'backup'> {
    const unused = await unusedAmong([name]);
    if (unused?.length !== 1) return unused ? 'used' : 'backup';
    // Don't hold a database connection during storage calls. A backup that starts now doesn't reference this file.
    const files = storage.writable(proof);
    await files.remove(folder, name);
    await files.remove(folder, cardName(name));
    return 'removed';
  }

  const releases = jobs.queue<{ folder: MediaFolder; name: string }>(
    'pictures',
    async ({ folder, name }) => {
      // If it can't be deleted now, the cleanup will.
      const outcome = await removeUnused(operator, folder, name).catch((error: unknown) =>
        log.warn('An image could not be deleted and is left for the cleanup', {
          name,
          error: failureMessage(error),
        }),
      );
      if (outcome === 'backup') throw new NotYetError('A backup is being written.');
    },
    { batchSize: 2 },
  );

  /** Only the owner can change the site's own pictures. @throws AppError 401, 403 */
  function grantMedia(viewer: Viewer, folder: MediaFolder) {
    return folder === 'site' ? grantSite(viewer, 'manage-settings') : grantSite(viewer, 'manage-media');
  }

  return {
    /** The part of a public URL before `/<folder>/<name>`. */
    base: storage.base,

    /**
     * Stores an image under a new name. @returns its public URL, whose content never changes.
     * @throws AppError 401, 403, 413, 415, 422; 503 if the storage fails.
     */
    async upload(viewer: Viewer, folder: MediaFolder, file: string, bytes: Buffer): Promise<{ url: string }> {
      const files = storage.writable(grantMedia(viewer, folder));
      const processed = await processUpload(bytes);
      if (processed instanceof Error) throw processed;
      const name = `${Date.now()}-${sanitize(file)}.webp`;
      try {
        await files.put(folder, cardName(name), processed.card);
        await files.put(folder, name, processed.detail);
      } catch (cause) {
        throw new AppError('unavailable', m.refused_not_stored(), { cause });
      }
      return { url: `${storage.base}/${folder}/${name}` };
    },

    /**
     * Deletes a stored image, or queues it for deletion while a backup is being written; ignores names that are not ours.
     * @throws AppError 401, 403; 409 if it is in use
     */
    async delete(viewer: Viewer, folder: MediaFolder, file: string): Promise<void> {
      const proof = grantMedia(viewer, folder);
      if (!storedName.test(file)) return noteNoChange();
      // Asked for first, because a file is deleted immediately after it has been found unused.
      const isStored = await storage.has(folder, file);
      const outcome = await removeUnused(proof, folder, file);
      if (outcome === 'used') throw new AppError('conflict', m.refused_image_in_use());
      if (!isStored) return noteNoChange();
      if (outcome === 'backup') await releases.send({ folder, name: file });
    },

    /**
     * Queues an image for deletion that a record no longer uses, unless another one does. Never throws, because
     * the record is already saved.
     */
    async release(address: string | null): Promise<void> {
      const folder = mediaFolders.find((folder) => storedAt(address, storage.base, folder));
      const name = folder && storedAt(address, storage.base, folder);
      if (!name) return;
      await releases
        .send({ folder, name })
        .catch((error: unknown) =>
          log.warn('An image is left for the cleanup', { address, error: failureMessage(error) }),
        );
    },

    /**
     * Deletes old unreferenced files, and what interrupted uploads have left behind. @returns how many. @throws AggregateError at the end,
     * if some could not be deleted
     */
    async removeOrphans(olderThan = orphanMilliseconds): Promise<number> {
      let count = 0;
      const failures: unknown[] = [];
      /** One failure doesn't keep the other files. */
      const remove = async (work: () => Promise<boolean>) => {
        try {
          if (await work()) count += 1;
        } catch (error) {
          failures.push(error);
        }
      };
      for (const folder of mediaFolders) {
        const names = await storage.list(folder);
        const isOlder = (stamp: string | undefined, age: number) => Date.now() - Number(stamp) > age;
        for (const name of names)
          if (isOlder(draftName.exec(name)?.[1], brokenOffMilliseconds))
            await remove(async () => {
              await storage.writable(operator).remove(folder, name);
              return true;
            });
        // A card can exist without its picture.
        const old = [...new Set(names.map(pictureName))].filter((name) => isOlder(stampOf(name), olderThan));
        for (let start = 0; start < old.length; start += cleanUpBatch) {
          for (const name of (await unusedAmong(old.slice(start, start + cleanUpBatch))) ?? [])
            await remove(async () => (await removeUnused(operator, folder, name)) === 'removed');
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some images could not be deleted');
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
