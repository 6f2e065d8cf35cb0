import { type BlankDefinition, blankDefinition } from './public/blank-fields.ts';
import { readBlanks } from './public/blanks.ts';
import { blankKey, parseBlanks } from './public/parse.ts';

/** A name in the editor: what the author has said about it so far, and defaults for what they left out. */
export type BlankRow = {
  key: string;
  definition: BlankDefinition;
  /** The default that the text itself gives. */
  inlineDefault: string;
  isOnlyInCode: boolean;
};

/** Every name that is, or could be, a blank of this text: blanks in their order, then what is left as text. */
export function blankRows(body: string, definitions: readonly BlankDefinition[]) {
  const said = new Map(definitions.map((definition) => [blankKey(definition.name), definition]));
  const inText = new Set(parseBlanks(body).flatMap((piece) => (piece.kind === 'blank' ? piece.key : [])));
  const rows = new Map<string, BlankRow>();
  for (const piece of parseBlanks(body, () => 'everywhere')) {
    if (piece.kind !== 'blank') continue;
    const before = rows.get(piece.key);
    if (before) before.inlineDefault ||= piece.default;
    else
      rows.set(piece.key, {
        key: piece.key,
        definition: said.get(piece.key) ?? blankDefinition.parse({ name: piece.name }),
        inlineDefault: piece.default,
        isOnlyInCode: !inText.has(piece.key),
      });
  }
  const blanks = readBlanks(body, definitions).blanks.flatMap(({ name }) => rows.get(blankKey(name)) ?? []);
  const isBlank = new Set(blanks.map(({ key }) => key));
  return { blanks, leftAsText: [...rows.values()].filter(({ key }) => !isBlank.has(key)) };
}

/** The definitions to save. Those of names that are no longer in the text are dropped. */
export const definitionsOf = (rows: readonly BlankRow[]): BlankDefinition[] =>
  rows.map((row) => row.definition);
