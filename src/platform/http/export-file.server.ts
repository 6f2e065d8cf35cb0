import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';
import { createConcurrencyLimit } from './concurrency-limit.server.ts';

type Reader = Pick<Kysely<never>, 'getExecutor'>;
export type ExportFile = { bytes: number; stream: ReadableStream };

/** The memory that the rows of one fetch should take, and the maximum number of rows, in case the next ones are larger. */
const batchBytes = 1_000_000;
const maxBatch = 50;

/** An export holds a database connection while it is written, so only a few run at once. */
const inTurn = createConcurrencyLimit(2);
/** Accounts whose exports are being written or waiting. */
const exporting = new Set<string>();
/** How long a client may take to read a file, in milliseconds: an unread file would keep its disk space. */
const readMilliseconds = 1_800_000;
/** Bytes per millisecond of a slow connection, which give a large file more time. */
const slowBytes = 100;

/**
 * Writes an export to a file first, row by row, so that neither many rows nor a slow reader hold memory or a database
 * connection. The file is deleted right away and exists only until it is closed, even if the process dies. `write` appends to
 * it, because FileHandle.write may write only a part of a text without an error.
 * @throws AppError 429 while another export of the same account is being written
 */
export async function throughFile(
  userId: string,
  write: (file: FileHandle) => Promise<unknown>,
  deadline = readMilliseconds,
): Promise<ExportFile> {
  if (exporting.has(userId))
    throw new AppError('over_request_rate_limit', m.refused_too_many({ minutes: 1 }), {
      retryAfterSeconds: 60,
    });
  exporting.add(userId);
  try {
    return await inTurn(() => writeFile(write, deadline));
  } finally {
    exporting.delete(userId);
  }
}

async function writeFile(
  write: (file: FileHandle) => Promise<unknown>,
  deadline: number,
): Promise<ExportFile> {
  const path = join(tmpdir(), `promptory-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  try {
    await write(file);
    const { size } = await file.stat();
    const reading = file.createReadStream({ start: 0 });
    const tooLong = setTimeout(
      () => reading.destroy(new Error('An export was not read in time')),
      Math.max(deadline, size / slowBytes),
    );
    tooLong.unref();
    reading.once('close', () => clearTimeout(tooLong));
    return { bytes: size, stream: Readable.toWeb(reading) as ReadableStream };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes the rows of a query as a JSON array, within a transaction. @returns the number of rows */
export async function writeRows(
  write: (text: string) => Promise<unknown>,
  transaction: Reader,
  query: RawBuilder<unknown>,
): Promise<number> {
  await sql`declare exported no scroll cursor for select to_json(found)::text as row from (${query}) found`.execute(
    transaction,
  );
  let count = 20;
  let written = 0;
  await write('[');
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(count)} from exported`.execute(transaction);
    if (rows.length === 0) break;
    const text = rows.map(({ row }) => row).join(',\n');
    await write(`${written === 0 ? '' : ','}\n${text}`);
    written += rows.length;
    count = Math.max(1, Math.min(maxBatch, Math.floor((batchBytes * rows.length) / text.length)));
  }
  await write(']');
  await sql`close exported`.execute(transaction);
  return written;
}
