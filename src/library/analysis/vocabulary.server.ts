import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** `words`: one word or two adjacent ones, to look for in a text. `tag`: the tag they give the item. */
const term = z.union([
  z.string().transform((words) => ({ words, tag: words })),
  z.record(z.string(), z.string()).transform((pair) => {
    const [words = '', tag = ''] = Object.entries(pair)[0] ?? [];
    return { words, tag };
  }),
]);
const vocabulary = z.record(z.string(), z.array(term));

let loaded: z.output<typeof vocabulary> | undefined;

/** The terms of `vocabulary.yaml` by category, read on first use. */
export function getVocabulary() {
  loaded ??= vocabulary.parse(parse(readFileSync(new URL('vocabulary.yaml', import.meta.url), 'utf8')));
  return loaded;
}
