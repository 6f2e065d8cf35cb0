import { limits } from '#constants';
import type { BlankDefinition } from './blank-fields.ts';
import { isOpen } from './open-line.ts';
import { blankKey, type Piece, parseBlanks, type ScopeOf } from './parse.ts';

/** A blank as its form shows it: as its author has defined it, with defaults derived from its name. */
export type Blank = BlankDefinition;

/** A text and its blanks, each listed once: first in the author's order, then in order of appearance. */
export type BlankText = { pieces: Piece[]; blanks: Blank[] };

/** Returns at most `limits.blanks` blanks, those defined by the author first. Any others stay plain text. */
export function readBlanks(text: string, definitions: readonly BlankDefinition[] = []): BlankText {
  const byKey = byKeyOf(definitions);
  const scopeOf: ScopeOf = (key) => byKey.get(key)?.scope;
  const pieces = parseBlanks(text, scopeOf);
  const all = blanksOf(pieces, byKey);
  if (all.length <= limits.blanks) return { pieces, blanks: all };
  const blanks = all.slice(0, limits.blanks);
  const kept = new Set(blanks.map(({ name }) => blankKey(name)));
  const beyond = new Set(all.map(({ name }) => blankKey(name)).filter((key) => !kept.has(key)));
  return { pieces: parseBlanks(text, (key) => (beyond.has(key) ? 'nowhere' : scopeOf(key))), blanks };
}

function blanksOf(pieces: readonly Piece[], byKey: ReadonlyMap<string, BlankDefinition>): Blank[] {
  const found = new Map<string, Blank>();
  for (const piece of pieces) {
    if (piece.kind !== 'blank') continue;
    const before = found.get(piece.key);
    if (before) before.default ||= piece.default;
    else found.set(piece.key, toBlank(piece.name, byKey.get(piece.key), piece.default));
  }
  const ordered = [...byKey.keys()].flatMap((key) => found.get(key) ?? []);
  return [...new Set([...ordered, ...found.values()])];
}

function toBlank(name: string, definition: BlankDefinition | undefined, inlineDefault: string): Blank {
  const said = definition ?? undefinedBlank;
  return {
    ...said,
    name,
    label: said.label || labelOf(name),
    default: said.default || inlineDefault,
  };
}

const byKeyOf = (blanks: readonly BlankDefinition[]) =>
  new Map(blanks.map((blank) => [blankKey(blank.name), blank]));

/** A blank that the author hasn't described. */
const undefinedBlank: Omit<BlankDefinition, 'name'> = {
  label: '',
  help: '',
  kind: 'line',
  default: '',
  options: [],
  required: true,
  scope: 'text',
};

/** Merges the blanks of several texts. If several authors have defined the same name, the first definition wins. */
export function mergeBlanks(lists: readonly (readonly Blank[])[]): Blank[] {
  const merged = new Map<string, Blank>();
  for (const blank of lists.flat()) {
    const key = blankKey(blank.name);
    const before = merged.get(key);
    const said = before && (isDescribed(before) || !isDescribed(blank)) ? before : blank;
    merged.set(key, {
      ...said,
      name: before?.name ?? blank.name,
      default: before?.default || blank.default,
      required: (before?.required ?? false) || blank.required,
    });
  }
  return [...merged.values()];
}

/** The blanks of all steps of a playbook. Blanks with the same name share one definition. */
export const sharedBlanks = (
  steps: readonly { prompts: readonly { blanks: readonly Blank[] }[] }[],
): Blank[] => mergeBlanks(steps.flatMap(({ prompts }) => prompts.map(({ blanks }) => blanks)));

const isDescribed = ({ name, label, help, kind }: Blank) =>
  label !== labelOf(name) || help !== '' || kind !== 'line';

/** Splits a text whose blanks are already known into pieces. */
export function splitAtBlanks(text: string, blanks: readonly Blank[]): Piece[] {
  const byKey = byKeyOf(blanks);
  const pieces = parseBlanks(text, (key) => byKey.get(key)?.scope);
  // A blank marked as text by its author becomes plain text; escaped blanks are not in the list at all.
  const left = new Set(
    pieces.flatMap((piece) => (piece.kind === 'blank' && !byKey.has(piece.key) ? piece.key : [])),
  );
  if (left.size === 0) return pieces;
  return parseBlanks(text, (key) => byKey.get(key)?.scope ?? (left.has(key) ? 'nowhere' : 'text'));
}

/** "companyName" and "COMPANY_NAME" as "Company name". A name that is already written in words is left unchanged. */
export function labelOf(name: string): string {
  const isWords = /\s/.test(name) && name !== name.toUpperCase();
  const words = isWords ? name : blankKey(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Makes values available by key, so that the spelling of the name doesn't matter: `company_name` for `[COMPANY NAME]`. */
export const valuesByKey = (values: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(values).map(([name, value]) => [blankKey(name), value]));

/**
 * Returns a function that gives a blank's value in the finished text: the value filled in, else its default, else an
 * empty string if the blank is optional. Undefined leaves the blank open.
 */
export function valuesOf(
  blanks: readonly Blank[],
  values: ReadonlyMap<string, string>,
): (key: string) => string | undefined {
  const byKey = byKeyOf(blanks);
  return (key) => {
    const blank = byKey.get(key);
    return values.get(key) || blank?.default || (blank?.required === false ? '' : undefined);
  };
}

/** The values in the finished text by their keys, including defaults. Open blanks are left out. */
export const filledValues = (blanks: readonly Blank[], filled: (key: string) => string | undefined) =>
  Object.fromEntries(
    blanks.flatMap(({ name }) => {
      const key = blankKey(name);
      const value = filled(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** The blanks that would appear unfilled in the finished text. */
export const openBlanks = (blanks: readonly Blank[], values: ReadonlyMap<string, string>): Blank[] =>
  blanks.filter((blank) => isOpen(blank, values.get(blankKey(blank.name))));
