import { type difficulties, limits, type promptTypes } from '#constants';
import { cutText, wholeWords } from '#platform/text/cut-text.ts';
import { withLineFeeds } from '#platform/text/line-ends.ts';
import { placeholdersOf, roleOf, summaryOf } from '../summary.server.ts';
import { getVocabulary } from '../vocabulary.server.ts';

type Prompt = {
  title?: string | undefined;
  prompt_body: string;
  prompt_type: (typeof promptTypes)[number];
};
export type Description = {
  title: string;
  description: string;
  category: string;
  difficulty: (typeof difficulties)[number];
  tags: string[];
};

const fallbackCategory = 'General';
const maxCharacters = 20_000;
const maxTags = 5;
const maxTitleLength = 70;
const titleWeight = 4;
const descriptionLength = 200;

/**
 * Derives title, description, category, difficulty and tags from a prompt's text: no model, no network, always the same
 * result. The description names only the role, the placeholders and the topics, because not everyone who sees it can read
 * the body.
 */
export function describePrompt(prompt: Prompt): Description {
  const body = withLineFeeds(prompt.prompt_body);
  const text = cutText(body, maxCharacters);
  const title = prompt.title || titleOf(text, prompt.prompt_type);
  const topics = rankTopics(title, text);
  const category = topics.category ?? (prompt.prompt_type === 'Image' ? 'Image & Design' : fallbackCategory);
  return {
    title: cutText(title, limits.title),
    description: shorten(summaryOf(text, topics.tags, prompt.prompt_type), descriptionLength),
    category,
    difficulty: difficultyOf(text, body.length),
    tags: topics.tags,
  };
}

/** How often each word, and each pair of adjacent words, occurs in a text. */
function countWords(text: string): Map<string, number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  words.forEach((word, index) => {
    add(word);
    const next = words[index + 1];
    if (next) add(`${word} ${next}`);
  });
  return counts;
}

function rankTopics(title: string, text: string): { category: string | undefined; tags: string[] } {
  const inTitle = countWords(title);
  const inText = countWords(text);
  const tagWeights = new Map<string, number>();
  let best: { name: string; weight: number } | undefined;
  for (const [name, terms] of Object.entries(getVocabulary())) {
    let weight = 0;
    for (const { words, tag } of terms) {
      const score = Math.log2(1 + (inText.get(words) ?? 0)) + titleWeight * (inTitle.get(words) ?? 0);
      const strength = words.includes(' ') ? 2 * score : score;
      if (strength === 0) continue;
      weight += strength;
      tagWeights.set(tag, Math.max(tagWeights.get(tag) ?? 0, strength));
    }
    if (weight > (best?.weight ?? 0.99)) best = { name, weight };
  }
  const tags = [...tagWeights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([tag]) => tag);
  // "contract" adds nothing to "smart contract".
  const specific = tags.filter(
    (tag) => !tags.some((other) => other !== tag && other.split(' ').includes(tag)),
  );
  return { category: best?.name, tags: specific.slice(0, maxTags) };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titleCase = (text: string) =>
  text
    .split(/\s+/)
    .map((word) =>
      /^(and|or|of|the|a|an|in|for|to|with)$/i.test(word) ? word.toLowerCase() : capitalize(word),
    )
    .join(' ');

/** The title that a text states: in its front matter, on a line of its own, or as a JSON value. */
function ownNameOf(text: string): string | undefined {
  const head = cutText(text, 1_000);
  const name =
    /^---\s*\n(?:.*\n){0,5}?name:\s*["']?([\w -]{3,70}?)["']?\s*$/im
      .exec(head)?.[1]
      ?.replaceAll(/[-_]+/g, ' ') ??
    /^[\s#*]*(?:prompt )?(?:title|name)[*\s]*:[*\s]*["']?([^"'\n{[]{3,90})/im.exec(head)?.[1] ??
    /(?<!\w)["']title["']\s*:\s*["'](.{3,70}?)["']/i.exec(head)?.[1];
  return name && titleCase(shorten(clean(name), maxTitleLength));
}

function titleOf(text: string, type: Prompt['prompt_type']): string {
  const own = ownNameOf(text);
  if (own) return capitalize(own);
  const head = cutText(text, 1_000);
  const named =
    /^\s*#{1,3}\s+(?:role:|prompt:|title:)?\s*(.+)$/im.exec(head)?.[1] ??
    /(?<!\w)["']?(?:name|role|subject)["']?\s*[:=]\s*["'](.{3,70}?)["']/i.exec(head)?.[1];
  const role = roleOf(text)?.name;
  if (role) return capitalize(titleCase(role));
  const heading = clean(named ?? '');
  if (heading) return shorten(heading, maxTitleLength);
  if (/^\s*[{[]/.test(text)) {
    const { tags } = rankTopics('', text);
    return `${capitalize(tags.slice(0, 2).join(' and ') || type)} prompt`;
  }
  const sentence =
    clean(text)
      .slice(0, 1_000)
      .split(/(?<=[.!?:])\s/)[0] ?? '';
  const task = sentence
    .replace(
      /^(?:please|could you|can you|i want you to|i need you to|your task is to|help me(?: to)?)\s+/i,
      '',
    )
    .replace(/[.:!?,;]+$/, '');
  return capitalize(shorten(task, maxTitleLength)) || 'Untitled prompt';
}

/** The text on one line, without Markdown and template syntax. */
const clean = (text: string) =>
  text
    .replaceAll(/[`*_#>{}[\]"|\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${wholeWords(cutText(text, max)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** The start of a section. Spaces end at every end of a line, so that many blank lines don't take long. */
const part = /^[^\S\n\r\u2028\u2029]*(?:#{1,4}\s|\d+[.)]\s|[-*]\s|<\w+>)/gm;

/** Long prompts and prompts with many sections take more experience to use. */
function difficultyOf(text: string, length: number): Description['difficulty'] {
  const parts = (text.match(part) ?? []).length;
  const weight = length / 1_000 + parts / 6 + placeholdersOf(text).length / 3;
  if (weight < 1.2) return 'beginner';
  return weight < 4.5 ? 'intermediate' : 'advanced';
}
