import { readCurrency } from '#site/settings/public/read-currency.server.ts';
import { priceProblem } from '#ui/forms/price-problems.ts';
import type { Import, PlannedRow } from './import-types.ts';
import { fieldLabel } from './refusals.ts';
import * as m from './words/messages.ts';

/** The rows that can be imported. Tells why the others can't. */
export async function importable(current: Import, rows: PlannedRow[]): Promise<PlannedRow[]> {
  const hasPrices = rows.some((row) => priceOf(row) > 0);
  const currency = hasPrices && (await readCurrency(current.transaction));
  return rows.filter((row) => {
    const problem = currency && priceProblem(priceOf(row), currency);
    const reason = row.isRepeated
      ? m.row_twice()
      : problem && `${fieldLabel('playbook', ['price'])}: ${problem}`;
    if (reason) current.tell(row, { outcome: 'refused', reason });
    return !reason;
  });
}

const priceOf = (row: PlannedRow) => (row.kind === 'playbook' ? row.record.price : 0);
