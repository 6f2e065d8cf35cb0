import type { BackupFiles } from '#platform/backup/backup.server.ts';
import { mediaFolders } from '../media.contract.ts';
import { createStorage } from '../storage.server.ts';
import { storedName } from './media-address.ts';

/** Every picture in the storage of MEDIA_URL, named `<folder>/<file>`, for a backup. */
export function pictureFiles(mediaUrl: string, dataDir: string): BackupFiles {
  const storage = createStorage(mediaUrl, dataDir);
  const parse = (path: string) => {
    const [given, name = '', ...rest] = path.split('/');
    const folder = mediaFolders.find((folder) => folder === given);
    if (!folder || rest.length > 0 || !storedName.test(name)) throw new Error(`${path} isn't an image.`);
    return { folder, name };
  };
  return {
    async list() {
      const lists = mediaFolders.map(async (folder) =>
        (await storage.list(folder))
          .filter((name) => storedName.test(name))
          .map((name) => `${folder}/${name}`),
      );
      return (await Promise.all(lists)).flat().sort();
    },
    async read(path) {
      const { folder, name } = parse(path);
      return storage.get(folder, name);
    },
    async write(path, bytes) {
      const { folder, name } = parse(path);
      await storage.put(folder, name, Buffer.from(bytes));
    },
  };
}
