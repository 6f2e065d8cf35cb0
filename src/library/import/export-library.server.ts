import type { Database } from '#access/database.ts';
import { grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { type ExportFile, throughFile } from '#platform/http/export-file.server.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { writeLibrary } from './export.server.ts';

type Parts = { db: Database; rateLimits: RateLimits };

/** Exports the whole library for an editor or admin, from a single snapshot. @throws AppError 401, 403, 429 */
export async function exportLibraryFor({ db, rateLimits }: Parts, viewer: Viewer): Promise<ExportFile> {
  const proof = grantSite(viewer, 'see-catalog');
  await rateLimits.require('library-export', proof.viewer.userId);
  return throughFile(proof.viewer.userId, (file) =>
    writable(db, grantSite(viewer, 'manage-catalog'))
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => writeLibrary(transaction, proof, (text) => file.appendFile(text))),
  );
}
