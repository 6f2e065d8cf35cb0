import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { skillLimits } from '#constants';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { asJson, asMarkdown } from '#library/downloads/as-document.ts';
import { asSkill } from '#library/downloads/as-skill.ts';
import type { DownloadItem } from '#library/downloads/download-item.ts';
import { readBytes } from '#library/import/sources.server.ts';

type Prompt = Extract<DownloadItem, { kind: 'prompt' }>;
type Playbook = Extract<DownloadItem, { kind: 'playbook' }>;
const common = {
  slug: 'a-title',
  title: 'A title',
  description: 'What it does',
  category: 'Writing',
  tags: ['mail'],
  tier_access: 1,
  source: 'https://site.example/prompt/a-title',
  updated_at: new Date('2026-03-04T05:06:08Z'),
};
const prompt = (values: Partial<Prompt> = {}): Prompt => ({
  ...common,
  kind: 'prompt',
  prompt_body: 'Say it',
  blanks: [],
  version: 3,
  prompt_type: 'Text',
  difficulty: 'beginner',
  model_context: '',
  use_cases: [],
  example_output: '',
  ...values,
});
const playbook = (values: Partial<Playbook> = {}): Playbook => ({
  ...common,
  kind: 'playbook',
  steps: [],
  ...values,
});

/** The files of a skill by path, and the main file's front matter. */
function skill(item: DownloadItem) {
  const { name, bytes } = asSkill(item);
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [
      path.slice(name.length + 1),
      strFromU8(content),
    ]),
  );
  const main = files['SKILL.md'] ?? '';
  return { name, files, main, head: parse(/^---\n([\s\S]*?)\n---\n/.exec(main)?.[1] ?? '') };
}

describe('a prompt as Markdown', () => {
  test('says before its text all that is known of it, whatever characters that has', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '# ',
      '- ',
      '---\n',
      '"',
      "'",
      '\n',
      '{{x}}',
      'é',
      '😀',
      'null',
      '1',
      ' ',
    );
    const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').trim());
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.array(anyText, { maxLength: 3 }),
        anyText,
        (title, description, tags, prompt_body) => {
          const text = asMarkdown(prompt({ title, description, tags, prompt_body }));
          const end = text.indexOf('\n---\n\n', 3);
          expect(parse(text.slice(4, end))).toMatchObject({
            title,
            description,
            tags,
            version: 3,
            tier_access: 1,
          });
          expect(text.slice(end + 6)).toBe(`${prompt_body}\n`);
        },
      ),
    );
  });

  test('comes back as it was when it is imported, also what is at its ends', async () => {
    const piece = fc.constantFrom('a', ' ', '\n', '\r\n', '\r', '\t', '---\n', '---', '\ufeff', 'é');
    const anyText = fc
      .array(piece, { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join(''))
      .filter((text) => text.trim() !== '');
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (prompt_body, example_output) => {
        const file = strToU8(asMarkdown(prompt({ prompt_body, example_output })));
        const source = await readBytes('zip', Buffer.from(zipSync({ 'a.md': file })));
        expect(source.rows.map(({ record }) => record)).toMatchObject([{ prompt_body, example_output }]);
      }),
      { numRuns: 500 },
    );
  });

  test('writes the options of each blank, without references to another', () => {
    const { blanks } = readBlanks('{{tone}} {{topic}}');
    const text = asMarkdown(prompt({ blanks }));
    expect(text.match(/^ +options: .*$/gm)).toEqual(['    options: []', '    options: []']);
  });

  test('leaves out blanks and a sample that it does not have', () => {
    const head = (values: Partial<Prompt>) =>
      Object.keys(parse(asMarkdown(prompt(values)).split('---\n')[1] ?? ''));
    expect(head({})).toEqual([
      ...['slug', 'title', 'description', 'category', 'tags', 'tier_access', 'source'],
      ...['prompt_type', 'difficulty', 'model_context', 'use_cases', 'version'],
    ]);
    const { blanks } = readBlanks('{{tone}}');
    expect(head({ blanks, example_output: 'x' }).slice(-2)).toEqual(['blanks', 'example_output']);
  });
});

test('a playbook as Markdown keeps texts with fences in fences, and leaves out what is empty', () => {
  const body = 'Run:\n```js\nx\n```';
  const steps = [
    { title: 'One\nline', description: ' ', prompts: [{ title: 'Ask', prompt_body: body, blanks: [] }] },
    { title: 'Two', description: 'Last.', prompts: [] },
  ];
  expect(asMarkdown(playbook({ description: '', steps }))).toBe(
    `# A title\n\n## 1. One line\n\n### Ask\n\n\`\`\`\`\n${body}\n\`\`\`\`\n\n## 2. Two\n\nLast.\n\nSource: https://site.example/prompt/a-title\n`,
  );
});

