import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { importRows } from './import.server.ts';
import { ImportError } from './import-error.ts';
import type { PlaybookRecord, PromptRecord } from './records.ts';
import { readSource } from './sources.server.ts';

const operator = asOperator('library');
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-sources-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
/** Reads a file with this content. */
async function read(name: string, content: string | Buffer) {
  const path = join(folder, String(++count), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return readSource(path);
}
async function readFolder(files: Record<string, string | Buffer>) {
  const root = join(folder, String(++count));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return readSource(root);
}
const records = async (text: string) =>
  (await read('a.csv', text)).rows.map((row) => row.record as PromptRecord);

describe('the columns of a CSV file', () => {
  test('are recognized by either name, in any order and case; unknown ones are ignored', async () => {
    const own = 'Tier_Access,PROMPT_BODY,title,unknown,status\n2,Body,Name,?,draft\n';
    expect(await records(own)).toMatchObject([
      { title: 'Name', prompt_body: 'Body', tier_access: 2, status: 'draft' },
    ]);
    expect(await records('prompt,act\nBody,Name\n')).toMatchObject([{ title: 'Name', prompt_body: 'Body' }]);
  });

  test('of titles and categories have one line each', async () => {
    const text = 'title,prompt,category,tags\n"First line\r\nsecond\tword",a,"Two\n words","one\ntag, two"\n';
    expect(await records(text)).toMatchObject([
      { title: 'First line second\tword', category: 'Two words', tags: ['one tag', 'two'] },
    ]);
  });

  test('name a category or a tag once, whatever its case', async () => {
    const text = 'title,prompt,category,tags\nA,a,"Foo, foo , Bar","x, x , X,y,,"\n';
    expect(await records(text)).toMatchObject([{ category: 'Foo, Bar', tags: ['x', 'y'] }]);
  });

  test('with several categories are split at commas, as elsewhere', async () => {
    const text = 'title,prompt,category\nA,a,"Writing,  Marketing , "\nB,b,"Writing, Marketing"\nC,c,", "\n';
    const categories = (await records(text)).map(({ category }) => category);
    expect(categories).toEqual(['Writing, Marketing', 'Writing, Marketing', '']);
  });

  test('of titles, categories and tags that look the same are the same', async () => {
    const text = 'title,prompt,category,tags\nÉtude,a,Développement,"café, naïf"\n'; // cspell:disable-line
    const [composed] = await records(text.normalize('NFC'));
    expect(await records(text.normalize('NFD'))).toEqual([composed]);
  });

  test('with lists are split at commas, semicolons and bars; an empty field changes nothing', async () => {
    const text =
      'title,prompt,tags,use_cases,category\nA,x,"one, two;three|four , ,",first;second,\nB,y,,,\n';
    const [first, second] = await records(text);
    expect(first).toMatchObject({ tags: ['one', 'two', 'three', 'four'], use_cases: ['first', 'second'] });
    expect(first).not.toHaveProperty('category');
    expect(second).not.toHaveProperty('tags');
  });

  test.each([
    ['text', 'Text'],
    ['IMAGE', 'Image'],
    [' Video ', 'Video'],
    ['STRUCTURED', 'Text'],
    ['code', 'Text'],
    ['Workflow', 'Agent'],
    ['', 'Text'],
  ])('of types take %j for %s', async (type, expected) => {
    expect(await records(`act,prompt,type\nA,x,${type}\n`)).toMatchObject([{ prompt_type: expected }]);
  });

  test('for developers set a category where there is none', async () => {
    const [first, second, third] = await records(
      'act,prompt,for_devs,category\nA,x,TRUE,\nB,x,true,Own\nC,x,FALSE,\n',
    );
    expect([first?.category, second?.category, third?.category]).toEqual(['Development', 'Own', undefined]);
  });

  test('return any text unchanged', async () => {
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const isPrompt = (value: string) =>
      /[^\s\p{Default_Ignorable_Code_Point}]/u.test(value) && !/\0/.test(value);
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((value) => isPrompt(value) && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (bodies) => {
        const rows = bodies.map((body, index) => `T${index},${quote(body)}`).join('\r\n');
        expect((await records(`act,prompt\r\n${rows}\r\n`)).map((record) => record.prompt_body)).toEqual(
          bodies,
        );
      }),
      { numRuns: 40 },
    );
  });

  test('give each row its line in the file, even after fields with several lines', async () => {
    const text = 'act,prompt\nA,"one\ntwo\nthree"\nB,   \nC,fine\nD,\n';
    const { rows, refused } = await read('a.csv', text);
    expect(rows.map((row) => row.place)).toEqual(['line 2', 'line 6']);
    expect(refused.map((row) => row.place)).toEqual(['line 5', 'line 7']);
  });
});

