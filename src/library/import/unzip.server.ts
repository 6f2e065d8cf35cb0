import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { importLimits } from '#constants';
import { ImportError } from './import-error.ts';

/**
 * The files of a ZIP archive, by their paths. What an archive says about its files is checked before anything is unpacked, and a file
 * that is another size than said ends it.
 * @throws ImportError for what is no archive, has too much in it, or leads out of it
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
        throw new ImportError(`The archive has more than ${importLimits.files} files.`);
      if (total.unpacked > importLimits.unpackedBytes || uncompressedSize > importLimits.fileBytes)
        throw new ImportError('The archive is too large when it is unpacked.');
      const isDense = uncompressedSize > compressedSize * importLimits.ratio;
      // Files that lie over each other add up to more than there is.
      if (total.packed > bytes.length || (uncompressedSize > importLimits.smallBytes && isDense))
        throw new ImportError('The archive is packed more densely than texts can be. It was not unpacked.');
      if (fileName.length > importLimits.path)
        throw new ImportError('The archive has a path that is too long.');
      if (entry.isEncrypted()) throw new ImportError('The archive is encrypted.');
      // What macOS puts beside the files.
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
    throw new ImportError(`This is not a readable ZIP archive: ${(error as Error).message}`);
  }
}
