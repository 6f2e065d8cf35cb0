import { rmSync } from 'node:fs';
import { access, constants, realpath, rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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

/** Before the work for it begins. @throws Error with a message for the operator if there can be no file of that name */
export async function assertWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) return;
  const folder = resolve(dirname(await realpath(file).catch(() => file)));
  const code = await access(folder, constants.W_OK).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === 'ENOENT') throw new Error(`There is no folder ${folder}.`);
  if (code === 'EACCES')
    throw new Error(`This account cannot write to ${folder}: name a file in a folder where it can.`);
}
