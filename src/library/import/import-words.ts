import type { ImportItem, ImportRow } from './imports.contract.ts';
import * as m from './words/messages.ts';

const states: Record<ImportItem['state'], () => string> = {
  checking: m.checking,
  checked: m.not_imported_yet,
  importing: m.importing,
  done: m.imported,
  undoing: m.undoing,
  undone: m.restored,
  failed: m.failed,
};
/** With a problem, the columns of a checked file have to be chosen first. */
export const stateLabel = ({ state, problem }: Pick<ImportItem, 'state' | 'problem'>) =>
  state === 'checked' && problem !== null ? m.not_ready_yet() : states[state]();

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
