import type { Collection } from '#access/items.ts';
import type { Operator } from '#access/operator.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { SourceRow } from './records.ts';

/** The result of a row. `reason`: why it was not imported, or only in part. `id`: its item's. */
export type RowResult = {
  outcome: 'created' | 'changed' | 'unchanged' | 'duplicate' | 'refused';
  reason?: string;
  id?: string;
};

/** The importer's choices for all rows. */
export type ForAll = {
  status?: 'draft' | 'published' | undefined;
  tier_access?: number | undefined;
  category?: string | undefined;
  /** New items become drafts; existing ones keep their status. */
  isNewDraft?: boolean;
  /** Skips prompts whose text is already in the library. */
  skipsDuplicates?: boolean;
  /** Only for new items. */
  authorId?: string | null;
};

export type PlannedRow = SourceRow & { created_at: string; isRepeated: boolean };
export type PlannedPrompt = Extract<PlannedRow, { kind: 'prompt' }>;
export type PlannedPlaybook = Extract<PlannedRow, { kind: 'playbook' }>;

/** What a dry run would have created so far: items by name (kind and slug), and titles by text. */
type DryRun = { names: Set<string>; titles: Map<string, string> };

/** A running import. */
export type Import = {
  transaction: OperatorWriter<'library'>;
  operator: Operator<'library'>;
  forAll: ForAll;
  dryRun?: DryRun;
  tell: (row: PlannedRow, result: RowResult) => void;
  /** Called before existing items are changed. */
  beforeUpdate?: (collection: Collection, ids: string[]) => Promise<void>;
};
