import { type difficulties, limits, type promptTypes } from '#constants';
import { vocabulary } from '../vocabulary.ts';

type Known = {
  title?: string | undefined;
  prompt_body: string;
  prompt_type: (typeof promptTypes)[number];
};
/** What can be said of a prompt by its text alone. */
export type Description = {
  title: string;
  description: string;
  category: string;
  difficulty: (typeof difficulties)[number];
  tags: string[];
};

const fallbackCategory = 'General';
const readCharacters = 20_000;
const tagCount = 5;
const titleLength = 70;
const titleWeight = 4;

/**
 * Title, description, category, difficulty and tags of a prompt, from its text alone: no model, no network, the
 * same answer every time. The description never repeats more than a small part of the body, which not everybody
 * may read: it names the role, the blanks to fill in and the topics.
 */
export function describePrompt(known: Known): Description {
  const text = known.prompt_body.slice(0, readCharacters);
  const title = known.title || titleOf(text, known.prompt_type);
  const topics = rankTopics(title, text);
  const category = topics.category ?? (known.prompt_type === 'Image' ? 'Image & Design' : fallbackCategory);
  return {
    title: title.slice(0, limits.title),
    description: describe(text, topics.tags, known.prompt_type),
    category,
    difficulty: difficultyOf(known.prompt_body),
    tags: topics.tags,
  };
}

type Term = { words: string; tag: string };
const categories = Object.entries(vocabulary).map(([name, entries]) => ({
  name,
  terms: entries.map((entry): Term => {
    const [words = '', tag = words] = entry.split(': ');
    return { words, tag };
  }),
}));

/** How often each word, and each pair of neighbouring words, stands in a text. */
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
  for (const { name, terms } of categories) {
    let weight = 0;
    for (const { words, tag } of terms) {
      const inBoth = Math.log2(1 + (inText.get(words) ?? 0)) + titleWeight * (inTitle.get(words) ?? 0);
      const strength = words.includes(' ') ? 2 * inBoth : inBoth;
      if (strength === 0) continue;
      weight += strength;
      tagWeights.set(tag, Math.max(tagWeights.get(tag) ?? 0, strength));
    }
    if (weight > (best?.weight ?? 0.99)) best = { name, weight };
  }
  const tags = [...tagWeights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([tag]) => tag);
  // "contract" says nothing beside "smart contract".
  const telling = tags.filter(
    (tag) => !tags.some((other) => other !== tag && other.split(' ').includes(tag)),
  );
  return { category: best?.name, tags: telling.slice(0, tagCount) };
}

/** "I want you to act as a travel guide." has the role "travel guide". */
const rolePattern =
  /\b(?:act(?:ing)? as|you are(?: now)?|you're|role:|pretend to be|imagine you are|behave like|become)\s+(?:an?\s+|the\s+|my\s+)?((?:[\p{L}\p{N}&/+#'’-]+\s?){1,6})/iu;
const roleEnd =
  /\s(?:who|that|which|with|and|for|to|in|of|on|at|whose|tasked|specializ\w+|specialis\w+|responsible|i|you|your|from|by|is|will|as|experienced in)\s.*$/iu;

