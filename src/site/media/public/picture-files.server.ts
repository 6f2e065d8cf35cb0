import type { BackupFiles } from '#platform/backup/backup.server.ts';
import { repeatCall } from '#platform/repeat-call.server.ts';
import { mediaFolders } from '../media.contract.ts';
import { createStorage } from '../storage.server.ts';
import { storedName } from './media-address.ts';

/** Every picture in the storage of MEDIA_URL, named `<folder>/<file>`, for a backup. `pauses` are between attempts, in milliseconds. */
export function pictureFiles(mediaUrl: string, dataDir: string, pauses?: readonly number[]): BackupFiles {
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
        (await repeatCall(() => storage.list(folder), pauses))
          .filter((name) => storedName.test(name))
          .map((name) => `${folder}/${name}`),
      );
      return (await Promise.all(lists)).flat().sort();
    },
    async read(path) {
      const { folder, name } = parse(path);
      return repeatCall(() => storage.get(folder, name), pauses);
    },
    async write(path, bytes) {
      const { folder, name } = parse(path);
      await repeatCall(() => storage.put(folder, name, Buffer.from(bytes)), pauses);
    },
  };
}
