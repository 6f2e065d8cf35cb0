import { performance } from 'node:perf_hooks';
import { describePrompt } from '#library/analysis/public/describe.server.ts';
import { readSource } from '#library/import/sources.server.ts';

/**
 * Measures the local analysis on prompts that people have written and titled: how often its title shares the main noun with the real one,
 * how many categories it uses and how evenly, and what it costs. `node bench/analysis.ts prompts.csv`
 */

/** Words that don't name a thing. */
const empty = new Set(
  'a an and as at by for from in into of on or the to with your you my act like best new using use based ai prompt chatgpt gpt'.split(
    ' ',
  ),
);
/** Strips inflections from a word. */
const stem = (word: string) =>
  word
    .toLowerCase()
    .replace(/(ies|ied)$/, 'y')
    .replace(/(ing|ers|er|ors|or|ed|es|s|e)$/, '');
const words = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !empty.has(word) && word.length > 2);
/** The last word that names a thing: "Senior Frontend Developer" is about a developer. */
const mainNoun = (title: string) => stem(words(title.split(/[(:,–—-]/)[0] ?? title).at(-1) ?? '');

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const file = process.argv[2];
if (!file) throw new Error('Which file? node bench/analysis.ts prompts.csv');
const { rows } = await readSource(file);
const prompts = rows.flatMap((row) => (row.kind === 'prompt' ? [{ title: '', ...row.record }] : []));

const times: number[] = [];
const categories = new Map<string, number>();
const difficulties = new Map<string, number>();
let sharedNoun = 0;
let sharedWord = 0;
let untagged = 0;
for (const { title, prompt_body, prompt_type } of prompts) {
  const started = performance.now();
  const described = describePrompt({ prompt_body, prompt_type: prompt_type ?? 'Text' });
  times.push(performance.now() - started);
  const found = new Set(words(described.title).map(stem));
  if (found.has(mainNoun(title))) sharedNoun += 1;
  if (words(title).some((word) => found.has(stem(word)))) sharedWord += 1;
  if (described.tags.length === 0) untagged += 1;
  categories.set(described.category, (categories.get(described.category) ?? 0) + 1);
  difficulties.set(described.difficulty, (difficulties.get(described.difficulty) ?? 0) + 1);
}

const shares = [...categories.values()].map((count) => count / prompts.length);
const entropy = -shares.reduce((sum, share) => sum + share * Math.log(share), 0);
const sorted = times.toSorted((one, other) => one - other);
const longest = prompts.toSorted((one, other) => other.prompt_body.length - one.prompt_body.length)[0];
const started = performance.now();
if (longest) describePrompt({ prompt_body: longest.prompt_body, prompt_type: 'Text' });
const longestTime = performance.now() - started;
const list = (counts: Map<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

process.stdout.write(
  `${[
    `prompts                              ${prompts.length}`,
    `title shares the real one's main noun ${percent(sharedNoun, prompts.length)}`,
    `title shares any word with it        ${percent(sharedWord, prompts.length)}`,
    `categories used                      ${categories.size}: ${list(categories)}`,
    `evenness (1: all the same size)      ${(entropy / Math.log(Math.max(2, categories.size))).toFixed(2)}`,
    `difficulties                         ${list(difficulties)}`,
    `without a tag                        ${percent(untagged, prompts.length)}`,
    `ms a prompt                          p50 ${percentile(sorted, 0.5).toFixed(2)}, p99 ${percentile(sorted, 0.99).toFixed(2)}, worst ${(sorted.at(-1) ?? 0).toFixed(2)}`,
    `the longest (${longest?.prompt_body.length} characters)         ${longestTime.toFixed(2)} ms`,
  ].join('\n')}\n`,
);
