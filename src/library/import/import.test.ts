import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { promptory } from '#tests/harness/command-line.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTestSite } from '#tests/harness/site.ts';
import { writeLibrary } from './export.server.ts';
import { importRows } from './import.server.ts';
import { readSource } from './sources.server.ts';
import { seedStarter } from './starter.server.ts';

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await createTestDatabase();
  return () => database.drop();
});

const operator = asOperator('library');
const file = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = (...rows: string[][]) =>
  ['act,prompt,for_devs,type,contributor', ...rows.map((row) => row.map(quote).join(','))].join('\n');
const importFile = async (path: string) => {
  const source = await readSource(path);
  const report = await importRows(database.db, operator, source.rows);
  return { ...report, refused: [...source.refused, ...report.refused] };
};
const prompts = () => database.db.selectFrom('prompts').selectAll().orderBy('created_at', 'desc').execute();

async function exportLibrary(db: Database) {
  let text = '';
  await writable(db, operator)
    .transaction()
    .execute((transaction) =>
      writeLibrary(transaction, operator, async (piece) => {
        text += piece;
      }),
    );
  return JSON.parse(text);
}

describe('a CSV file', () => {
  const odd =
    'Ünïcode 😀 \u202Eright to left\u202C "quotes", tab\t, {blank}\r\nCRLF\nand an end of spaces   \n';
  const long = 'Zeile mit Umlaut ä. '.repeat(7_500);

  test('is imported completely and in order, with unusual and long bodies byte for byte', async () => {
    const path = await file(
      'odd.csv',
      `\uFEFF${csv(['Odd', odd, 'TRUE', 'TEXT', 'a'], ['Long', long, 'FALSE', 'IMAGE', 'b'])}`,
    );
    expect(await importFile(path)).toMatchObject({ created: 2, changed: 0, unchanged: 0, refused: [] });
    const rows = await prompts();
    expect(rows.map((row) => row.prompt_body)).toEqual([odd, long]);
    expect(rows.map((row) => [row.slug, row.prompt_type, row.status, row.tier_access])).toEqual([
      ['odd', 'Text', 'published', 0],
      ['long', 'Image', 'published', 0],
    ]);
    expect(rows[0]?.category).toBe('Development');
  });

  test('gives equal titles different slugs of at most 100 characters', async () => {
    const title = `${'word '.repeat(40)}`.trim();
    const rows = Array.from({ length: 13 }, (_, index) => [title, `body ${index}`, '', '', '']);
    await importFile(
      await file('same.csv', csv(...rows, ['プロンプト', 'a', '', '', ''], ['Промпт', 'b', '', '', ''])),
    );
    const slugs = (await prompts()).map((row) => row.slug);
    expect(new Set(slugs).size).toBe(15);
    expect(slugs.every((slug) => slug.length <= 100)).toBe(true);
    expect(slugs[12]).toMatch(/-13$/);
    expect(slugs.slice(13)).toEqual(['prompt', 'prompt-2']);
  });

  test('changes nothing when imported again, and later only the rows that have changed', async () => {
    await importFile(
      await file('twice.csv', csv(['One', 'first', '', '', ''], ['Two', 'second', '', '', ''])),
    );
    const before = await prompts();
    expect(await importFile(join(folder, 'twice.csv'))).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await prompts()).toEqual(before);

    await database.db
      .updateTable('prompts')
      .set({ title: 'Edited on the site' })
      .where('slug', '=', 'one')
      .execute();
    await file('twice.csv', csv(['One', 'first', '', '', ''], ['Two', 'second, better', '', '', '']));
    expect(await importFile(join(folder, 'twice.csv'))).toMatchObject({
      created: 0,
      changed: 1,
      unchanged: 1,
    });
    const after = await prompts();
    expect(after.map((row) => [row.slug, row.title, row.prompt_body])).toEqual([
      ['one', 'Edited on the site', 'first'],
      ['two', 'Two', 'second, better'],
    ]);
  });

  test('has each invalid row refused with its line and the reason', async () => {
    const text = csv(
      ['Good', 'body', '', '', ''],
      ['Empty', '   ', '', '', ''],
      ['Odd type', 'x', '', 'SMELL', ''],
    );
    const rows = [
      `${text}\nToo,few\n${quote('Huge')},${quote('x'.repeat(1_000_001))},,,\nNul,"a\0b",,,\nBytes,`,
      Buffer.from([0xff, 0xfe]),
      ',,,\nLast,kept,,,\n',
    ];
    const path = await file('bad.csv', Buffer.concat(rows.map((part) => Buffer.from(part as string))));
    const report = await importFile(path);
    expect(report.created).toBe(2);
    expect((await prompts()).map((row) => row.title)).toEqual(['Good', 'Last']);
    const reasons = Object.fromEntries(report.refused.map(({ place, reason }) => [place, reason]));
    expect(reasons).toMatchObject({
      'line 3': 'Prompt Body: Required',
      'line 4': expect.stringContaining('Prompt Type'),
      'line 5': expect.stringContaining('number of columns'),
      'line 7': expect.stringContaining("characters that can't be stored"),
      'line 8': expect.stringContaining('Save the file as UTF-8'),
    });
    expect(Object.values(reasons)).toContainEqual(
      expect.stringMatching(/Prompt Body: At most 1,000,000 characters/),
    );
  });

  test.each([
    ['without the columns', 'a,b\n1,2\n', /no column "prompt"/],
    ['that is not one', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), /no column "prompt"|not a CSV/],
    ['that is empty', '', /no column "prompt"/],
  ])('%s is refused whole', async (_name, content, message) => {
    await expect(readSource(await file('broken.csv', content))).rejects.toThrow(message);
  });

  test('that is imported again leaves an item what it has where a field is empty', async () => {
    const columns =
      'title,prompt,description,category,type,tags,use_cases,difficulty,tier_access,model_context,example_output,status,publish_at';
    const first =
      'A,x,Own words,Own,Image,own,own,advanced,2,Own model,Own output,draft,2099-05-01T08:00:00Z';
    expect(await importFile(await file('first.csv', `${columns}\n${first}\n`))).toMatchObject({ created: 1 });
    expect(await importFile(await file('second.csv', `${columns}\nA,y${','.repeat(11)}\n`))).toMatchObject({
      changed: 1,
    });
    expect(await prompts()).toMatchObject([
      {
        prompt_body: 'y',
        description: 'Own words',
        category: 'Own',
        prompt_type: 'Image',
        tags: ['own'],
        use_cases: ['own'],
        difficulty: 'advanced',
        tier_access: 2,
        model_context: 'Own model',
        example_output: 'Own output',
        status: 'draft',
        publish_at: new Date('2099-05-01T08:00:00Z'),
      },
    ]);
  });

  test('of 100 MB is refused before it is read', async () => {
    const path = await file('large.csv', Buffer.alloc(100_000_000, 'x'));
    await expect(readSource(path)).rejects.toThrow(/100 MB; the maximum is 50 MB/);
    await rm(path);
  });
});

