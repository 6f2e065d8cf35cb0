// cspell:ignore отчёт résumé prüfung prufung руководство smørrebrød rrebr

import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { importRows } from './import.server.ts';
import { readBytes } from './sources.server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

type Files = Record<string, string>;
/** Imports an archive, or a JSON file. */
async function bring(content: Files | { prompts?: object[]; playbooks?: object[] }) {
  const isJson = Array.isArray(content.prompts) || Array.isArray(content.playbooks);
  const bytes = isJson
    ? Buffer.from(JSON.stringify(content))
    : Buffer.from(
        zipSync(
          Object.fromEntries(
            Object.entries(content as Files).map(([name, text]) => [name, Buffer.from(text)]),
          ),
        ),
      );
  const { rows, refused } = await readBytes(isJson ? 'json' : 'zip', bytes);
  const dry = await importRows(database.db, asOperator('library'), rows, { isDryRun: true });
  const report = await importRows(database.db, asOperator('library'), rows);
  expect(dry).toEqual(report);
  return [report.created, report.changed, report.unchanged, report.refused.length + refused.length];
}
const bodies = async () =>
  (await database.db.selectFrom('prompts').select('prompt_body').execute())
    .map((row) => row.prompt_body)
    .sort();
const addresses = async (table: 'prompts' | 'playbooks' = 'prompts') =>
  (await database.db.selectFrom(table).select('slug').execute()).map((row) => row.slug).sort();

