import { type blankScopes, limits } from '#constants';

/**
 * The only parser for blanks, used by the server and the browser. A blank is `{{name}}`, `{{name:default}}`, `${name}`,
 * `${name:default}` or `[NAME]`. A backslash before it makes it plain text. docs/decisions/0049-blanks.md has the rules
 * and the reasons.
 */

/** A piece of a text. Joining the `raw` of all pieces gives the text, byte for byte. */
export type Piece =
  | { kind: 'text'; raw: string }
  /** An escaped blank: `text` is what a finished prompt shows, without the backslash. */
  | { kind: 'escape'; raw: string; text: string }
  | { kind: 'blank'; raw: string; key: string; name: string; default: string };

export type BlankScope = (typeof blankScopes)[number];

/** The scope of a key; undefined means `text`. */
export type ScopeOf = (key: string) => BlankScope | undefined;

/** Also accepts no-break spaces, thin ones, and the wide space of Chinese and Japanese. */
const space = String.raw` \u00a0\u2009\u202f\u3000`;
/** Persian and Indic words contain joiners. */
const name = String.raw`(?=[^{}:\n]*\p{L})[\t${space}]*[\p{L}\p{N}_][\p{L}\p{M}\p{N}_${space}\u200c\u200d\-/&'’]{0,${limits.blankName - 1}}`;
const withDefault = String.raw`(${name})(?::([^{}\n]*))?`;
/** Parts never match their own opening characters, which keeps matching linear for any input. */
const blank = new RegExp(
  String.raw`\{\{${withDefault}\}\}|\$\{${withDefault}\}|(?<![[\]])\[([\p{Lu}\p{N}][\p{Lu}\p{M}\p{N}_${space}\-/&'’]{1,${limits.blankName - 1}})\](?![([\]])`,
  'gu',
);
/** "[YYYY-MM-DD]" is a date format, not a blank. */
const dateForm = /^[YMDHS\d\s_/-]+$/;
const twoCapitals = /\p{Lu}.*\p{Lu}/u;
/** `[NAME]: https://…` at the start of a line defines a link. */
const linkTarget = /^\](?::[ \t]*(?:<|https?:|mailto:|www\.|[/#]))/;

/** `companyName`, `company_name` and `COMPANY NAME` are one blank: `company name`. */
export function blankKey(name: string): string {
  return name
    .replaceAll(/[\u200c\u200d]/g, '')
    .normalize('NFC')
    .replaceAll(/(\p{Ll}|\p{N})(?=\p{Changes_When_Lowercased})/gu, '$1 ')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

/** The maximum number of different spellings considered in a text; any others are plain text. */
const maxSpellings = 10 * limits.blanks;

/** Splits a text into pieces, in linear time. */
export function parseBlanks(text: string, scopeOf: ScopeOf = () => undefined): Piece[] {
  const pieces: Piece[] = [];
  const isCode = codeFinder(text);
  const keys = new Map<string, string>();
  let end = 0;
  let places = 0;
  const addText = (until: number) => {
    if (until > end) pieces.push({ kind: 'text', raw: text.slice(end, until) });
  };
  for (const match of text.matchAll(blank)) {
    // Count before looking at scopes, so that parsing again with other scopes finds the same blanks.
    places += 1;
    if (places > limits.blankPlaces) break;
    const found = (match[1] ?? match[3] ?? match[5] ?? '').trim();
    const known = keys.get(found);
    if (known === undefined && keys.size >= maxSpellings) continue;
    const key = known ?? blankKey(found);
    keys.set(found, key);
    if (key === '' || (match[5] !== undefined && !isCapitalName(text, match.index, match[5]))) continue;
    const scope = scopeOf(key) ?? 'text';
    if (scope === 'nowhere' || (scope === 'text' && isCode(match.index))) continue;
    const raw = match[0];
    if (isEscaped(text, match.index)) {
      addText(match.index - 1);
      pieces.push({ kind: 'escape', raw: `\\${raw}`, text: raw });
    } else {
      addText(match.index);
      pieces.push({ kind: 'blank', raw, key, name: found, default: (match[2] ?? match[4] ?? '').trim() });
    }
    end = match.index + raw.length;
  }
  addText(text.length);
  return pieces;
}

function isCapitalName(text: string, index: number, found: string): boolean {
  if (!twoCapitals.test(found) || dateForm.test(found)) return false;
  const isLineStart = /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, index - 4), index));
  return !(isLineStart && linkTarget.test(text.slice(index + found.length + 1, index + found.length + 100)));
}

/** Whether an odd number of backslashes comes before it; in pairs, they are plain text. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

/** Returns a function that tells whether a position is in a fenced code block. Call it with ascending positions only. */
function codeFinder(text: string): (index: number) => boolean {
  const fences = text.matchAll(/^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})(.*)$/gm);
  let isOpen = false;
  let fence = '';
  let next = fences.next();
  return (index) => {
    for (; !next.done && next.value.index < index; next = fences.next()) {
      const [, marks = '', rest = ''] = next.value;
      if (!isOpen) {
        // An opening backtick fence has no other backticks on its line; otherwise it is inline code.
        if (marks.startsWith('`') && rest.includes('`')) continue;
        fence = marks;
        isOpen = true;
      } else if (marks[0] === fence[0] && marks.length >= fence.length && rest.trim() === '') isOpen = false;
    }
    return isOpen;
  };
}

/** The number of characters of the finished text, which can be many times those of the text and its values. */
export const filledLength = (
  pieces: readonly Piece[],
  valueFor: (key: string) => string | undefined,
): number => pieces.reduce((length, piece) => length + filledPiece(piece, valueFor).length, 0);

/**
 * The finished text: each blank is replaced with its value, else its default, else left as written. A blank within a
 * value is not filled in.
 */
export const fillBlanks = (pieces: readonly Piece[], valueFor: (key: string) => string | undefined): string =>
  pieces.map((piece) => filledPiece(piece, valueFor)).join('');

function filledPiece(piece: Piece, valueFor: (key: string) => string | undefined): string {
  if (piece.kind === 'text') return piece.raw;
  return piece.kind === 'escape' ? piece.text : (valueFor(piece.key) ?? piece.raw);
}
