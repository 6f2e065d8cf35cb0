import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '#platform/sync-directory.server.ts';
import { unlessMissing } from '#platform/unless-missing.server.ts';
import type { MediaFolder } from './media.contract.ts';
import type { MediaStorage } from './media-storage.ts';

/** Stores images as files under `directory`. */
export function createLocalStorage(directory: string, base: string): MediaStorage {
  const pathOf = (folder: MediaFolder, name: string) => join(directory, folder, name);
  return {
    base,
    async put(folder, name, bytes) {
      await mkdir(join(directory, folder), { recursive: true });
      const draft = pathOf(folder, `.${name}.${randomBytes(4).toString('hex')}`);
      try {
        await write(draft, bytes);
        await rename(draft, pathOf(folder, name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectory(join(directory, folder));
    },
    remove: (folder, name) => rm(pathOf(folder, name), { force: true }),
    has: (folder, name) =>
      access(pathOf(folder, name)).then(
        () => true,
        (error) => error.code !== 'ENOENT',
      ),
    get: (folder, name) => readFile(pathOf(folder, name)).catch(unlessMissing),
    list: async (folder) => (await readdir(join(directory, folder)).catch(unlessMissing)) ?? [],
  };
}

async function write(path: string, bytes: Buffer) {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
