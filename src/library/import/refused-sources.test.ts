import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { limits } from '#constants';
import { readBytes } from './sources.server.ts';

const read = (kind: 'csv' | 'json', text: string) => readBytes(kind, Buffer.from(text));
/** How many turns the event loop took meanwhile. */
async function countTurns(work: () => Promise<unknown>) {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await work().finally(() => clearImmediate(next));
  return turns;
}

test.each(['title,title,prompt', 'Title,TITLE,prompt', 'prompt,act,prompt', 'tags,prompt, tags'])(
  'a CSV file with the columns %s is refused, because one of them would be lost',
  async (header) => {
    await expect(read('csv', `${header}\nA,B,C\n`)).rejects.toThrow(/has the column "\w+" twice/);
  },
);

test('a CSV file with two columns for one field is refused, as in the browser', async () => {
  const text = 'act,title,prompt\nA,B,C\n';
  await expect(read('csv', text)).rejects.toThrow(
    'The columns "act" and "title" both fill the field "Title". Leave one of them out.',
  );
  const { rows } = await readBytes('csv', Buffer.from(text), { act: '' });
  expect(rows).toMatchObject([{ record: { title: 'B' } }]);
});

test('a CSV file can have a column twice that fills no field', async () => {
  const { rows } = await read('csv', 'notes,notes,prompt,,\nA,B,C,,\n');
  expect(rows).toHaveLength(1);
});

test('a refused row has its title, and its reason names the entry of a list', async () => {
  const long = 'y'.repeat(101);
  const reason = `Tags “${'y'.repeat(60)}…”: At most 100 characters`;
  const csv = await read('csv', `title,prompt,tags\nIn a table,Text,"short, ${long}"\n`);
  expect(csv.refused).toEqual([{ place: 'line 2', title: 'In a table', reason }]);
  const json = await read(
    'json',
    JSON.stringify([
      { title: ' In a list ', prompt_body: 'Text', tags: ['short', long] },
      { title: 'Empty', prompt_body: '' },
      'just text',
      { title: 'With commas', prompt_body: 'Text', tags: `short, ${long}` },
    ]),
  );
  expect(json.refused).toMatchObject([
    { title: 'In a list', reason },
    { title: 'Empty', reason: expect.stringMatching(/^Prompt Body: /) },
    { place: 'prompts[2]', reason: expect.not.stringContaining(':') },
    { title: 'With commas', reason },
  ]);
});

test('a row is refused for what an editor would refuse, and for nothing else', async () => {
  const unseen = '\u200b';
  const steps = [{ title: 'Step', prompts: [{ title: 'Blank', prompt_body: ' ' }] }];
  const twice = [{ name: 'topic' }, { name: 'TOPIC' }];
  const prompts = [
    { title: unseen, prompt_body: 'Text' },
    { title: 'Unseen', prompt_body: unseen },
    { title: 'Twice', prompt_body: 'About [TOPIC]', blanks: twice },
    { title: 'Late', prompt_body: 'Text', publish_at: '1969-12-31T00:00:00Z' },
    { title: 'Long', prompt_body: 'Text', description: `${'x'.repeat(limits.description)}\n` },
  ];
  const { rows, refused } = await read(
    'json',
    JSON.stringify({ prompts, playbooks: [{ title: 'Book', steps }] }),
  );
  expect(refused).toEqual([
    { place: 'prompts[0]', title: unseen, reason: 'Title: Required' },
    { place: 'prompts[1]', title: 'Unseen', reason: 'Prompt Body: Required' },
    { place: 'prompts[2]', title: 'Twice', reason: 'Blanks: Two blanks have the same name' },
    { place: 'prompts[3]', title: 'Late', reason: 'Publish on: Must be between 1970 and 9999' },
    { place: 'playbooks[0]', title: 'Book', reason: 'Steps 1, Prompts 1, Prompt Body: Required' },
  ]);
  expect(rows.map(({ record }) => record)).toMatchObject([{ description: 'x'.repeat(limits.description) }]);
});

test('samples and names of columns are cut before an emoji, not within it', async () => {
  const half = `${'x'.repeat(59)}😀 and more`;
  const csv = await read('csv', `prompt,other\nText,${half}\n`);
  expect(csv.columns[1]).toMatchObject({ name: 'other', sample: `${'x'.repeat(59)}…` });
  const tags = `${half}${'y'.repeat(100)}`;
  const json = await read('json', JSON.stringify([{ title: 'A', prompt_body: 'Text', tags: [tags] }]));
  expect(json.refused[0]?.reason).toBe(`Tags “${'x'.repeat(59)}…”: At most 100 characters`);
  const header = `${'x'.repeat(199)}😀`;
  await expect(read('csv', `${header}\nText\n`)).rejects.toThrow(/x{199}$/);
});

test('a document is refused for what is wrong with it', async () => {
  const files = {
    'circle.md': strToU8('---\ntitle: Circle\nextra: &all { more: *all }\n---\nText'),
    'circle.yaml': strToU8('title: Circle\ntags: &all [*all]\nsteps: []\n'),
    'latin.md': Buffer.from('Text, café', 'latin1'),
  };
  const { rows, refused } = await readBytes('zip', Buffer.from(zipSync(files)));
  expect(rows).toEqual([]);
  expect(refused).toEqual([
    { place: 'circle.md', reason: 'line 3 refers to itself' },
    { place: 'circle.yaml', reason: 'line 2 refers to itself' },
    { place: 'latin.md', reason: expect.stringContaining('not valid UTF-8') },
  ]);
});

test('a long CSV file is read in parts, so that others are answered in between', async () => {
  const long = `prompt\n${`x${','.repeat(1_000)}\n`.repeat(200)}`;
  expect(await countTurns(() => read('csv', long))).toBeGreaterThan(5);
});

test('a JSON file that is nested very deeply is refused before it is parsed', async () => {
  const deep = `[{"title":"Deep","prompt_body":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}]`;
  await expect(read('json', deep)).rejects.toThrow('The file is nested too deeply.');
  const text = JSON.stringify('[{'.repeat(1_000));
  expect((await read('json', `[{"title":"Brackets","prompt_body":${text}}]`)).rows).toHaveLength(1);
});

test.each([
  ['[{"title":"A","prompt_body":"x"}\n{"title":"B"}]', "Line 2 of the file isn't valid JSON"],
  ['[\n{"title":"A",\n"prompt_body": undefined}]', "Line 3 of the file isn't valid JSON"],
  ['[{"title":"A","prompt_body":"x"},\n\n]', "Line 3 of the file isn't valid JSON"],
  ['{"prompts":\n[{"title":"“”" "B"}]}', "Line 2 of the file isn't valid JSON"],
  ['[{"title":"A\nB"}]', "Line 1 of the file isn't valid JSON"],
  ['', 'The file ends too early'],
  ['[{"title":"A"}\n', 'The file ends too early'],
  ['[{"title":"A', 'The file ends too early'],
])('the first mistake in the JSON file %j is told with its line', async (text, message) => {
  await expect(read('json', text)).rejects.toThrow(message);
});

test('no file is refused in the words of the library that reads it', async () => {
  const latin = Buffer.from('[{"title":"Café"}]', 'latin1');
  await expect(readBytes('json', latin)).rejects.toThrow("The file isn't valid UTF-8.");
  await expect(readBytes('zip', latin)).rejects.toThrow("This isn't a readable ZIP archive. ");
});
