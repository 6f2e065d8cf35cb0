import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` never ends below a folder that takes no others, such as /proc.
 * @returns the uppermost that was made
 * @throws Error with a message for the operator where it is DATA_DIR, or below it
 */
export async function makeFolder(path: string, mode?: number): Promise<string | undefined> {
  const found = await makeOne(path, mode);
  if (found !== 'no folder above') return found === 'made' ? path : undefined;
  const above = await makeFolder(dirname(path), mode);
  const made = await makeOne(path, mode);
  if (made === 'no folder above')
    throw new Error(`No folder can be made in ${dirname(path)}. Set DATA_DIR to a folder on a disk.`);
  return above ?? (made === 'made' ? path : undefined);
}

async function makeOne(path: string, mode: number | undefined) {
  try {
    await mkdir(path, { mode });
    return 'made';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'no folder above';
    if (code === 'EEXIST' && (await stat(path).catch(() => undefined))?.isDirectory()) return 'there';
    throw error;
  }
}
