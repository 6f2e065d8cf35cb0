import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream, WritableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { z } from 'zod';

/** A file in a backup, small enough for memory. Large tables are split into several. */
export type ArchiveEntry = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** A backup that can't be read or restored; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const checksumsName = 'checksums.json';
const checksumsShape = z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() }));
/** Far more than any real entry: a corrupted length must not exhaust the memory. */
const maxEntryBytes = 256 * 1_048_576;

const checksumOf = ({ name, bytes }: ArchiveEntry) => ({
  name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const nothing = () => undefined;

/** Packs the entries into a compressed tar archive, followed by an entry with the checksums of all others. */
export function packArchive(entries: AsyncIterable<ArchiveEntry>): Readable {
  const { readable, controller } = createTarPacker();
  const add = async ({ name, bytes }: ArchiveEntry) => {
    const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    await writer.write(bytes);
    await writer.close();
  };
  const pack = async () => {
    const checksums: z.output<typeof checksumsShape> = [];
    for await (const entry of entries) {
      checksums.push(checksumOf(entry));
      await add(entry);
    }
    await add({ name: checksumsName, bytes: new TextEncoder().encode(JSON.stringify(checksums)) });
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return pipeline(Readable.fromWeb(readable as ReadableStream), createGzip(), nothing);
}

/**
 * Reads the entries of an archive made by `packArchive`.
 * @throws BackupError if the archive is corrupted or incomplete, at the latest after its last entry
 */
export async function* readArchive(source: Readable): AsyncGenerator<ArchiveEntry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const unzipped = Readable.toWeb(pipeline(source, createGunzip(), nothing));
  // The decoder reports errors of the source.
  unzipped.pipeTo(writable as WritableStream).catch(nothing);
  const found: z.output<typeof checksumsShape> = [];
  for await (const { header, body } of readable) {
    if (header.size > maxEntryBytes) throw new BackupError(`${header.name} has an impossible length.`);
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    if (header.name === checksumsName) {
      const expected = checksumsShape.parse(JSON.parse(new TextDecoder().decode(bytes)));
      const wrong = expected.find((one, index) => JSON.stringify(one) !== JSON.stringify(found[index]));
      if (wrong) throw new BackupError(`${wrong.name} is damaged or missing.`);
      if (expected.length === found.length) return;
    }
    const entry = { name: header.name, bytes };
    found.push(checksumOf(entry));
    yield entry;
  }
  throw new BackupError('It is incomplete.');
}
