import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFolder } from './media.contract.ts';

/** Where pictures lie. A name is `<timestamp>-<name>.webp`, and nothing else. */
export type MediaStorage = {
  /** The file is there, whole, when this resolves. */
  put(folder: MediaFolder, name: string, bytes: Buffer): Promise<void>;
  /** Nothing happens where there is no such file. */
  remove(folder: MediaFolder, name: string): Promise<void>;
  /** The names that are older than `milliseconds`. */
  listOlderThan(folder: MediaFolder, milliseconds: number): Promise<string[]>;
};

/** Pictures as files under `directory`, which the site serves at /media. */
export function createLocalStorage(directory: string): MediaStorage {
  const place = (folder: MediaFolder, name: string) => join(directory, folder, name);
  return {
    async put(folder, name, bytes) {
      await mkdir(join(directory, folder), { recursive: true });
      const draft = place(folder, `.${name}.${randomBytes(4).toString('hex')}`);
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, place(folder, name));
    },
    remove: (folder, name) => rm(place(folder, name), { force: true }),
    async listOlderThan(folder, milliseconds) {
      const names = await readdir(join(directory, folder)).catch(() => []);
      const old = await Promise.all(
        names.map(async (name) => {
          const found = await stat(place(folder, name)).catch(() => undefined);
          return found && Date.now() - found.mtimeMs > milliseconds ? name : undefined;
        }),
      );
      return old.filter((name) => name !== undefined);
    },
  };
}