describe('different files are different items', () => {
  test.each<[string, Files, Files]>([
    [
      'whose names have no letter of a-z',
      { '营销计划.md': 'Marketing.', '产品发布.md': 'Launch.' },
      { 'отчёт.md': 'Report.', 'プロンプト.md': 'Another.' },
    ],
    [
      'whose names differ in signs',
      { 'C# onboarding.md': 'Sharp.' },
      { 'C++ onboarding.md': 'Plus.', 'C onboarding.md': 'C.' },
    ],
    ['whose names differ in accents', { 'Résumé.md': 'Write it.' }, { 'Resume.md': 'Go on.' }],
    [
      'of skills, by their names',
      { 'SKILL.md': '---\nname: pdf-forms\ndescription: Forms.\n---\nFill in forms.' },
      { 'SKILL.md': '---\nname: slides\ndescription: Slides.\n---\nMake slides.' },
    ],
    [
      'of skills, by names that are no addresses',
      { 'SKILL.md': '---\nname: C# helper\n---\nHelp with it.' },
      { 'SKILL.md': '---\nname: C++ helper\n---\nHelp with that.' },
    ],
    [
      'of skills, by their folders',
      { 'one/SKILL.md': 'First.', 'two/SKILL.md': 'Second.' },
      { 'three/SKILL.md': 'Third.', 'four/README.md': 'Fourth.' },
    ],
    [
      'of skills, with what they refer to',
      { 'one/SKILL.md': 'Read references/prompt.md.', 'one/references/prompt.md': 'First.' },
      { 'two/SKILL.md': 'Read it.', 'two/references/prompt.md': 'Second.' },
    ],
    [
      'of folders in any script',
      { '产品/README.md': 'Product.', '营销/README.md': 'Marketing.', '产品/index.md': 'Index.' },
      { 'отчёт/index.md': 'Report.' },
    ],
    [
      'that have no name at all',
      { 'README.md': 'You are a baker. Bake.' },
      { 'README.md': 'You are a poet. Rhyme.' },
    ],
    [
      'of the same name in different folders',
      { 'sales/intro.md': 'Sell.', 'support/intro.md': 'Help.' },
      { 'intro.md': 'Begin.' },
    ],
  ])('%s', async (_name, first, second) => {
    const [all, rest] = [Object.keys(first).length, Object.keys(second).length];
    expect(await bring(first)).toEqual([all, 0, 0, 0]);
    expect(await bring(first)).toEqual([0, 0, all, 0]);
    expect(await bring(second)).toEqual([rest, 0, 0, 0]);
    for (const [files, count] of [[first, all] as const, [second, rest] as const])
      expect(await bring(files)).toEqual([0, 0, count, 0]);
    expect(await bodies()).toHaveLength(all + rest);
  });

  test.each(['prompt\n', 'title,prompt\n,'])('of CSV rows without a title: %j', async (header) => {
    const row = (text: string) => (header.endsWith(',') ? `,${text}` : text);
    const csv = (...texts: string[]) => `${header.replace(/,$/, '')}${texts.map(row).join('\n')}\n`;
    const bringCsv = async (text: string) => {
      const { rows } = await readBytes('csv', Buffer.from(text));
      const report = await importRows(database.db, asOperator('library'), rows);
      return [report.created, report.changed, report.unchanged, report.refused.length];
    };
    expect(await bringCsv(csv('Bake bread.', 'Boil rice.'))).toEqual([2, 0, 0, 0]);
    expect(await bringCsv(csv('Sell a car.', 'Rent a flat.', 'Bake bread.'))).toEqual([2, 0, 1, 0]);
    expect(await bringCsv(csv('Bake bread.', 'Boil rice.'))).toEqual([0, 0, 2, 0]);
    expect(await bodies()).toEqual(['Bake bread.', 'Boil rice.', 'Rent a flat.', 'Sell a car.']);

    // As an earlier release has stored them: by their number in the file.
    const hash = createHash('sha256').update('\0\x001').digest('base64url');
    const numbered = { import_key: `csv:${hash}` };
    await database.db.updateTable('prompts').set(numbered).where('prompt_body', '=', 'Bake bread.').execute();
    expect(await bringCsv(csv('Bake bread.', 'Boil rice.'))).toEqual([0, 0, 2, 0]);
    expect(await bringCsv(csv('Mend a bike.'))).toEqual([1, 0, 0, 0]);
  });

  describe('of CSV rows', () => {
    const rows = ['One,Bake bread.,TEXT,ann', 'One,Boil rice.,TEXT,bob', 'Two,Sell a car.,TEXT,'];
    const text = `act,prompt,type,contributor\n${rows.join('\n')}\n`;
    const mappings = {
      none: {},
      'one that leaves out the author': { contributor: '' },
      'one that keeps the author': { contributor: 'model_context' },
      'one with another title': { act: 'description', contributor: 'title' },
    };
    const bringCsv = async (mapping: Record<string, string>, content = text) => {
      const source = await readBytes('csv', Buffer.from(content), mapping);
      const report = await importRows(database.db, asOperator('library'), source.rows);
      return [report.created, report.changed + report.unchanged, report.refused.length];
    };

    test.each(Object.entries(mappings))(
      'whatever their columns are mapped to: first %s',
      async (_name, first) => {
        expect(await bringCsv(first)).toEqual([3, 0, 0]);
        for (const mapping of Object.values(mappings)) expect(await bringCsv(mapping)).toEqual([0, 3, 0]);
        expect(await bringCsv(first, text.replace('rice', 'noodles'))).toEqual([0, 3, 0]);
        expect((await bodies()).length).toBe(3);
      },
    );

    test('of an import of an earlier release, whose author had another column', async () => {
      await bringCsv(mappings['one that leaves out the author']);
      // What these rows were identified by.
      for (const [title, number, body] of [
        ['One', 1, 'Bake bread.'],
        ['One', 2, 'Boil rice.'],
        ['Two', 1, 'Sell a car.'],
      ] as const) {
        const hash = createHash('sha256').update(`${title}\0\0${number}`).digest('base64url');
        const earlier = { import_key: `csv:${hash}` };
        await database.db.updateTable('prompts').set(earlier).where('prompt_body', '=', body).execute();
      }
      for (const mapping of Object.values(mappings)) expect(await bringCsv(mapping)).toEqual([0, 3, 0]);
      const corrected = text.replace('rice', 'noodles');
      expect(await bringCsv(mappings['one that keeps the author'], corrected)).toEqual([0, 3, 0]);
      expect((await bodies()).length).toBe(3);
    });
  });

  test('that are the same item where their name is the same, wherever they are', async () => {
    await bring({ 'SKILL.md': '---\nname: slides\n---\nMake slides.' });
    expect(await bring({ 'slides/SKILL.md': '---\nname: slides\n---\nMake better slides.' })).toEqual([
      0, 1, 0, 0,
    ]);
    await bring({ 'My Plan.md': 'Plan.' });
    expect(await bring({ 'later/my-plan.md': 'Plan more.' })).toEqual([0, 1, 0, 0]);
    await bring({ '计划.md': 'Plan.' });
    expect(await bring({ '计划.md': 'Plan again.' })).toEqual([0, 1, 0, 0]);
    expect(await bodies()).toEqual(['Make better slides.', 'Plan again.', 'Plan more.']);
  });

  test('also where the name of a skill cannot be one', async () => {
    const letters = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
      '',
    );
    const skill = (name: unknown) => `---\nname: ${JSON.stringify(name)}\n---\nDo it.`;
    const names = ['C# \0', '\ud83d', letters, '', 7, { deep: 1 }];
    const files = names.map((name, index) => [`${index}/SKILL.md`, skill(name)] as const);
    expect(await bring(Object.fromEntries(files))).toEqual([names.length, 0, 0, 0]);
    expect(await bring(Object.fromEntries(files))).toEqual([0, 0, names.length, 0]);
  });

  test('that stay the same items when a namesake comes and goes', async () => {
    const sales = { 'sales/intro.md': '---\ntitle: Selling\n---\nSell.' };
    const support = { 'support/intro.md': '---\ntitle: Helping\n---\nHelp.' };
    const better = { 'sales/intro.md': '---\ntitle: Selling\n---\nSell more.' };
    expect(await bring(sales)).toEqual([1, 0, 0, 0]);
    expect(await bring({ ...sales, ...support })).toEqual([1, 0, 1, 0]);
    expect(await bring({ ...better, ...support })).toEqual([0, 1, 1, 0]);
    expect(await bring({ ...better, ...support })).toEqual([0, 0, 2, 0]);
    expect(await bring(support)).toEqual([0, 0, 1, 0]);
    expect(await bring(better)).toEqual([0, 0, 1, 0]);
    expect(await bodies()).toEqual(['Help.', 'Sell more.']);
  });

  test('and steps of playbooks still refer to them by their file names', async () => {
    const steps = 'title: Exam\nsteps:\n  - title: One\n    prompts:\n      - library: prufung\n';
    expect(await bring({ 'Prüfung.md': '---\ntitle: The exam\n---\nLearn.', 'exam.yaml': steps })).toEqual([
      2, 0, 0, 0,
    ]);
    expect(await addresses()).toEqual(['prufung']);
  });
});

