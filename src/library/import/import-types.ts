import type { Collection } from '#access/items.ts';
import type { Operator } from '#access/operator.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { SourceRow } from './records.ts';

/** What became of a row. `reason` says why it was not imported, or only in part; `id` is that of its item. */
export type RowResult = {
  outcome: 'created' | 'changed' | 'unchanged' | 'duplicate' | 'refused';
  reason?: string;
  id?: string;
};

/** What the importer decides for all rows. */
export type ForAll = {
  status?: 'draft' | 'published' | undefined;
  tier_access?: number | undefined;
  category?: string | undefined;
  /** New items become drafts; those that exist keep their status. */
  isNewDraft?: boolean;
  /** Leaves out prompts whose text another one has already. */
  skipsDuplicates?: boolean;
  /** Of new items. */
  authorId?: string | null;
};

export type PlannedRow = SourceRow & { created_at: string; isRepeated: boolean };

/** What a dry run would have created so far: names of items (kind and slug), and titles by text. */
type DryRun = { names: Set<string>; titles: Map<string, string> };

/** The import that is under way. */
export type Import = {
  transaction: OperatorWriter<'library'>;
  operator: Operator<'library'>;
  forAll: ForAll;
  dryRun?: DryRun;
  tell: (row: PlannedRow, result: RowResult) => void;
  /** Called before items that exist are changed. */
  beforeUpdate?: (collection: Collection, ids: string[]) => Promise<void>;
};
