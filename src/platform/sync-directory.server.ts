import { open } from 'node:fs/promises';

/**
 * Resolves when the names in a folder are on the disk. A file that was created, linked or renamed is gone after a power cut until
 * then, even if its content was flushed. Does nothing on systems that cannot open folders.
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