describe('other sources', () => {
  test('an export can be imported again, unchanged', async () => {
    await seedStarter(database.db, operator);
    const before = await exportLibrary(database.db);
    const path = await file('export.json', JSON.stringify(before));
    const other = await createTestDatabase();
    const { rows, refused } = await readSource(path);
    expect(refused).toEqual([]);
    expect(await importRows(other.db, operator, rows)).toMatchObject({ created: rows.length, refused: [] });
    expect(await exportLibrary(other.db)).toEqual(before);
    expect(await importRows(other.db, operator, rows)).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: rows.length,
    });
    await other.drop();
  });

  test('a folder of Markdown: front matter, body, and the reason why a file is refused', async () => {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(folder, 'notes'));
    await file(
      'notes/My Note.md',
      '---\ntitle: A note\ntags: [one, two]\ntier_access: 2\n---\n\nDo *this*.\n',
    );
    await file('notes/bare.md', 'You are a translator. Translate {{text}}.');
    await file('notes/wrong.md', '---\ntier_access: many\n---\nbody');
    expect(await importFile(join(folder, 'notes'))).toMatchObject({
      created: 2,
      refused: [{ place: 'wrong.md', reason: expect.stringContaining('Tier Access') }],
    });
    const rows = await prompts();
    expect(rows.find((row) => row.slug === 'my-note')).toMatchObject({
      title: 'A note',
      prompt_body: 'Do *this*.',
      tags: ['one', 'two'],
      tier_access: 2,
    });
    expect(rows.find((row) => row.slug === 'bare')).toMatchObject({
      title: 'Translator',
      category: 'Language',
    });
  });
});

