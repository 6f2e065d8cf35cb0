import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import type { ExportName } from './members.contract.ts';

/** A query for everything that one feature stores about this member. */
export type ExportPart = (userId: string) => RawBuilder<unknown>;

/** Rows are fetched so many at a time that they take about this much memory. */
const batchBytes = 1_000_000;
const maxBatch = 1_000;

/**
 * Everything the site stores about a member as JSON, all read at one moment. It goes into a file first, row by row: neither a member's
 * many rows nor a slow reader keep memory or a connection to the database.
 */
export async function exportMember(
  db: Database,
  proof: Grant<'account', 'keep'>,
  parts: Record<ExportName, ExportPart>,
): Promise<{ bytes: number; stream: ReadableStream }> {
  const { userId } = proof.viewer;
  const path = join(tmpdir(), `promptory-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // Without a name it goes with its last reader, also where the process dies.
  await rm(path);
  try {
    await writable(db, proof)
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await file.write(`{"profile":${await readProfile(transaction, userId)}`);
        for (const [name, part] of Object.entries(parts)) {
          await file.write(`,\n"${name}":[`);
          await writeRows(file, transaction, part(userId));
          await file.write(']');
        }
        await file.write('}\n');
      });
    const { size } = await file.stat();
    return { bytes: size, stream: Readable.toWeb(file.createReadStream({ start: 0 })) as ReadableStream };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readProfile(db: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ profile: string }>`
    select json_build_object('id', profile.id, 'email', profile.email, 'display_name', profile.display_name, 'bio', profile.bio,
      'locale', profile.locale, 'email_notifications', profile.email_notifications,
      'created_at', to_char(profile.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tier_name', tier.name)::text as profile
    from profiles profile left join tiers tier on tier.id = current_tier_id(profile) where profile.id = ${userId}`.execute(
    db,
  );
  if (!rows[0]) throw new Error(`There is no profile ${userId}`);
  return rows[0].profile;
}

async function writeRows(file: FileHandle, transaction: Database, query: RawBuilder<unknown>) {
  await sql`declare exported no scroll cursor for select to_json(found)::text as row from (${query}) found`.execute(
    transaction,
  );
  let count = 20;
  let isFirst = true;
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(count)} from exported`.execute(transaction);
    if (rows.length === 0) break;
    const text = rows.map(({ row }) => row).join(',\n');
    await file.write(`${isFirst ? '' : ','}\n${text}`);
    isFirst = false;
    count = Math.max(1, Math.min(maxBatch, Math.floor((batchBytes * rows.length) / text.length)));
  }
  await sql`close exported`.execute(transaction);
}
