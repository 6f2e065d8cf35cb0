import type { BlankDefinition } from './blank-fields.ts';
import { type BlankScope, blankKey, type Piece, parseBlanks } from './parse.ts';

/** A blank as its form shows it: what the author has said, else what its name says. `key` is what values are kept under. */
export type Blank = Omit<BlankDefinition, 'scope'> & { key: string };

/** A text with its blanks, each named once: in the author's order, then in the order of the text. */
export type BlankText = { pieces: Piece[]; blanks: Blank[] };

export function readBlanks(text: string, definitions: readonly BlankDefinition[] = []): BlankText {
  const byKey = new Map(definitions.map((definition) => [blankKey(definition.name), definition]));
  const pieces = parseBlanks(text, (key) => byKey.get(key)?.scope);
  const found = new Map<string, Blank>();
  for (const piece of pieces) {
    if (piece.kind !== 'blank') continue;
    const before = found.get(piece.key);
    if (before) before.default ||= piece.default;
    else found.set(piece.key, toBlank(piece.key, piece.name, byKey.get(piece.key), piece.default));
  }
  const ordered = [...byKey.keys()].flatMap((key) => found.get(key) ?? []);
  return { pieces, blanks: [...new Set([...ordered, ...found.values()])] };
}

function toBlank(
  key: string,
  name: string,
  definition: BlankDefinition | undefined,
  inlineDefault: string,
): Blank {
  const { scope: _scope, ...said } = definition ?? undefinedBlank;
  return {
    ...said,
    key,
    name,
    label: said.label || labelOf(name),
    default: said.default || inlineDefault,
  };
}

const undefinedBlank = {
  label: '',
  help: '',
  kind: 'line' as const,
  default: '',
  options: [],
  required: true,
  scope: 'text' as BlankScope,
};

/** "companyName" and "COMPANY_NAME" as "Company name"; a name that is written as words stays. */
export function labelOf(name: string): string {
  const isWords = /\s/.test(name) && name !== name.toUpperCase();
  const words = isWords ? name : blankKey(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Looks values up by name, however it is written: `company_name` for `[COMPANY NAME]`. */
export const valuesByKey = (values: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(values).map(([name, value]) => [blankKey(name), value]));

/** The value of a blank in a finished text; undefined leaves it open. */
export function valuesOf(
  blanks: readonly Blank[],
  values: ReadonlyMap<string, string>,
): (key: string) => string | undefined {
  const defaults = new Map(blanks.map((blank) => [blank.key, blank.default]));
  return (key) => values.get(key) || defaults.get(key) || undefined;
}

/** The blanks that would stay in the text as they are. */
export const openBlanks = (blanks: readonly Blank[], values: ReadonlyMap<string, string>): Blank[] =>
  blanks.filter((blank) => blank.required && !values.get(blank.key) && !blank.default);
