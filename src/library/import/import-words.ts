import type { ImportItem, ImportRow } from './imports.contract.ts';
import * as m from './words/messages.ts';

const states: Record<Exclude<ImportItem['state'], 'checked'>, () => string> = {
  checking: m.checking,
  importing: m.importing,
  done: m.imported,
  undoing: m.undoing,
  undone: m.restored,
  failed: m.failed,
};
/** The items that an import makes or changes. */
export const countImported = ({ counts }: Pick<ImportItem, 'counts'>) => counts.created + counts.changed;

/** With a problem, the columns of a checked file have to be chosen first. */
export function stateLabel(item: Pick<ImportItem, 'state' | 'problem' | 'counts'>) {
  if (item.state !== 'checked') return states[item.state]();
  if (item.problem !== null) return m.not_ready_yet();
  return countImported(item) > 0 ? m.not_imported_yet() : m.nothing_to_import();
}

const outcomes: Record<ImportRow['outcome'], () => string> = {
  created: m.outcome_created,
  changed: m.outcome_changed,
  unchanged: m.outcome_unchanged,
  duplicate: m.outcome_duplicate,
  refused: m.outcome_refused,
};
export const outcomeLabel = (outcome: ImportRow['outcome']) => outcomes[outcome]();

/** Translates the place of a row in its file, which the server gives in English. */
export function placeLabel(place: string): string {
  const [, number] = /^line (\d+)$/.exec(place) ?? [];
  return number === undefined ? place : m.line_number({ number });
}
