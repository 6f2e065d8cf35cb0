import { formatNumber } from '#ui/format.ts';
import type { SourceColumn } from './records.ts';
import * as m from './words/messages.ts';

/** A source that can't be imported at all; the message is shown to the admin. `columns` are the source's columns, if known. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly columns: SourceColumn[];

  constructor(message: string, columns: SourceColumn[] = []) {
    super(message);
    this.columns = columns;
  }
}

/** @throws ImportError if there are more rows than one import can have */
export function assertRows(count: number, maximum: number): void {
  if (count > maximum) throw new ImportError(m.file_rows({ count: formatNumber(maximum) }));
}
