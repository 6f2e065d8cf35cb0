import { readImportFile } from '#access/imports.server.ts';
import type { Operator } from '#access/operator.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { importLimits } from '#constants';
import { assertRows, ImportError } from './import-error.ts';
import type { ImportSettings } from './import-fields.ts';
import type { ForAll } from './import-types.ts';
import type { ImportItem } from './imports.contract.ts';
import type { Source } from './records.ts';
import { readBytes, type SourceKind } from './sources.server.ts';
import * as m from './words/messages.ts';

/** An import as the worker reads it before each step. */
export type ImportWork = {
  id: string;
  kind: SourceKind;
  state: ImportItem['state'];
  settings: ImportSettings;
  done: number;
  created_by: string | null;
  started_at: Date | null;
  locale: string | null;
};

/** @throws ImportError if the file is gone or has too many rows */
export async function readSource(
  library: OperatorWriter<'library'>,
  operator: Operator<'library'>,
  { id, kind, settings }: ImportWork,
): Promise<Source> {
  const bytes = await readImportFile(library, operator, id);
  if (!bytes) throw new ImportError(m.file_gone());
  const source = await readBytes(kind, bytes, settings.mapping, importLimits.rows);
  assertRows(source.rows.length + source.refused.length, importLimits.rows);
  return source;
}

export const forAllOf = ({ status, tier_access, category, skip_duplicates }: ImportSettings): ForAll => ({
  status: status === 'draft' || status === 'published' ? status : undefined,
  tier_access: tier_access ?? undefined,
  category: category ?? undefined,
  isNewDraft: status === 'new-drafts',
  skipsDuplicates: skip_duplicates,
});
