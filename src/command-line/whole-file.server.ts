import { rmSync } from 'node:fs';
import { access, constants, realpath, rename, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncDirectory } from '#platform/sync-directory.server.ts';

/**
 * Has `write` fill a draft next to the file, and renames it into place once it is complete. Until then, the old file stays; `mode` is its
 * permissions. A pipe or a device is written to directly.
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
  // For a command that is interrupted, because `finally` doesn't run then.
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

/** Called before the work begins. @throws Error with a message for the operator if no file of this name can be created */
export async function assertWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`);
  if (found && !found.isFile()) return;
  const folder = resolve(dirname(await realpath(file).catch(() => file)));
  const code = await access(folder, constants.W_OK).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === 'ENOENT') throw new Error(`There is no folder ${folder}.`);
  if (code === 'EROFS') throw new Error(`${folder} is on a read-only disk: name a file on another one.`);
  if (code === 'EACCES')
    throw new Error(`This account cannot write to ${folder}: name a file in a folder where it can.`);
}
