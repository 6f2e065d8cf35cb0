const subjects = [
  'budget',
  'garden',
  'contract',
  'novel',
  'garage',
  'lesson',
  'database',
  'recipe',
  'voyage',
  'portrait',
];
const verbs = ['plan', 'review', 'explain', 'sketch', 'translate', 'summarize', 'question', 'compare'];
const words = [
  'clear',
  'patient',
  'strict',
  'quiet',
  'bright',
  'modern',
  'simple',
  'curious',
  'honest',
  'quick',
  'careful',
  'bold',
];
const categories = [
  'Writing',
  'Education',
  'Business',
  'Development',
  'Travel',
  'Health',
  'Finance',
  'Design',
];

const pick = <Value>(values: Value[], number: number) => values[number % values.length] as Value;
/** Numbers that look random, but are the same in every run. */
const mix = (index: number, salt: number) => Math.imul(index + salt * 7919, 2_654_435_761) >>> 0;

/** A made-up prompt, determined entirely by `index`. */
export function generatePrompt(index: number) {
  const [a, b, c] = [mix(index, 1), mix(index, 2), mix(index, 3)];
  const title = `${pick(words, a)} ${pick(verbs, b)} for a ${pick(subjects, c)} ${index}`;
  return {
    title,
    description: `Helps to ${pick(verbs, c)} every ${pick(subjects, a)} in a ${pick(words, b)} and ${pick(words, c)} way.`,
    category: pick(categories, b),
    tags: [pick(subjects, b), pick(words, c), pick(verbs, a)],
    body: `You are a ${pick(words, c)} assistant. ${`Please ${pick(verbs, a)} the ${pick(subjects, b)} step by step. `.repeat(5 + (a % 20))}`,
  };
}

/** A file in the importer's format. */
export function generateCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const { title, body } = generatePrompt(index);
    return `"${title}","${body}",FALSE,TEXT,bench`;
  });
  return ['act,prompt,for_devs,type,contributor', ...rows].join('\n');
}
