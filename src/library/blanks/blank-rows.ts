import { type BlankDefinition, blankDefinition } from './public/blank-fields.ts';
import { readBlanks } from './public/blanks.ts';
import { blankKey, parseBlanks } from './public/parse.ts';

/** A name in the editor, with the author's definition, or a default one if there is none. */
export type BlankRow = {
  key: string;
  definition: BlankDefinition;
  /** The default given in the text. */
  inlineDefault: string;
  isOnlyInCode: boolean;
};

/** All names in this text that are or could be blanks: the blanks in order, then the names that are left as text. */
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

/** The definitions to save. Definitions of names that are no longer in the text are dropped. */
export const definitionsOf = (rows: readonly BlankRow[]): BlankDefinition[] =>
  rows.map((row) => row.definition);
