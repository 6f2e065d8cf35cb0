import type { Database } from '#access/database.ts';
import { grantSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { type ExportFile, throughFile } from '#platform/export-file.server.ts';
import { writeLibrary } from './export.server.ts';

/** The whole library for an admin, read at one moment. @throws AppError 401, 403 */
export async function exportLibraryFor(db: Database, viewer: Viewer): Promise<ExportFile> {
  const proof = grantSite(viewer, 'see-catalog');
  return throughFile((file) =>
    writable(db, grantSite(viewer, 'manage-catalog'))
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => writeLibrary(transaction, proof, (text) => file.write(text))),
  );
}
