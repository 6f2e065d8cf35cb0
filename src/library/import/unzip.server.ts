import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { importLimits } from '#constants';
import { formatNumber } from '#ui/format.ts';
import { ImportError } from './import-error.ts';
import * as m from './words/messages.ts';

/**
 * The files of a ZIP archive, by path. The sizes that the archive declares are checked before unpacking, and unpacking
 * ends if a file has a different size.
 * @throws ImportError if it isn't an archive, contains too much, or has paths that lead outside
 */
export async function unzip(bytes: Buffer): Promise<{ place: string; content: Uint8Array }[]> {
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
    const entries: Entry[] = [];
    const total = { packed: 0, unpacked: 0, files: 0 };
    for await (const entry of archive.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize } = entry;
      total.files += 1;
      total.packed += compressedSize;
      total.unpacked += uncompressedSize;
      if (total.files > importLimits.files)
        throw new ImportError(m.archive_files({ count: formatNumber(importLimits.files) }));
      if (total.unpacked > importLimits.unpackedBytes || uncompressedSize > importLimits.fileBytes)
        throw new ImportError(m.archive_large());
      const isDense = uncompressedSize > compressedSize * importLimits.ratio;
      // The sizes of overlapping entries would add up to more than the archive's.
      if (total.packed > bytes.length || (uncompressedSize > importLimits.smallBytes && isDense))
        throw new ImportError(m.archive_dense());
      if (fileName.length > importLimits.path) throw new ImportError(m.archive_path());
      if (entry.isEncrypted()) throw new ImportError(m.archive_encrypted());
      // Skip metadata files of macOS.
      const isWanted = !fileName.endsWith('/') && !/^__MACOSX\/|(?:^|\/)\._/.test(fileName);
      if (isWanted) entries.push(entry);
    }
    const files = [];
    for (const entry of entries)
      files.push({
        place: entry.fileName,
        content: await buffer(await archive.openReadStreamPromise(entry)),
      });
    return files.sort((one, other) => (one.place < other.place ? -1 : 1));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(m.archive_unreadable());
  }
}
