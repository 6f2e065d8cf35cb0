import { rmSync } from 'node:fs';
import { realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '#platform/sync-directory.server.ts';

/**
 * Has `write` fill a draft beside the file, and renames it into place once it is whole. Until then, what was there before stays; `mode` is
 * who may read that. A pipe or a device is written to directly.
 */
export async function writeWhole<Result>(
  file: string,
  write: (draft: string, mode?: number) => Promise<Result>,
): Promise<Result> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) return write(file);
  const place = await realpath(file).catch(() => file);
  const draft = `${place}.part`;
  const remove = () => rmSync(draft, { force: true });
  // An interrupted command gets no further than this.
  process.once('exit', remove);
  try {
    const result = await write(draft, found?.mode);
    await rename(draft, place);
    await syncDirectory(dirname(place));
    return result;
  } finally {
    process.off('exit', remove);
    remove();
  }
}