function roleOf(text: string): string | undefined {
  const role = rolePattern.exec(text.slice(0, 2_000))?.[1]?.replace(roleEnd, '').trim();
  return role && role.length > 2 && role.length <= 60 ? role : undefined;
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titleCase = (text: string) =>
  text
    .split(/\s+/)
    .map((word) =>
      /^(and|or|of|the|a|an|in|for|to|with)$/i.test(word) ? word.toLowerCase() : capitalise(word),
    )
    .join(' ');

/** The name that the text gives itself: in its front matter, on a line of its own, as a value. */
function ownNameOf(text: string): string | undefined {
  const head = text.slice(0, 1_000);
  const name =
    /^---\s*\n(?:.*\n){0,5}?name:\s*["']?([\w -]{3,70}?)["']?\s*$/im
      .exec(head)?.[1]
      ?.replaceAll(/[-_]+/g, ' ') ??
    /^[\s#*]*(?:prompt )?(?:title|name)[*\s]*:[*\s]*["']?([^"'\n{[]{3,90})/im.exec(head)?.[1] ??
    /(?<!\w)["']title["']\s*:\s*["'](.{3,70}?)["']/i.exec(head)?.[1];
  return name && titleCase(shorten(clean(name), titleLength));
}

function titleOf(text: string, type: Known['prompt_type']): string {
  const own = ownNameOf(text);
  if (own) return capitalise(own);
  const named =
    /^\s*#{1,3}\s+(?:role:|prompt:|title:)?\s*(.+)$/im.exec(text.slice(0, 1_000))?.[1] ??
    /(?<!\w)["']?(?:name|role|subject)["']?\s*[:=]\s*["'](.{3,70}?)["']/i.exec(text.slice(0, 1_000))?.[1];
  const role = roleOf(text);
  if (role) return capitalise(titleCase(role));
  if (named) return shorten(clean(named), titleLength);
  if (/^\s*[{[]/.test(text)) {
    const { tags } = rankTopics('', text);
    return `${capitalise(tags.slice(0, 2).join(' and ') || type)} prompt`;
  }
  const sentence = clean(text).split(/(?<=[.!?:])\s/)[0] ?? '';
  const task = sentence
    .replace(
      /^(?:please|could you|can you|i want you to|i need you to|your task is to|help me(?: to)?)\s+/i,
      '',
    )
    .replace(/[.:!?,;]+$/, '');
  return capitalise(shorten(task, titleLength)) || 'Untitled prompt';
}

/** Text without markdown's and templates' signs, on one line. */
const clean = (text: string) =>
  text
    .replaceAll(/[`*_#>{}[\]"|\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** The blanks of a template: `${topic}`, `${topic:default}`, `{{topic}}`, `[TOPIC]`. */
function blanksOf(text: string): string[] {
  const found = text.matchAll(
    /\$\{([\w .-]{2,30})(?::[^}]*)?\}|\{\{\s*([\w .-]{2,30})\s*\}\}|\[([A-Za-z][\w .-]{2,29})\](?!\()/g,
  );
  const names = [...found].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, ' ').trim(),
  );
  return [...new Set(names.map((name) => name.toLowerCase()))].filter(Boolean).slice(0, 4);
}

const kinds: Record<Known['prompt_type'], string> = {
  Text: 'A prompt',
  Image: 'An image prompt',
  Audio: 'An audio prompt',
  Video: 'A video prompt',
  Agent: 'Instructions for an agent',
};

function describe(text: string, tags: string[], type: Known['prompt_type']): string {
  const role = roleOf(text);
  const blanks = blanksOf(text);
  const said = `${role} ${blanks.join(' ')}`.toLowerCase();
  const about = tags.filter((tag) => !said.includes(tag)).slice(0, 3);
  const first = role ? `Has the model take the part of ${withArticle(role)}.` : undefined;
  const topics =
    about.length > 0 ? `${first ? 'Covers' : `${kinds[type]} about`} ${joined(about)}.` : undefined;
  const fill = blanks.length > 0 ? `You fill in: ${blanks.join(', ')}.` : undefined;
  const sentences = [first, topics, fill].filter(Boolean).join(' ');
  return shorten(sentences || `${kinds[type]} that is ready to copy.`, 200);
}

const joined = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const withArticle = (role: string) => `${/^(?:[aeio]|[rlmnsfh]\s)/i.test(role) ? 'an' : 'a'} ${role}`;

/** Long prompts and those with parts of their own ask for more experience. */
function difficultyOf(body: string): Description['difficulty'] {
  const parts = (body.match(/^\s*(?:#{1,4}\s|\d+[.)]\s|[-*]\s|<\w+>)/gm) ?? []).length;
  const weight = body.length / 1_000 + parts / 6 + blanksOf(body).length / 3;
  if (weight < 1.2) return 'beginner';
  return weight < 4.5 ? 'intermediate' : 'advanced';
}