describe('a CSV file of a program with its own ways', () => {
  test('keeps quotes within fields, and has each unreadable line refused', async () => {
    const text = 'act,prompt\nNails,5" nails and "x" for a "y"\nTen,"10"" of it"\nOpen,"no end';
    const { rows, refused } = await read('a.csv', text);
    expect(rows.map(({ record }) => (record as PromptRecord).prompt_body)).toEqual([
      '5" nails and "x" for a "y"',
      '10" of it',
    ]);
    expect(refused).toEqual([{ place: 'line 4', reason: 'has a quotation mark without a second one' }]);
  });

  test.each([';', '\t', ','])('is separated by %j', async (sign) => {
    const [name, body] = [`"A${sign} B"`, '"Say: a, b; c\td."'];
    const lines = [`"act, or name; or\tso"${sign}prompt`, [name, body].join(sign), ['C', 'c'].join(sign)];
    const source = await read('a.csv', `\uFEFF${lines.join('\r\n')}`);
    expect(source.columns.map((column) => column.field)).toEqual(['', 'prompt_body']);
    const own = await records(lines.join('\n').replace(/^"[^"]*"/, 'act'));
    expect(own).toMatchObject([
      { title: `A${sign} B`, prompt_body: 'Say: a, b; c\td.' },
      { title: 'C', prompt_body: 'c' },
    ]);
  });

  test.each(['\n', '\r\n'])('begins with what separates its fields, line breaks %j', async (lineBreak) => {
    const text = ['sep=;', 'act;prompt', 'A;a', 'B;', ''].join(lineBreak);
    const { rows, refused } = await read('a.csv', `\uFEFF${text}`);
    expect(rows).toMatchObject([{ place: 'line 3', record: { title: 'A', prompt_body: 'a' } }]);
    expect(refused).toMatchObject([{ place: 'line 4' }]);
  });

  test('is UTF-16, as spreadsheets save Unicode text', async () => {
    const littleEndian = Buffer.from('\uFEFFact\tprompt\r\nÄrger 😀\tSag „ja“.\r\n', 'utf16le'); // cspell:disable-line
    for (const content of [littleEndian, Buffer.from(littleEndian).swap16()]) {
      const { rows, refused } = await read('a.csv', content);
      expect(rows).toMatchObject([{ record: { title: 'Ärger 😀', prompt_body: 'Sag „ja“.' } }]); // cspell:disable-line
      expect(refused).toEqual([]);
    }
  });

  test('has spaces after its commas', async () => {
    const text = '"act", "prompt"\n"One, two", "Say ""a"", b.\n  And c. "\n"Three",  four, \n"Five", six\n';
    const { rows, refused } = await read('a.csv', text);
    expect(rows.map(({ record }) => record)).toMatchObject([
      { title: 'One, two', prompt_body: 'Say "a", b.\n  And c. ' },
      { title: 'Five', prompt_body: 'six' },
    ]);
    expect(refused).toMatchObject([{ place: 'line 4' }]);
  });
});

describe('a JSON file', () => {
  test('is a list of prompts, or prompts and playbooks; invalid entries are named by their place', async () => {
    expect((await read('a.json', '[{"prompt_body":"x"}]')).rows).toMatchObject([
      { kind: 'prompt', place: 'prompts[0]' },
    ]);
    const { rows, refused } = await read(
      'b.json',
      JSON.stringify({
        prompts: [{ title: 'A', prompt_body: 'x' }, { title: 'no body' }, 'text', null],
        playbooks: [{ title: 'P' }, { title: '' }, { title: 'Q', price: 1.5 }],
      }),
    );
    expect(rows.map((row) => `${row.kind} ${row.place}`)).toEqual([
      'prompt prompts[0]',
      'playbook playbooks[0]',
    ]);
    expect(refused.map((row) => row.place)).toEqual([
      'prompts[1]',
      'prompts[2]',
      'prompts[3]',
      'playbooks[1]',
      'playbooks[2]',
    ]);
    expect(refused[0]?.reason).toContain('Prompt Body');
  });

  test.each(['', '{', '5', '"text"', 'null', '[]', '{}', '{"prompts":{}}', '{"prompts":[],"playbooks":[]}'])(
    'of %j is refused whole',
    async (text) => {
      await expect(read('a.json', text)).rejects.toThrow();
    },
  );

  test("that isn't UTF-8 is refused completely", async () => {
    await expect(read('a.json', Buffer.from([0x5b, 0xff, 0x5d]))).rejects.toThrow('UTF-8');
  });
});

describe('a folder', () => {
  test('has prompts as Markdown and playbooks as YAML, named after their files, in all subfolders', async () => {
    const { rows, refused } = await readFolder({
      'deep/er/My Prompt.md': '---\ntitle: Own title\n---\nBody',
      'plain.markdown': 'Only a body',
      'crlf.md': '---\r\ntitle: Windows\r\n---\r\nBody\r\nof two lines',
      'guide.yaml':
        'title: Guide\nsteps:\n  - title: One\n    prompts:\n      - library: my-prompt\n      - {title: Own, prompt_body: text}\n',
      'other.yml': 'version: 1\n',
      'notes.txt': 'no prompt',
    });
    expect(refused).toEqual([]);
    const known = Object.fromEntries(rows.map((row) => [row.key, row.record]));
    expect(Object.keys(known).sort()).toEqual(['slug:crlf', 'slug:guide', 'slug:my-prompt', 'slug:plain']);
    expect(known['slug:my-prompt']).toMatchObject({ title: 'Own title', prompt_body: 'Body' });
    expect(known['slug:crlf']).toMatchObject({ title: 'Windows', prompt_body: 'Body\r\nof two lines' });
    expect((known['slug:guide'] as PlaybookRecord).steps[0]?.prompts).toHaveLength(2);
  });

  test('has tags and use cases as a list, or with commas between them', async () => {
    const { rows } = await readFolder({
      'list.md': '---\ntitle: A\ntags: [one, two]\n---\nText',
      'commas.md': '---\ntitle: B\ntags: one, two,\nuse_cases: first , second\n---\nText',
    });
    expect(rows.map(({ record }) => record)).toMatchObject([
      { tags: ['one', 'two'], use_cases: ['first', 'second'] },
      { tags: ['one', 'two'] },
    ]);
  });

  test('has front matter and an empty line before a text, and a line end after it', async () => {
    const head = '---\ntitle: Own\n---\n';
    const { rows } = await readFolder({
      'a.md': `${head}\n  Indented\n\n`,
      'b.md': `${head}\n\nLower`,
      'c.md': `${head.replaceAll('\n', '\r\n')}\r\nWindows\r\n`,
      'd.md': '\n\n  Without front matter\n\n',
    });
    expect(rows.map(({ record }) => (record as PromptRecord).prompt_body)).toEqual([
      ...['  Indented\n', '\nLower', 'Windows', 'Without front matter'],
    ]);
  });

  test('ignores empty properties and empty front matter', async () => {
    const { rows, refused } = await readFolder({
      'a.md': '---\ntitle:\ndescription:\ntags:\ncategory: ~\n---\nText',
      'b.md': '---\n---\nText',
      'c.md': '--- \r\n# None yet\r\n---\r\nText\r\n',
      'd.yaml':
        'title: Guide\ndescription:\nsteps:\n  - title: One\n    description:\n    prompts:\n      - {title: Own, prompt_body: text, note: ~}\n  - title: Two\n    prompts:\n',
      'e.md': '---\ntitle: x\n---\n---\nText',
    });
    expect(refused).toEqual([]);
    expect(rows.map(({ given }) => given)).toEqual([
      ...Array(3).fill(['slug', 'prompt_body']),
      ['slug', 'title', 'steps'],
      ['slug', 'title', 'prompt_body'],
    ]);
    const bodies = rows.flatMap(({ kind, record }) => (kind === 'prompt' ? record.prompt_body : []));
    expect(bodies).toEqual(['Text', 'Text', 'Text', '---\nText']);
  });

  test('has years for titles and tags, and a list of categories', async () => {
    const { rows, refused } = await readFolder({
      'a.md': '---\ntitle: 2024\ndescription: 3.5\ntags: [2024, ai]\ncategory: [Writing, 2024]\n---\nText',
      'b.yaml': 'title: 2025\ncategory: [A, B]\nsteps:\n  - title: 1\n',
    });
    expect(refused).toEqual([]);
    expect(rows.map(({ record }) => record)).toMatchObject([
      { title: '2024', description: '3.5', tags: ['2024', 'ai'], category: 'Writing, 2024' },
      { title: '2025', category: 'A, B', steps: [{ title: '1' }] },
    ]);
  });

  test("reports files that can't be read, and imports the others", async () => {
    const { rows, refused } = await readFolder({
      'bad.md': '---\ntitle: [unclosed\n---\nBody',
      'list.md': '---\n- a\n- b\n---\nBody',
      'bytes.md': Buffer.from([0xff, 0xfe, 0x41]),
      'empty.md': '---\ntitle: Nothing below\n---\n',
      'good.md': 'Body',
    });
    expect(rows.map((row) => row.place)).toEqual(['good.md']);
    expect(refused.map((row) => row.place)).toEqual(['bad.md', 'bytes.md', 'empty.md', 'list.md']);
    expect(refused[1]?.reason).toContain('UTF-8');
  });

  test('without a prompt is refused', async () => {
    await expect(readFolder({ 'readme.txt': 'x' })).rejects.toThrow(ImportError);
  });
});

describe('bringing it in', () => {
  const bring = async (rows: Awaited<ReturnType<typeof readSource>>['rows']) =>
    importRows(database.db, operator, rows);
  const row = (slug: string) =>
    database.db.selectFrom('prompts').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();

  test('imports a row once, even if the source has it twice', async () => {
    const twice = JSON.stringify([
      { slug: 'twice', title: 'First', prompt_body: 'first' },
      { slug: 'twice', title: 'Second', prompt_body: 'second' },
      { slug: 'once', title: 'Third', prompt_body: 'third' },
    ]);
    const report = await bring((await read('a.json', twice)).rows);
    expect(report).toMatchObject({ created: 2, refused: [{ place: 'prompts[1]' }] });
    expect((await row('twice')).title).toBe('First');
  });

  test('updates an existing item with the same slug, and keeps its views and author', async () => {
    await database.db
      .insertInto('prompts')
      .values({ slug: 'by-hand', title: 'By hand', prompt_body: 'old', view_count: 7, status: 'published' })
      .execute();
    const report = await bring(
      (await read('a.json', '[{"slug":"by-hand","title":"New","prompt_body":"new"}]')).rows,
    );
    expect(report).toMatchObject({ created: 0, changed: 1 });
    expect(await row('by-hand')).toMatchObject({ title: 'New', prompt_body: 'new', view_count: 7 });
  });

  test('links the steps of a playbook to prompts of the same source, and reports missing ones', async () => {
    const { rows } = await readFolder({
      'a-step.md': 'The body of a step',
      'linked.yaml':
        'title: Linked\nsteps:\n  - title: One\n    prompts:\n      - library: a-step\n      - library: nowhere\n',
    });
    const report = await bring(rows);
    expect(report.created).toBe(2);
    expect(report.refused).toMatchObject([
      { place: 'linked.yaml', reason: expect.stringContaining('nowhere') },
    ]);
    const step = await database.db
      .selectFrom('playbook_steps_new')
      .innerJoin('playbooks', 'playbooks.id', 'playbook_steps_new.playbook_id')
      .select('prompts')
      .where('slug', '=', 'linked')
      .executeTakeFirstOrThrow();
    expect(step.prompts).toEqual([
      {
        type: 'library',
        prompt_id: (await row('a-step')).id,
        title: expect.any(String),
        prompt_body: 'The body of a step',
      },
    ]);
  });

  test('changes nothing in a dry run, and reports what it would change', async () => {
    const { rows } = await read('a.json', '[{"slug":"trial","title":"T","prompt_body":"x"}]');
    expect(await importRows(database.db, operator, rows, { isDryRun: true })).toMatchObject({ created: 1 });
    expect(
      await database.db.selectFrom('prompts').select('id').where('slug', '=', 'trial').execute(),
    ).toEqual([]);
  });

  test("keeps the source's order in lists by date, and reports its progress", async () => {
    const list = Array.from({ length: 450 }, (_, index) => ({
      title: `Ordered ${index}`,
      prompt_body: 'x',
      category: 'Ordered',
    }));
    const seen: number[] = [];
    const { rows } = await read('a.json', JSON.stringify(list));
    await importRows(database.db, operator, rows, { onProgress: (done) => void seen.push(done) });
    const titles = await database.db
      .selectFrom('prompts')
      .select('title')
      .where('category', '=', 'Ordered')
      .orderBy('created_at', 'desc')
      .execute();
    expect(titles.map(({ title }) => title)).toEqual(list.map(({ title }) => title));
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.at(-1)).toBe(450);
  });
});