describe('what was imported under its address before', () => {
  const earlier = (slug: string, text: string) => text.replace('---\n', `---\nslug: ${slug}\n`);

  test.each([
    ['SKILL.md', 'skill', '---\nname: slides\ntitle: Slides\n---\nMake slides.'],
    ['产品发布.md', 'prompt', '---\ntitle: Launch\n---\nLaunch.'],
    ['Prüfung.md', 'prufung', '---\ntitle: Exam\n---\nLearn.'],
    ['Smørrebrød.md', 'sm-rrebr-d', '---\ntitle: Bread\n---\nButter it.'],
  ])('%s is found again', async (name, slug, text) => {
    await bring({ 'a.md': earlier(slug, text) });
    expect(await bring({ [name]: text })).toEqual([0, 0, 1, 0]);
    expect(await bring({ [name]: `${text} More.` })).toEqual([0, 1, 0, 0]);
    expect(await bring({ [name]: `${text} More.` })).toEqual([0, 0, 1, 0]);
    const others = {
      [`b/${name}`]: text.replace(/title: .*/, 'title: Another').replace('slides', 'more-slides'),
    };
    expect(await bring(others)).toEqual([1, 0, 0, 0]);
  });

  test('belongs to only one of the files with that name', async () => {
    const [one, two] = ['---\ntitle: One\n---\nFirst.', '---\ntitle: Two\n---\nSecond.'];
    await bring({ 'a.md': earlier('skill', two) });
    expect(await bring({ '1/SKILL.md': one, '2/SKILL.md': two, '3/SKILL.md': two })).toEqual([2, 0, 1, 0]);
  });
});

