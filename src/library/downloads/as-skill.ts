import { strToU8, zipSync } from 'fflate';
import { stringify } from 'yaml';
import { skillLimits } from '#constants';
import type { Blank } from '#library/blanks/public/blanks.ts';
import { mergeBlanks, splitAtBlanks } from '#library/blanks/public/blanks.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { stepResultKey } from '#library/blanks/public/step-results.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { fenced, oneLine } from '#platform/text/markdown-text.ts';
import type { DownloadItem } from './download-item.ts';

/** File contents by path. The first file is always SKILL.md. */
type Files = Record<string, string>;

/**
 * A zipped agent skill (agentskills.io): a folder with SKILL.md and, for long texts, `references/`. The files are
 * small, so they aren't compressed.
 */
export function asSkill(item: DownloadItem): { name: string; bytes: Uint8Array<ArrayBuffer> } {
  const name = skillName(item.slug);
  const files = Object.entries(skillFiles(item, name)).map(([path, text]) => [
    `${name}/${path}`,
    strToU8(text),
  ]);
  return { name, bytes: zipSync(Object.fromEntries(files), { level: 0, mtime: item.updated_at }) };
}

/** Turns the slug into a valid skill name. Claude rejects names that contain "claude" or "anthropic". */
function skillName(slug: string): string {
  const words = slug.split('-').filter((word) => word !== '' && !/claude|anthropic/.test(word));
  return words.join('-').slice(0, skillLimits.name).replace(/-+$/, '') || 'skill';
}

function skillFiles(item: DownloadItem, name: string): Files {
  const metadata = {
    source: item.source,
    ...(item.kind === 'prompt' && { version: String(item.version) }),
  };
  const head = `---\n${stringify({ name, description: describe(item), metadata }, { lineWidth: 0 })}---\n`;
  const blanks = inputsOf(item);
  const parts = [
    `# ${oneLine(item.title)}`,
    item.description.trim(),
    blanks.length > 0 && inputSection(blanks),
    ...(item.kind === 'prompt' ? promptSections(item) : playbookSections(item)),
  ];
  const references: Files = {};
  const sections = parts.flatMap((part) => {
    if (!part) return [];
    if (typeof part === 'string') return part;
    if (!part.isLong && part.text.length <= skillLimits.sectionCharacters)
      return `${part.heading}\n\n${part.text}`;
    references[`references/${part.file}`] = `${part.text}\n`;
    return `${part.heading}\n\n${part.instead} [references/${part.file}](references/${part.file}).`;
  });
  return { 'SKILL.md': `${head}\n${sections.join('\n\n')}\n`, ...references };
}

/** What the skill does, and when an agent should use it. */
function describe(item: DownloadItem): string {
  const use = item.kind === 'prompt' && item.use_cases.length > 0 ? item.use_cases.join(', ') : item.title;
  const what = oneLine(item.description).replace(/[.!?]?$/, '.');
  const text = `${item.description.trim() === '' ? '' : `${what} `}Use for: ${oneLine(use)}.`;
  // Some agents reject tags, and some read three hyphens anywhere as the end of the front matter.
  const plain = text.replaceAll(/[<>]/g, '').replaceAll(/-{3,}/g, '–');
  return plain.length <= skillLimits.description ? plain : `${cutText(plain, skillLimits.description - 1)}…`;
}

/** A section. If its text is long, it moves to a separate file. */
type Section = { heading: string; text: string; file: string; instead: string; isLong?: boolean };

function promptSections(item: DownloadItem & { kind: 'prompt' }): Section[] {
  const kind = item.prompt_type.toLowerCase();
  const media = ['image', 'audio', 'video'].includes(kind);
  const text = normalized(item.prompt_body, item.blanks);
  const prompt: Section = media
    ? {
        heading: '## Prompt',
        text: `This prompt is for a tool that makes ${kind === 'audio' ? kind : `${kind}s`}. Fill in the inputs and pass it on; without such a tool, show it.\n\n${fenced(text)}`,
        file: 'prompt.md',
        instead: 'The prompt is in',
      }
    : { heading: '## Instructions', text, file: 'instructions.md', instead: 'Follow' };
  const sample: Section = {
    heading: '## Sample output',
    text: item.example_output,
    file: 'sample-output.md',
    instead: 'An example result is in',
    isLong: true,
  };
  return item.example_output.trim() === '' ? [prompt] : [sample, prompt];
}

function playbookSections(item: DownloadItem & { kind: 'playbook' }): (Section | string)[] {
  const steps = item.steps.map(
    (step, index): Section => ({
      heading: `## Step ${index + 1}: ${oneLine(step.title)}`,
      text: [
        step.description.trim(),
        ...step.prompts.flatMap(({ title, prompt_body, blanks }) => [
          `### ${oneLine(title)}`,
          fenced(normalized(prompt_body, blanks)),
        ]),
      ]
        .filter(Boolean)
        .join('\n\n'),
      file: `step-${index + 1}.md`,
      instead: 'Follow',
    }),
  );
  const length = steps.reduce((sum, { text }) => sum + text.length, 0);
  const intro =
    'Work through the steps in order. Do what the prompts in a step say, and show the result before continuing. `{{step 1 result}}` stands for what step 1 produced.';
  return [intro, ...steps.map((step) => ({ ...step, isLong: length > skillLimits.sectionCharacters }))];
}

/** Spells each blank the same way as the list of inputs. */
function normalized(text: string, blanks: readonly Blank[]): string {
  const names = new Map(blanks.map(({ name }) => [blankKey(name), name]));
  return splitAtBlanks(text, blanks)
    .map((piece) =>
      piece.kind === 'blank'
        ? `{{${names.get(piece.key) ?? piece.name}}}`
        : piece.kind === 'escape'
          ? piece.text
          : piece.raw,
    )
    .join('');
}

function inputsOf(item: DownloadItem): Blank[] {
  if (item.kind === 'prompt') return item.blanks;
  const results = new Set(item.steps.map((_, index) => stepResultKey(index)));
  const all = item.steps.flatMap(({ prompts }) => prompts.map(({ blanks }) => blanks));
  return mergeBlanks(all).filter(({ name }) => !results.has(blankKey(name)));
}

function inputSection(blanks: readonly Blank[]): string {
  const lines = blanks.map(({ name, label, help, default: value, options, kind, required }) => {
    const said = [
      `${oneLine(label)}${required && !value ? ' (required)' : ' (optional)'}.`,
      help && oneLine(help).replace(/[.!?]?$/, '.'),
      kind === 'choice' && options.length > 0 && `One of: ${options.map(oneLine).join(', ')}.`,
      kind === 'number' && 'A number.',
      value && `Default: ${oneLine(value)}`,
    ];
    return `- \`{{${name}}}\`: ${said.filter(Boolean).join(' ')}`;
  });
  return [
    '## Inputs',
    'Take these from the conversation, and ask for required ones that are missing. Replace each name in double braces with its value; an optional one without a value or default is left out.',
    lines.join('\n'),
  ].join('\n\n');
}
