import { type difficulties, limits, type promptTypes } from '#constants';
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

/**
 * Derives title, description, category, difficulty and tags from a prompt's text: no model, no network, always the same
 * result. The description names only the role, the placeholders and the topics, because not everyone who sees it can read
 * the body.
 */
export function describePrompt(prompt: Prompt): Description {
  const text = prompt.prompt_body.slice(0, maxCharacters);
  const title = prompt.title || titleOf(text, prompt.prompt_type);
  const topics = rankTopics(title, text);
  const category = topics.category ?? (prompt.prompt_type === 'Image' ? 'Image & Design' : fallbackCategory);
  return {
    title: title.slice(0, limits.title),
    description: describe(text, topics.tags, prompt.prompt_type),
    category,
    difficulty: difficultyOf(prompt.prompt_body),
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

/** "I want you to act as a travel guide." has the role "travel guide". */
const rolePattern =
  /\b(?:act(?:ing)? as|you are(?: now)?|you're|role:|pretend to be|imagine you are|behave like|become)\s+(?:an?\s+|the\s+|my\s+)?((?:[\p{L}\p{N}&/+#'’-]+\s?){1,6})/iu;
const roleEnd =
  /\s(?:who|that|which|with|and|for|to|in|of|on|at|whose|tasked|specializ\w+|specialis\w+|responsible|i|you|your|from|by|is|will|as|experienced in)\s.*$/iu;

function roleOf(text: string): string | undefined {
  const role = rolePattern.exec(text.slice(0, 2_000))?.[1]?.replace(roleEnd, '').trim();
  return role && role.length > 2 && role.length <= 60 ? role : undefined;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titleCase = (text: string) =>
  text
    .split(/\s+/)
    .map((word) =>
      /^(and|or|of|the|a|an|in|for|to|with)$/i.test(word) ? word.toLowerCase() : capitalize(word),
    )
    .join(' ');

/** The name that the text gives itself: in front matter, on a separate line, or as a JSON value. */
function ownNameOf(text: string): string | undefined {
  const head = text.slice(0, 1_000);
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
  const named =
    /^\s*#{1,3}\s+(?:role:|prompt:|title:)?\s*(.+)$/im.exec(text.slice(0, 1_000))?.[1] ??
    /(?<!\w)["']?(?:name|role|subject)["']?\s*[:=]\s*["'](.{3,70}?)["']/i.exec(text.slice(0, 1_000))?.[1];
  const role = roleOf(text);
  if (role) return capitalize(titleCase(role));
  const heading = clean(named ?? '');
  if (heading) return shorten(heading, maxTitleLength);
  if (/^\s*[{[]/.test(text)) {
    const { tags } = rankTopics('', text);
    return `${capitalize(tags.slice(0, 2).join(' and ') || type)} prompt`;
  }
  const sentence = clean(text).split(/(?<=[.!?:])\s/)[0] ?? '';
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
  const cut = text.slice(0, max);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** The placeholders of a template: `${topic}`, `${topic:default}`, `{{topic}}`, `[TOPIC]`. */
function placeholdersOf(text: string): string[] {
  const matches = text.matchAll(
    /\$\{([\w .-]{2,30})(?::[^}]*)?\}|\{\{\s*([\w .-]{2,30})\s*\}\}|\[([A-Za-z][\w .-]{2,29})\](?!\()/g,
  );
  const names = [...matches].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, ' ').trim(),
  );
  return [...new Set(names.map((name) => name.toLowerCase()))].filter(Boolean).slice(0, 4);
}

const kinds: Record<Prompt['prompt_type'], string> = {
  Text: 'A prompt',
  Image: 'An image prompt',
  Audio: 'An audio prompt',
  Video: 'A video prompt',
  Agent: 'Instructions for an agent',
};

function describe(text: string, tags: string[], type: Prompt['prompt_type']): string {
  const role = roleOf(text);
  const placeholders = placeholdersOf(text);
  const covered = `${role} ${placeholders.join(' ')}`.toLowerCase();
  const about = tags.filter((tag) => !covered.includes(tag)).slice(0, 3);
  const first = role ? `Has the model act as ${withArticle(role)}.` : undefined;
  const topics =
    about.length > 0 ? `${first ? 'Covers' : `${kinds[type]} about`} ${joined(about)}.` : undefined;
  const fill = placeholders.length > 0 ? `Fill in: ${placeholders.join(', ')}.` : undefined;
  const sentences = [first, topics, fill].filter(Boolean).join(' ');
  return shorten(sentences || `${kinds[type]} that is ready to copy.`, 200);
}

const joined = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const withArticle = (role: string) => `${/^(?:[aeio]|[rlmnsfh]\s)/i.test(role) ? 'an' : 'a'} ${role}`;

/** Long prompts and prompts with many sections take more experience to use. */
function difficultyOf(body: string): Description['difficulty'] {
  const parts = (body.match(/^\s*(?:#{1,4}\s|\d+[.)]\s|[-*]\s|<\w+>)/gm) ?? []).length;
  const weight = body.length / 1_000 + parts / 6 + placeholdersOf(body).length / 3;
  if (weight < 1.2) return 'beginner';
  return weight < 4.5 ? 'intermediate' : 'advanced';
}
