import { open } from 'node:fs/promises';

/**
 * Resolves when the names in a folder are on disk. Until then, a power failure can lose a file that was created, linked
 * or renamed, even if its content was flushed. Does nothing on systems that can't open folders.
 */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform !== 'win32') throw error;
  });
  try {
    await directory?.sync();
  } finally {
    await directory?.close();
  }
}
