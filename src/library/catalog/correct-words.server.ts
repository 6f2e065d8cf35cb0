// Contains letters of other alphabets. cspell:disable
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { type SearchedTable, searchCondition } from './search-conditions.server.ts';
import { readTerms, type Term } from './search-terms.ts';

/** Shorter words have too many neighbors, and longer ones take too long. */
const length = { min: 4, max: 24 };
const maxCorrected = 3;
/** The letters to try, for scripts with a small alphabet. */
const alphabets = [
  { script: /^[a-z]+$/, letters: 'abcdefghijklmnopqrstuvwxyz' },
  { script: /^\p{Script=Cyrillic}+$/u, letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґўћђјљњџ' },
  { script: /^\p{Script=Greek}+$/u, letters: 'αβγδεζηθικλμνξοπρστυφχψω' },
];

/** All words that differ by one letter added, removed or replaced, or by two letters swapped. */
export function neighborsOf(word: string): string[] {
  const letters = [...(alphabets.find(({ script }) => script.test(word))?.letters ?? '')];
  const all = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      all.add(before + letter + rest);
      if (rest) all.add(before + letter + rest.slice(1));
    }
    if (rest) all.add(before + rest.slice(1));
    if (rest.length > 1) all.add(`${before}${rest[1]}${rest[0]}${rest.slice(2)}`);
  }
  all.delete(word);
  return letters.length > 0 ? [...all] : [];
}

/** Whether a word of a search can be corrected. */
const isCorrectable = ({ text }: Term) =>
  text.length >= length.min && text.length <= length.max && neighborsOf(text.slice(0, 1)).length > 0;

/**
 * Corrects the misspelled words of a search, those that no published item has: each becomes the most frequent word one
 * letter away. Only for searches without results. `isNarrowed`: filters are set, too.
 * @returns undefined if there is nothing to correct
 */
export async function correctQuestion(
  db: Database,
  table: SearchedTable,
  q: string,
  isNarrowed: boolean,
): Promise<string | undefined> {
  const terms = readTerms(q);
  // Skip a single word already known to match nothing.
  const isUnknown = terms.length === 1 && !isNarrowed;
  const corrected: string[] = [];
  let changes = 0;
  for (const term of terms) {
    if (changes >= maxCorrected || !isCorrectable(term) || (!isUnknown && (await isKnown(db, table, term)))) {
      corrected.push(term.text);
      continue;
    }
    const word = await mostFrequent(db, table, neighborsOf(term.text));
    if (word === undefined) return undefined;
    corrected.push(word);
    changes += 1;
  }
  return changes > 0 ? corrected.join(' ') : undefined;
}

async function isKnown(db: Database, table: SearchedTable, term: Term): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)}
    where status = 'published' and ${searchCondition(table, [term])} limit 1`.execute(db);
  return rows.length > 0;
}

async function mostFrequent(
  db: Database,
  table: SearchedTable,
  words: string[],
): Promise<string | undefined> {
  const find =
    table === 'prompts'
      ? sql<{ word: string | null }>`select frequent_word_of_prompts(${words}::text[]) as word`
      : sql<{ word: string | null }>`select frequent_word_of_playbooks(${words}::text[]) as word`;
  const { rows } = await find.execute(db);
  return rows[0]?.word ?? undefined;
}
