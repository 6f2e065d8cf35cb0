import * as m from '../words/messages.ts';
import type { BlankDefinition } from './blank-fields.ts';
import { labelOf } from './blanks.ts';

export const kindLabels = {
  line: m.one_line,
  text: m.long_text,
  number: m.number,
  choice: m.choice,
} satisfies Record<BlankDefinition['kind'], () => string>;

export const blankLabel = ({ label, name }: BlankDefinition) => label || labelOf(name);

/** "Long text, optional". */
export const kindLabel = ({ kind, required }: BlankDefinition) =>
  required ? kindLabels[kind]() : m.kind_optional({ kind: kindLabels[kind]() });

/** Definitions as text, with everything in which two can differ. */
export const blanksText = (blanks: readonly BlankDefinition[]) =>
  blanks
    .map((blank) =>
      [
        `${blankLabel(blank)} (${blank.name}): ${kindLabel(blank)}`,
        blank.help && `${m.help()}: ${blank.help}`,
        blank.options.length > 0 && `${m.options()}: ${blank.options.join(', ')}`,
        blank.default && `${m.default_it()}: ${blank.default}`,
        blank.scope === 'everywhere' && m.also_in_code_blocks(),
        blank.scope === 'nowhere' && m.left_as_text(),
      ]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n') || m.none_found();