test('JSON has one item in the list of its kind, and of a playbook no blanks that are not stored', () => {
  expect(JSON.parse(asJson(prompt()))).toEqual({
    prompts: [
      {
        slug: 'a-title',
        title: 'A title',
        description: 'What it does',
        category: 'Writing',
        tags: ['mail'],
        tier_access: 1,
        source: common.source,
        prompt_type: 'Text',
        difficulty: 'beginner',
        model_context: '',
        use_cases: [],
        version: 3,
        prompt_body: 'Say it',
      },
    ],
  });
  expect(JSON.parse(asJson(playbook())).playbooks).toMatchObject([{ slug: 'a-title', steps: [] }]);
});

describe('an agent skill', () => {
  test.each([
    ['a-title', 'a-title'],
    ['ask-claude-for-help', 'ask-for-help'],
    ['claudette-and-anthropic-x', 'and-x'],
    ['claude', 'skill'],
    [`${'word-'.repeat(12)}long-end`, `${'word-'.repeat(12)}long`.slice(0, 64)],
    [`${'x'.repeat(63)}-y`, 'x'.repeat(63)],
  ])('of %s is called %s', (slug, name) => {
    expect(skill(prompt({ slug })).head.name).toBe(name);
    expect(name.length).toBeLessThanOrEqual(skillLimits.name);
  });

  test.each([
    [{ description: '' }, 'Use for: A title.'],
    [{ description: 'Asks: why?' }, 'Asks: why. Use for: A title.'],
    [{ description: 'Ends.', use_cases: ['a', 'b'] }, 'Ends. Use for: a, b.'],
    [{ description: 'a <b> c --- d' }, 'a b c – d. Use for: A title.'],
  ])('of %j is described as %j', (values, description) => {
    expect(skill(prompt(values)).head.description).toBe(description);
  });

  test('has a description of 1,024 characters at most, without half of one', () => {
    const longest = 1_024 - ' Use for: A title.'.length - 1;
    const whole = skill(prompt({ description: 'x'.repeat(longest) })).head.description;
    expect([whole.length, whole.endsWith('A title.')]).toEqual([1_024, true]);
    const cut = skill(prompt({ description: 'x'.repeat(longest + 1) })).head.description;
    expect([cut.length, cut.endsWith('…')]).toEqual([1_024, true]);
    expect(skill(prompt({ description: '😀'.repeat(600) })).head.description).toBe(`${'😀'.repeat(511)}…`);
  });

  test('says of each input what it is', () => {
    const blanks = readBlanks('{{a}} {{b}} {{c:one\nword}} {{d}}', [
      blankDefinition.parse({ name: 'a', help: 'How\nmany?', kind: 'number' }),
      blankDefinition.parse({ name: 'b', kind: 'choice', options: ['x', 'y z'], default: 'x' }),
      blankDefinition.parse({ name: 'd', required: false, kind: 'choice' }),
    ]).blanks;
    expect(skill(prompt({ blanks })).main).toContain(
      '- `{{a}}`: A (required). How many. A number.\n- `{{b}}`: B (optional). One of: x, y z. Default: x\n- `{{d}}`: D (optional).\n',
    );
  });

  test('keeps a text in SKILL.md up to its limit, and beyond in a file of its own', () => {
    const long = 'x'.repeat(skillLimits.sectionCharacters);
    expect(Object.keys(skill(prompt({ prompt_body: long })).files)).toEqual(['SKILL.md']);
    const { main, files } = skill(prompt({ prompt_body: `${long}y` }));
    expect(files['references/instructions.md']).toBe(`${long}y\n`);
    expect(main).toContain('Follow [references/instructions.md](references/instructions.md).');
    expect(main).not.toContain('xxx');
  });

  test.each([
    ['Image', 'a tool that makes images.'],
    ['Video', 'a tool that makes videos.'],
    ['Audio', 'a tool that makes audio.'],
  ])('of a prompt for %s passes it on to %s', (prompt_type, words) => {
    const { main } = skill(prompt({ prompt_type, prompt_body: 'A ``` b' }));
    expect(main).toContain(words);
    expect(main).toContain('````\nA ``` b\n````');
    expect(main).not.toContain('## Instructions');
  });

  test('of a playbook does not ask for what its own steps bring', () => {
    const text = 'With {{step 1 result}} and {{step 3 result}} for {{who}}';
    const prompts = [{ title: 'Ask', prompt_body: text, blanks: readBlanks(text).blanks }];
    const steps = [1, 2].map((number) => ({ title: `Step ${number}`, description: '', prompts }));
    const { main } = skill(playbook({ steps }));
    // The reader fills this in, because there is no third step.
    expect([...main.matchAll(/^- `\{\{(.*)\}\}`/gm)].map(([, name]) => name)).toEqual([
      'step 3 result',
      'who',
    ]);
  });
});
