import { LRUCache } from 'lru-cache';
import type { BlankDefinition } from './blank-fields.ts';
import { type Blank, readBlanks } from './blanks.ts';

/** Limits the cache, in characters of the texts. */
const keptCharacters = 8_000_000;

/** Caches the blanks of texts that are read often: each text is parsed once, until it changes. */
export function createKnownBlanks() {
  type Known = { body: string; definitions: string; blanks: readonly Blank[] };
  const known = new LRUCache<string, Known>({
    maxSize: keptCharacters,
    sizeCalculation: ({ body, definitions }) => body.length + definitions.length + 1,
  });
  return (id: string, body: string, given: readonly BlankDefinition[]): Blank[] => {
    const definitions = JSON.stringify(given);
    let found = known.get(id);
    if (found?.body !== body || found.definitions !== definitions) {
      found = { body, definitions, blanks: readBlanks(body, given).blanks };
      known.set(id, found);
    }
    return [...found.blanks];
  };
}
