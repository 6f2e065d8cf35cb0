import type { promptTypes } from '#constants';

type PromptType = (typeof promptTypes)[number];

/** Finds the role in "I want you to act as a travel guide.": "travel guide". */
const rolePattern =
  /\b(?:act(?:ing)? as|you are(?: now)?|you're|role:(?:\s+(?:act as|you are))?|pretend to be|imagine you are|behave like|become)\s+(an?\s+|the\s+|my\s+|your\s+)?["“*]{0,3}((?:[\p{L}\p{N}&/+#'’-]+(?:\.(?:js|net|io)\b)?\s?){1,6})/iu;
const roleEnd =
  /\s(?:who|that|which|with|and|for|to|in|of|on|at|whose|tasked|specializ\w+|specialis(?:ed|ing)|responsible|i|you|your|from|by|is|will|as|experienced in|browsing|using|called|named|known|running|preparing|providing|calling|capable|designed|trained|an?|the)(?:\s.*)?$/iu;

/** The role that a text assigns to the model. `isNamed`: it is a proper name, which takes no article. */
export function roleOf(text: string): { name: string; isNamed: boolean } | undefined {
  const match = rolePattern.exec(text.slice(0, 2_000));
  const name = match?.[2]?.replace(roleEnd, '').trim();
  if (!name || name.length <= 2 || name.length > 60) return undefined;
  return { name, isNamed: !match?.[1] && /^\p{Lu}\p{L}*\p{Ll}\p{L}*$/u.test(name) };
}

/**
 * The placeholders of a template: `${topic}`, `${topic:default}`, `{{topic}}`, `[TOPIC]`, but not `list[int]`. Parts of the pattern don't match the
 * characters that begin or surround them, so that no text takes long.
 */
export function placeholdersOf(text: string): string[] {
  const matches = text.matchAll(
    /\$\{([\w .-]{2,30})(?::[^{}]*)?\}|\{\{\s{0,9}([\w.-][\w .-]{1,29})\s{0,9}\}\}|(?<!\w)\[([A-Za-z][\w .-]{2,29})\](?!\()/g,
  );
  const names = [...matches].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, ' ').trim(),
  );
  return [...new Set(names.map((name) => name.toLowerCase()))].filter(Boolean).slice(0, 4);
}

/** Tags that say how a prompt is written rather than what it is about. */
const vague = new Set(
  'advice agents ancient aspect_ratio assistant audience author audio background camera candidate character coach code color_palette company composition consultant csv customer data date design designer developer doctor document editor emotional exercise expert explain financial friend full_stack function goals guide image job language learn legal lighting manager market medical movie node notes patient photo plan player portrait poster pretend product prompt render scene scientific specialist stakeholders student students style summary teacher text turkish type video viral workflow'
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

/** Tags are in the singular; in a sentence, these are not. */
const countable = new Set(
  'adventure algorithm animation api article blog brand budget campaign chart checklist city commit contract course cover_letter dashboard database dataset decision email exam experiment framework game headline hotel illustration interview itinerary keyword landing_page lesson lesson_plan linkedin_profile llm logo meeting melody museum network outfit paragraph password pet plot poem portfolio puzzle quiz recipe relationship report repository restaurant resume salary schedule smart_contract song startup story storyboard strategy system_prompt template visualization vulnerability web_app'
    .split(' ')
    .map((word) => word.replaceAll('_', ' ')),
);
const pluralOf = (word: string) =>
  word.endsWith('z') ? `${word}zes` : word.replace(/(?<![aeiou])y$/, 'ie').concat('s');

/** Tags are in lowercase; in a sentence, names and acronyms are not. */
const properNames = new Map(
  'Android Angular API Arabic ASCII Azure Blender Buddha Chinese ChatGPT Claude CSS CEO DevOps DJ Django Docker English Excel Flutter French German Git GitHub Golang GPT HTML Instagram iOS Java JavaScript Kubernetes Laravel LinkedIn Linux LLM Midjourney Minecraft PHP Python Quran RAG React RPG Rust SEO Solidity Spanish SQL SVG TikTok Turkish Twitter TypeScript Vue YouTube'
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
    .map((tag) => {
      const words = tag.replaceAll(/\S+/g, (word) => properNames.get(word) ?? word);
      return countable.has(tag) ? pluralOf(words) : words;
    });
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
  if (
    !role ||
    /^(?:any|all|act|able|given|not|going|about|here|provided|part|in|on|at|as|to|if|both|responsible)\b/i.test(
      role.name,
    )
  )
    return undefined;
  // "A Python and SQL expert" ends at "and".
  const isSubject = /\.js$|^\p{Lu}\p{Ll}/u.test(
    properNames.get(role.name.toLowerCase()) ?? role.name.slice(-3),
  );
  if (isSubject && !role.isNamed) return undefined;
  const rest = text.slice(0, 6_000);
  const name = role.name
    .split(/\s+/)
    .map((word) => {
      const small = word.toLowerCase();
      const isAcronym = /\p{Lu}.*\p{Lu}/u.test(word) && !/^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+$/u.test(word);
      const known = properNames.get(small);
      if (known || isAcronym) return known ?? word;
      return commonRoleWord.test(small) || rest.includes(` ${small} `) ? small : word;
    })
    .join(' ')
    .replace(
      /^(?:an? |the )?(?:highly |very |most )?(?:experienced|skilled|seasoned|professional|world-class) /i,
      '',
    );
  return role.isNamed ? name : withArticle(name);
}

// Patterns contain parts of words. cspell:ignore aeiou tion ment ical ture
/** Nouns and adjectives of roles, by their endings or themselves; others may be names. */
const commonRoleWord =
  /^(?:\p{L}{2,}(?:[aeo]r|ist|ing|tion|sion|ment|[ae]nt|[ae]nce|[^i]al|ive|ical|ous|sis|ity|ship|ory|ture|ful)s?|academic|semantic|strategic|advisor|adviser|analyst|app|architect|artist|autonomous|business|career|certified|chat|code|coach|companion|company|content|course|critic|crypto|dashboard|data|doctor|e-commerce|editor|elite|embedded|expert|file|food|full-stack|frontend|backend|game|gap|gift|guide|health|idea|interview|job|language|large|lead|learning|life|list|logic|market|mastermind|master|media|mobile|model|module|narrative|news|paper|path|personal|price|product|professional|project|prompt|quality|query|rate|real-time|recipe|research|researcher|resume|reverse|review|risk|sales|script|senior|shift|social|software|sports|stack|stock|stocks|story|student|study|support|system|systems|talent|task|team|technology|text|threat|tool|trade|travel|tutor|ultimate|user|video|virtual|visual|web|wildlife|workplace)$/u;

const joined = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const withArticle = (name: string) =>
  `${/^(?:[aeio]|u(?:[lmp]|n(?!i)|r[bg])|(?:[rlmnsfh]|SEO|HR|MBA|LL?M|SQL|SVG|NLP|MCP)\s)/i.test(name) && !/^(?:uni|use|eu|one)/i.test(name) ? 'an' : 'a'} ${name}`;