describe('the starter catalog', () => {
  test('has three plans, sixty prompts of every type, and eight playbooks whose steps all have prompts', async () => {
    await seedStarter(database.db, operator);
    const tiers = await database.db.selectFrom('tiers').selectAll().orderBy('access_level').execute();
    expect(tiers.map((tier) => tier.access_level)).toEqual([0, 1, 2]);
    expect(tiers.filter((tier) => tier.featured)).toHaveLength(1);
    const rows = await prompts();
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(new Set(rows.map((row) => row.prompt_type)).size).toBe(5);
    expect(new Set(rows.map((row) => row.category)).size).toBeGreaterThan(10);
    const steps = await database.db
      .selectFrom('playbook_steps_new')
      .select(['playbook_id', 'prompts'])
      .execute();
    const perPlaybook = Map.groupBy(steps, (step) => step.playbook_id);
    expect(perPlaybook.size).toBe(8);
    for (const list of perPlaybook.values()) {
      expect(list.length).toBeGreaterThanOrEqual(4);
      expect(list.length).toBeLessThanOrEqual(8);
    }
  });

  test('has a question for each blank, with a multi-line field for pasted texts', async () => {
    await seedStarter(database.db, operator);
    for (const { slug, prompt_body, blanks } of await prompts()) {
      const kinds = new Map(
        readBlanks(prompt_body, blanks as BlankDefinition[]).blanks.map(({ name, kind }) => [name, kind]),
      );
      for (const [, name = ''] of prompt_body.matchAll(/\{\{(\w+)\}\}/g))
        expect([...kinds.keys()], slug).toContain(name);
      for (const [, name = ''] of prompt_body.matchAll(/^\{\{(\w+)\}\}$/gm))
        expect([slug, name, kinds.get(name)]).toEqual([slug, name, 'text']);
    }
  });

  test("is added once, even with two processes, and deleted items don't return", async () => {
    await Promise.all([seedStarter(database.db, operator), seedStarter(database.db, operator)]);
    const count = (await prompts()).length;
    await database.db.deleteFrom('prompts').where('slug', '=', 'prompt-sharpener').execute();
    await seedStarter(database.db, operator);
    expect(await prompts()).toHaveLength(count - 1);
  });

  test("isn't added to a site that was started without it, until someone asks for it", async () => {
    const found: [string, boolean][] = [];
    for (const STARTER of ['none', '', 'demo', 'none', '']) {
      const site = await createTestSite({ database, environment: { STARTER } });
      found.push([STARTER, (await prompts()).length > 0]);
      await site.stop();
    }
    expect(found).toEqual([
      ['none', false],
      ['', false],
      ['demo', true],
      ['none', true],
      ['', true],
    ]);
  });
});