describe('different entries of a list are different items', () => {
  test('playbooks whose titles make the same address', async () => {
    const named = (...titles: string[]) => ({ playbooks: titles.map((title) => ({ title })) });
    expect(await bring(named('C# onboarding', '新手指南'))).toEqual([2, 0, 0, 0]);
    expect(await bring(named('C++ onboarding', 'Руководство'))).toEqual([2, 0, 0, 0]);
    expect(await bring(named('C++ onboarding', 'C# onboarding', 'C onboarding'))).toEqual([1, 0, 2, 0]);
    const twice = {
      playbooks: ['First', 'Second'].map((description) => ({ title: 'Onboarding', description })),
    };
    expect(await bring(twice)).toEqual([2, 0, 0, 0]);
    expect(await bring(twice)).toEqual([0, 0, 2, 0]);
    const changed = { playbooks: [{ title: 'Onboarding', description: 'Other' }] };
    expect(await bring(changed)).toEqual([0, 1, 0, 0]);
  });

  test('playbooks that were imported under the address of their title are found again', async () => {
    const playbook = { title: 'C# onboarding', description: 'For the team.' };
    await bring({ playbooks: [playbook] });
    await database.db.updateTable('playbooks').set({ import_key: 'slug:c-onboarding' }).execute();
    expect(await bring({ playbooks: [playbook] })).toEqual([0, 0, 1, 0]);
    expect(await bring({ playbooks: [{ ...playbook, title: 'C++ onboarding' }] })).toEqual([1, 0, 0, 0]);
    expect(await bring({ playbooks: [{ ...playbook, description: 'For all.' }] })).toEqual([0, 1, 0, 0]);
    expect(await addresses('playbooks')).toEqual(['c-onboarding', 'c-onboarding-2']);
  });

  test('prompts with the same title; an identical row is refused', async () => {
    const [one, two] = ['First.', 'Second.'].map((prompt_body) => ({ title: 'Same', prompt_body }));
    const source = { prompts: [one, two, one] as object[] };
    expect(await bring(source)).toEqual([2, 0, 0, 1]);
    expect(await bring(source)).toEqual([0, 0, 2, 1]);
  });

  test('and an address made from a title is not taken for one that the source names', async () => {
    const prompts = Array.from({ length: 250 }, (_, index) => ({
      title: `Row ${index}`,
      prompt_body: `Text ${index}.`,
    }));
    const source = { prompts: [...prompts, { slug: 'row-0', title: 'Named', prompt_body: 'Its own text.' }] };
    expect(await bring(source)).toEqual([251, 0, 0, 0]);
    expect(await bring(source)).toEqual([0, 0, 251, 0]);
  });

  test('and a title on two lines, which becomes one, still names its item', async () => {
    const prompts = [{ title: ' First line\nsecond words ', prompt_body: 'Text.' }];
    expect(await bring({ prompts })).toEqual([1, 0, 0, 0]);
    const titles = await database.db.selectFrom('prompts').select(['title', 'import_key']).execute();
    expect(titles).toEqual([
      { title: 'First line second words', import_key: 'title:First line\nsecond words' },
    ]);
    expect(await bring({ prompts })).toEqual([0, 0, 1, 0]);
  });
});
