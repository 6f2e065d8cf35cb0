import type { promptTypes } from '#constants';

type PromptType = (typeof promptTypes)[number];

/** Finds the role in "I want you to act as a travel guide.": "travel guide". */
const rolePattern =
  /\b(?:act(?:ing)? as|you are(?: now)?|you're|role:|pretend to be|imagine you are|behave like|become)\s+(an?\s+|the\s+|my\s+|your\s+)?((?:[\p{L}\p{N}&/+#'’-]+\s?){1,6})/iu;
const roleEnd =
  /\s(?:who|that|which|with|and|for|to|in|of|on|at|whose|tasked|specializ\w+|specialis\w+|responsible|i|you|your|from|by|is|will|as|experienced in|browsing|using|an?|the)\s.*$/iu;

/** The role that a text assigns to the model. `isNamed`: it is a proper name, which takes no article. */
export function roleOf(text: string): { name: string; isNamed: boolean } | undefined {
  const match = rolePattern.exec(text.slice(0, 2_000));
  const name = match?.[2]?.replace(roleEnd, '').trim();
  if (!name || name.length <= 2 || name.length > 60) return undefined;
  return { name, isNamed: !match?.[1] && /^\p{Lu}\p{Ll}+$/u.test(name) };
}

/**
 * The placeholders of a template: `${topic}`, `${topic:default}`, `{{topic}}`, `[TOPIC]`. Parts of the pattern don't match the
 * characters that begin or surround them, so that no text takes long.
 */
export function placeholdersOf(text: string): string[] {
  const matches = text.matchAll(
    /\$\{([\w .-]{2,30})(?::[^{}]*)?\}|\{\{\s{0,9}([\w.-][\w .-]{1,29})\s{0,9}\}\}|\[([A-Za-z][\w .-]{2,29})\](?!\()/g,
  );
  const names = [...matches].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, ' ').trim(),
  );
  return [...new Set(names.map((name) => name.toLowerCase()))].filter(Boolean).slice(0, 4);
}

/** Tags that say how a prompt is written rather than what it is about. */
const vague = new Set(
  'advice agents ancient aspect_ratio author audio background camera character code color_palette composition csv customer data design document emotional exercise explain financial goals image job language learn lighting manager market medical movie notes photo plan portrait poster pretend product prompt render scientific style text turkish video workflow'
    .split(' ')
    .map((word) => word.replaceAll('_', ' ')),
);
const looks = [
  'photorealistic',
  'cinematic',
  'isometric',
  'vintage',
  'minimalist',
  'watercolor',
  'cartoon',
  'anime',
];

/** Tags are in lowercase; in a sentence, names and acronyms are not. */
const properNames = new Map(
  'Android Angular API Buddha Chinese ChatGPT Claude CSS CEO DevOps DJ Django Docker English French German Git GitHub GPT HTML Instagram iOS Java JavaScript Kubernetes Laravel LinkedIn Linux LLM Midjourney Minecraft PHP Python RAG RPG SEO Solidity Spanish SQL SVG TikTok Turkish Twitter TypeScript Vue YouTube'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** One or two sentences on the purpose of a prompt. Of its text, they reveal only the role, the topics and the blanks. */
export function summaryOf(text: string, tags: string[], type: PromptType): string {
  const role = roleSentenceName(text);
  const blanks = placeholdersOf(text)
    .filter((name) => !/\d{3}/.test(name))
    .map((name) => name.replace(/^(?:insert|your|enter) | here$/g, ''));
  const known = `${role ?? ''} ${blanks.join(' ')}`.toLowerCase();
  const topics = tags
    .filter((tag) => !known.includes(tag) && !vague.has(tag) && !looks.includes(tag))
    .slice(0, 3)
    .map((tag) => tag.replaceAll(/\S+/g, (word) => properNames.get(word) ?? word));
  const choose = (sentences: readonly string[]) => sentences[text.length % sentences.length] ?? '';
  const what =
    type === 'Text' || type === 'Agent'
      ? aboutWork(type, role, topics, choose)
      : aboutMedia(type, text, topics);
  const ask =
    blanks.length > 0
      ? choose([`Fill in the ${joined(blanks)}.`, `Just add the ${joined(blanks)}.`])
      : undefined;
  const isJson = /^\s*[{[]\s*"/.test(text)
    ? 'Every detail has its own line, so it is easy to adapt.'
    : undefined;
  return [what, ask ?? isJson].filter(Boolean).join(' ');
}

function aboutWork(
  type: 'Text' | 'Agent',
  role: string | undefined,
  topics: string[],
  choose: (sentences: readonly string[]) => string,
): string {
  const about = joined(topics);
  if (type === 'Agent')
    return topics.length > 0
      ? `Instructions for an agent that takes care of ${about}.`
      : 'Instructions for an agent.';
  if (role)
    return topics.length > 0
      ? choose([
          `Work with ${role} on ${about}.`,
          `Ask ${role} about ${about}.`,
          `Get help with ${about} from ${role}.`,
        ])
      : choose([`Work with ${role}.`, `Get help from ${role}.`]);
  return topics.length > 0
    ? choose([
        `Helps you with ${about}.`,
        `Get more done with ${about}.`,
        `For anything to do with ${about}.`,
      ])
    : 'A prompt that is ready to use.';
}

const media = { Image: 'image', Audio: 'piece of audio', Video: 'video' } as const;

function aboutMedia(type: keyof typeof media, text: string, topics: string[]): string {
  const start = text.slice(0, 4_000).toLowerCase();
  const look = looks.find((name) => start.includes(name));
  const thing = withArticle(look ? `${look} ${media[type]}` : media[type]);
  return topics.length > 0 ? `Makes ${thing} about ${joined(topics)}.` : `Makes ${thing}.`;
}

/** Ignores a capitalized role that also appears in lowercase, since it isn't a name. */
function roleSentenceName(text: string): string | undefined {
  const role = roleOf(text);
  if (!role || /^(?:any|all|act|able|given|not|going|about|here|provided|part)\b/i.test(role.name))
    return undefined;
  const rest = text.slice(0, 6_000);
  const name = role.name
    .split(/\s+/)
    .map((word) => {
      const small = word.toLowerCase();
      const isAcronym = /\p{Lu}.*\p{Lu}/u.test(word);
      return isAcronym || !(commonRoleWord.test(small) || rest.includes(` ${small} `)) ? word : small;
    })
    .join(' ')
    .replace(
      /^(?:an? |the )?(?:highly |very |most )?(?:experienced|skilled|seasoned|professional|world-class) /i,
      '',
    );
  return role.isNamed ? name : withArticle(name);
}

const commonRoleWord =
  /^(?:advisor|adviser|agent|analyst|architect|artist|assistant|coach|consultant|creator|critic|designer|developer|director|doctor|editor|engineer|evaluator|expert|generator|guide|influencer|instructor|interviewer|manager|master|mentor|planner|professional|researcher|reviewer|senior|specialist|strategist|teacher|tester|therapist|translator|trainer|tutor|virtual|writer|full-stack|frontend|backend|software|product|project|paper|stock|market|data|research|selection|design|development|marketing|financial|personal)$/;

const joined = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const withArticle = (name: string) =>
  `${/^(?:[aeio]|(?:[rlmnsfh]|SEO|HR|MBA|LL?M|SQL|UX|UI)\s)/i.test(name) && !/^(?:uni|use|eu|one)/i.test(name) && !/^(?:UX|UI)\s/.test(name) ? 'an' : 'a'} ${name}`;
