import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readSource } from '#library/import/sources.server.ts';
import { buildMember, buildPlaybook, buildPrompt, buildStep, buildTier } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';

let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let folder: string;
beforeAll(async () => {
  site = await createTestSite();
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 999_999 });
  member = await buildMember(site, { tier });
  folder = await mkdtemp(join(tmpdir(), 'promptory-downloads-'));
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const address = (path: string, format: string) => `/api/v1/${path}/download?format=${format}`;
const download = (path: string, format: string, { token } = member) =>
  site.api('GET', address(path, format), { token });

/** The frontmatter of SKILL.md, according to https://agentskills.io/specification. */
const frontmatter = z.strictObject({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  description: z
    .string()
    .max(1_024)
    .regex(/^[^<>]*\S[^<>]*$/),
  license: z.string().optional(),
  compatibility: z.string().min(1).max(500).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

/** The files of a skill without its folder, validated against the format. */
async function skill(path: string) {
  const answer = await fetch(`${site.url}${address(path, 'skill')}`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const entries = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(strFromU8(entries[0]?.[1] ?? new Uint8Array())) ?? [];
  // The format's own validator splits at the first three hyphens.
  expect(head).not.toContain('---');
  const fields = frontmatter.parse(parse(head));
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${fields.name}.zip"`);
  for (const [name] of entries) expect(name.startsWith(`${fields.name}/`)).toBe(true);
  const files = new Map(
    entries.map(([name, bytes]) => [name.slice(fields.name.length + 1), strFromU8(bytes)]),
  );
  const main = files.get('SKILL.md') ?? '';
  expect(main.split('\n').length).toBeLessThanOrEqual(500);
  for (const [, target = ''] of main.matchAll(/\]\((references\/[^)]+)\)/g))
    expect(files.has(target)).toBe(true);
  return { ...fields, main, files };
}

const body = 'Write to {{company}} as [COMPANY], \\{{not a blank}}, in a {{tone:friendly}} voice. {{notes}}';
const prompt = (values: object = {}) =>
  buildPrompt(site, {
    title: 'Letter',
    description: 'Writes a letter',
    category: 'Writing',
    tags: ['mail'],
    use_cases: ['cold emails', 'thank-you notes'],
    tier_access: 1,
    prompt_body: body,
    example_output: '## Dear Acme',
    blanks: JSON.stringify(
      [
        { name: 'company', label: 'Your company', help: 'As customers write it' },
        { name: 'tone', kind: 'choice', options: ['friendly', 'dry'] },
        { name: 'notes', required: false },
      ].map((blank) => blankDefinition.parse(blank)),
    ),
    ...values,
  });
async function playbook(text = 'Study {{company}} and {{step 1 result}}.') {
  const item = await buildPlaybook(site, {
    title: 'Launch',
    description: 'Brings **it** out.',
    tier_access: 1,
  });
  const library = await prompt({ title: 'Library letter', prompt_body: 'For {{company}}', tier_access: 2 });
  const prompts = (name: string) => [
    { type: 'manual', title: name, prompt_body: text },
    { type: 'library', prompt_id: library.id, title: 'x', prompt_body: 'x' },
  ];
  await buildStep(site, item, { title: 'Research', description: 'Look around.', prompts: prompts('Ask') });
  await buildStep(site, item, { step_order: 1, title: 'Write', prompts: prompts('Draft') });
  return item;
}

describe('a prompt as an agent skill', () => {
  test('has its blanks as inputs, in one spelling', async () => {
    const { slug } = await prompt();
    const { name, description, metadata, main, files } = await skill(`prompts/${slug}`);
    expect([name, description, metadata]).toEqual([
      slug,
      'Writes a letter. Use for: cold emails, thank-you notes.',
      { source: `${site.url}/prompt/${slug}`, version: '1' },
    ]);
    expect(main).toContain(
      [
        '- `{{company}}`: Your company (required). As customers write it.',
        '- `{{tone}}`: Tone (optional). One of: friendly, dry. Default: friendly',
        '- `{{notes}}`: Notes (optional).',
      ].join('\n'),
    );
    expect(main).toContain('as {{company}}');
    expect(main).toContain('## Instructions\n\nWrite to {{company}}');
    expect(files.get('references/sample-output.md')).toBe('## Dear Acme\n');
  });

  test.each([
    ['a name that is too long', { slug: `${'long-'.repeat(19)}title` }],
    ['a reserved name', { slug: 'claude-md' }],
    ['nothing but a reserved name', { slug: 'anthropic' }],
    [
      'a description with tags, and no end',
      { description: `Say: <b>it</b> --- # "x"\n${'é'.repeat(3_000)}` },
    ],
    ['no description', { description: '', use_cases: [], title: '# : <yes>' }],
    ['a long text', { prompt_body: 'Line of {{topic}}\n'.repeat(3_000) }],
    ['no blanks and front matter of its own', { prompt_body: '---\nname: X\n---\nSay it.', blanks: '[]' }],
    ['another medium', { prompt_type: 'Image' }],
  ])('keeps to the format with %s', async (_, values) => {
    const { slug } = await prompt(values);
    const { files } = await skill(`prompts/${slug}`);
    expect([...files.values()].join('\n')).toContain(
      'prompt_body' in values ? values.prompt_body.slice(-8) : '{{tone}}',
    );
  });
});

test('a playbook as an agent skill has its steps as sections, and long ones as files', async () => {
  const { main, files } = await skill(`playbooks/${(await playbook()).slug}`);
  expect(main).toMatch(
    /# Launch[\s\S]*## Inputs[\s\S]*## Step 1: Research[\s\S]*### Ask[\s\S]*## Step 2: Write/,
  );
  // The playbook includes a library prompt of a higher tier, with the author's hints.
  expect(main).toContain('- `{{company}}`: Your company (required). As customers write it.');
  expect(main).toContain('```\nStudy {{company}} and {{step 1 result}}.\n```');
  expect(main).not.toContain('`{{step 1 result}}`:');
  expect([...files.keys()]).toEqual(['SKILL.md']);
  const long = await skill(`playbooks/${(await playbook('Study {{company}}.\n'.repeat(600))).slug}`);
  expect([...long.files.keys()]).toEqual(['SKILL.md', 'references/step-1.md', 'references/step-2.md']);
});

test('Markdown and JSON are what the import reads', async () => {
  const { slug } = await prompt();
  const markdown = await download(`prompts/${slug}`, 'markdown');
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(markdown.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.md"`);
  await writeFile(join(folder, `${slug}.md`), markdown.text);
  await writeFile(join(folder, 'one.json'), (await download(`prompts/${slug}`, 'json')).text);
  const book = await playbook();
  await writeFile(join(folder, 'book.json'), (await download(`playbooks/${book.slug}`, 'json')).text);
  const read = async (path: string) => {
    const source = await readSource(path);
    expect(source.refused).toEqual([]);
    return source.rows.map(({ record }) => record);
  };
  const wanted = { slug, title: 'Letter', prompt_body: body, example_output: '## Dear Acme', tier_access: 1 };
  for (const path of [folder, join(folder, 'one.json')])
    expect(await read(path)).toMatchObject([{ ...wanted, blanks: [{ name: 'company' }, {}, {}] }]);
  expect(await read(join(folder, 'book.json'))).toMatchObject([
    {
      slug: book.slug,
      steps: [{ title: 'Research', prompts: [{ title: 'Ask' }, { title: 'Library letter' }] }, {}],
    },
  ]);
  const document = await download(`playbooks/${book.slug}`, 'markdown');
  expect(document.text).toMatch(
    /^# Launch\n\nBrings \*\*it\*\* out\.\n\n## 1\. Research\n\nLook around\.\n\n### Ask\n\n```\nStudy/,
  );
});

test('asking for the headers of a file counts as no copy, and needs the same access', async () => {
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 2 });
  const [reader, other] = [await buildMember(site, { tier }), await buildMember(site)];
  const { slug } = await prompt();
  const playbook = await buildPlaybook(site, { tier_access: 1 });
  for (const path of [`prompts/${slug}`, `playbooks/${playbook.slug}`]) {
    const head = async (token: string) => {
      const { status, headers } = await site.api('HEAD', address(path, 'json'), { token });
      return [status, headers.get('content-disposition')];
    };
    const name = `attachment; filename="${path.split('/')[1]}.json"`;
    for (let time = 0; time < 3; time += 1) expect(await head(reader.token)).toEqual([200, name]);
    expect(await head(other.token)).toEqual([403, null]);
  }
  expect((await site.api('GET', '/api/v1/history', { token: reader.token })).body.total).toBe(0);
  const { body: copied } = await site.api('POST', `/api/v1/prompts/${slug}/copies`, {
    token: reader.token,
    body: {},
  });
  expect(copied.copies_left).toBe(1);
});

test('each download counts as a copy, and none comes over the limit', async () => {
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 2 });
  const limited = await buildMember(site, { tier });
  const paths = [`prompts/${(await prompt()).slug}`, `playbooks/${(await playbook()).slug}`];
  for (const path of paths) expect((await download(path, 'skill', limited)).status).toBe(200);
  for (const path of paths)
    for (const format of ['markdown', 'json', 'skill']) {
      const { status, body: refusal } = await download(path, format, limited);
      expect([status, refusal.code]).toEqual([429, 'daily_copy_limit_reached']);
    }
  const exported = (await site.api('GET', '/api/v1/profile/export', { token: limited.token })).body;
  expect(exported.copies.map((copy: { target_type: string }) => copy.target_type)).toEqual([
    'prompt',
    'playbook',
  ]);
  expect((await download('prompts/x', 'pdf')).status).toBe(422);
});