describe('the command line', () => {
  const environment = () => ({
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  });

  test('can set tier, status and category for all rows', async () => {
    const path = await file('all.csv', csv(['One', 'body one', '', '', ''], ['Two', 'body two', '', '', '']));
    const choices = ['--tier', '2', '--status', 'draft', '--category', 'Chosen'];
    expect(await promptory(environment(), 'import', path, ...choices)).toMatchObject({ code: 0 });
    expect((await prompts()).map((row) => [row.tier_access, row.status, row.category])).toEqual([
      [2, 'draft', 'Chosen'],
      [2, 'draft', 'Chosen'],
    ]);
    for (const bad of [
      ['--tier', '-1'],
      ['--tier', '1e3'],
      ['--status', 'gone'],
    ])
      expect((await promptory(environment(), 'import', path, ...bad)).code, bad.join(' ')).toBe(1);
  });

  test('imports with progress and a report; a dry run changes nothing', async () => {
    const path = await file('cli.csv', csv(['One', 'body', '', '', ''], ['Two', ' ', '', '', '']));
    const dry = await promptory(environment(), 'import', path, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('created 1') });
    expect(await prompts()).toEqual([]);
    const real = await promptory(environment(), 'import', path);
    expect(real.stdout).toMatch(/created 1 .*refused 1\n\s+refused line 3: Prompt Body: Required/s);
    expect(real.stderr).toContain('1/1');
    expect(await prompts()).toHaveLength(1);
  });

  test('says what is wrong and fails if nothing can be imported', async () => {
    const missing = await promptory(environment(), 'import', join(folder, 'nowhere.csv'));
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('File or folder not found') });
    const unknown = await promptory(environment(), 'imprt');
    expect(unknown.code).toBe(1);
    expect((await promptory(environment(), 'admin', 'add', '--help')).stdout).toContain('admin add');
  });

  test('makes an admin, with a new or an existing account', async () => {
    const created = await promptory(environment(), 'admin', 'add', 'Owner@Example.com');
    expect(created.stdout).toMatch(/owner@example\.com {3}password: \S+/);
    expect((await promptory(environment(), 'admin', 'add', 'owner@example.com')).stdout).toContain(
      'is now an admin',
    );
    expect((await promptory(environment(), 'admin', 'add', 'nobody')).code).toBe(1);
  });

  test('doctor checks the site', async () => {
    const failing = await promptory(environment(), 'doctor');
    expect(failing).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ admins') });
    await promptory(environment(), 'admin', 'add', 'owner@example.com');
    expect((await promptory(environment(), 'doctor')).stdout).toContain('✓ admins');
  });
});

describe('the blanks of a prompt', () => {
  const blanks = [{ name: 'tone', label: 'Voice', kind: 'choice', options: ['dry', 'warm'] }];
  const stored = async () =>
    (await database.db.selectFrom('prompts').select('blanks').orderBy('slug').execute()).map(
      (row) => row.blanks,
    );

  test('are imported from every kind of source, and exported again', async () => {
    const json = JSON.stringify([{ slug: 'a', prompt_body: 'A {{tone}}', blanks }]);
    const table = [
      'slug,prompt_body,blanks',
      ['b', 'B {{tone}}', JSON.stringify(blanks)].map(quote).join(','),
    ];
    await importFile(await file('blanks.json', json));
    await importFile(await file('blanks.csv', table.join('\n')));
    const complete = [{ ...blanks[0], help: '', default: '', required: true, scope: 'text' }];
    expect(await stored()).toEqual([complete, complete]);
    const { prompts } = await exportLibrary(database.db);
    expect(prompts).toMatchObject([{ blanks: complete }, { blanks: complete }]);
  });

  test("keep an admin's settings if the source has none", async () => {
    await importFile(await file('text.json', JSON.stringify([{ slug: 'a', prompt_body: 'A {{tone}}' }])));
    await database.db
      .updateTable('prompts')
      .set({ blanks: JSON.stringify(blanks) })
      .execute();
    await importFile(await file('text.json', JSON.stringify([{ slug: 'a', prompt_body: 'B {{tone}}' }])));
    expect(await stored()).toEqual([blanks]);
  });

  test("that aren't a list get their row refused", async () => {
    const table = ['slug,prompt_body,blanks', ['b', 'B', 'tone'].map(quote).join(',')];
    expect((await importFile(await file('wrong.csv', table.join('\n')))).refused).toHaveLength(1);
  });
});
