import { formatNumber } from '#ui/format.ts';
import type { SourceColumn } from './records.ts';
import * as m from './words/messages.ts';

/** A source that cannot be imported at all; the message is for whoever imports. `columns` are what it has, where that is known. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly columns: SourceColumn[];

  constructor(message: string, columns: SourceColumn[] = []) {
    super(message);
    this.columns = columns;
  }
}

/** @throws ImportError for more rows than one import may have */
export function assertRows(count: number, maximum: number): void {
  if (count > maximum) throw new ImportError(m.file_rows({ count: formatNumber(maximum) }));
}
