import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error-message.ts';

/**
 * Creates a folder and its missing parents. Node's own `recursive` never ends inside a folder that accepts no others,
 * such as /proc.
 * @returns the topmost folder that was created
 * @throws Error with a message for the operator if it is DATA_DIR, or inside it
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
    const code = codeOf(error);
    if (code === 'ENOENT') return 'no folder above';
    if (code === 'EEXIST' && (await stat(path).catch(() => undefined))?.isDirectory()) return 'there';
    throw error;
  }
}
