import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#access/database.ts';
import type { Operator } from '#access/operator.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { readAsExported } from './export.server.ts';
import { type PromptRecord, playbookRecord, promptRecord, type RowContent } from './records.ts';

/** The ids of the items that already have every value given in their rows. Items in the trash are never included. */
export async function findEqual(
  transaction: Database,
  operator: Operator<'library'>,
  table: 'prompts' | 'playbooks',
  rows: (RowContent & { id: string })[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map(({ id }) => id);
  const stored = await readAsExported(transaction, operator, table, ids);
  return new Set(rows.filter((row) => saysTheSame(row, stored.get(row.id))).map(({ id }) => id));
}

function saysTheSame({ kind, record, given }: RowContent, item: unknown): boolean {
  const schema = kind === 'prompt' ? promptRecord : playbookRecord;
  const stored = schema.safeParse(item);
  if (!stored.success) return false;
  const valueIn = (values: object, name: string) => JSON.stringify((values as Record<string, unknown>)[name]);
  return (
    given
      .filter((name) => name in schema.shape && name !== 'slug')
      // Only drafts have a publishing time, and rows without one don't change it.
      .filter((name) => name !== 'publish_at' || (record.publish_at && stored.data.status === 'draft'))
      .every(
        (name) =>
          valueIn(record, name) === valueIn(stored.data, name) ||
          (name === 'blanks' &&
            isDeepStrictEqual(blanksOf(record as PromptRecord), blanksOf(stored.data as PromptRecord))),
      )
  );
}

/** A downloaded prompt lists all its blanks, even those that its author hasn't described. */
const blanksOf = ({ prompt_body, blanks }: PromptRecord) => readBlanks(prompt_body, blanks).blanks;
