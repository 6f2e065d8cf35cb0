import { expect, test, vi } from 'vitest';
import { Alias } from 'yaml';
import { readYaml } from './read-yaml.server.ts';

test.each([
  ['title: x\ntags: [a, b\n', 'a quotation mark or bracket is open at line 3'],
  ['title: x\ntags: "a, b\n', 'a quotation mark or bracket is open at line 3'],
  ['title: Guide\nsteps: []\ntitle: Other\n', 'line 3 has the name "title" a second time'],
  ['title: Guide\nsteps:\n    title: A\n  prompts: []\n', "line 4 isn't indented like"],
  ['title: Guide\nsteps:\n\t- title: A\n', "line 3 isn't indented like"],
  ['title: Guide\ntags: &all [*all]\n', 'line 2 refers to itself'],
  ['title: Guide: second edition\n', "line 1 can't be read. If a text has special characters"],
  ['title: Guide\ndescription: *Really* good\n', "line 2 can't be read. If a text has special characters"],
  ['title: Guide\nsteps: [&a &b c]\n', "line 2 can't be read. If a text has special characters"],
])('the first mistake in %j is told with its line', (text, message) => {
  expect(() => readYaml(text)).toThrow(message);
});

test('a part can be used again, also within another', () => {
  expect(readYaml('a: &x { b: 1 }\nc: &y [*x, *x]\nd: *y')).toEqual({
    a: { b: 1 },
    c: [{ b: 1 }, { b: 1 }],
    d: [{ b: 1 }, { b: 1 }],
  });
});

test('names are told apart in each map by itself', () => {
  expect(readYaml('a: { x: 1 }\nb: { x: 2 }')).toEqual({ a: { x: 1 }, b: { x: 2 } });
});

const times = (count: number, text: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => text(number)).join('');
const references = (count: number) => times(count, (number) => `- &a${number} x\n- *a${number}\n`);
test.each([
  ['items', times(50_000, () => '- a\n')],
  ['comments', times(150_001, () => '#\n')],
  ['references', references(1_001)],
  ['directives', `${times(1_001, (number) => `%TAG !a${number}! tag:x:\n`)}---\nx`],
])('a document with so many %s that parsing it would take long is refused', (_what, text) => {
  expect(() => readYaml(text)).toThrow(
    'has more than 150,000 names, values and marks of YAML, or more than 1,000 references',
  );
});

test('texts that begin like references are none, and some references are fine', () => {
  expect(readYaml(times(1_001, () => '- |\n  *a\n'))).toHaveLength(1_001);
  expect(readYaml(references(1_000))).toHaveLength(2_000);
  expect(readYaml(`- &a x\n${times(1_000, () => '- *a\n')}`)).toHaveLength(1_001);
});

test('references are looked up without going through the document for each', () => {
  const search = vi.spyOn(Alias.prototype, 'resolve');
  readYaml(references(500));
  expect(search.mock.calls.every(([_document, context]) => context !== undefined)).toBe(true);
  search.mockRestore();
});

// Each line has ten times the size of the one before it. The last one merges maps, which are built anew for each reference.
test.each([
  ['lists', 'x0: &x0 [x]', (before: string) => `[${before}]`],
  ['texts', `x0: &x0 ${'x'.repeat(6_000)}`, (before: string) => `[${before}]`],
  ['merged maps', 'x0: &x0 {x: x}', (before: string) => `{!!merge <<: [${before}]}`],
])('references that repeat %s too often are refused', (_what, first, repeated) => {
  const lines = times(20, (number) => {
    const before = Array(10).fill(`*x${number}`).join(', ');
    return `x${number + 1}: &x${number + 1} ${repeated(before)}\n`;
  });
  expect(() => readYaml(`${first}\n${lines}`)).toThrow(
    'has more than 5,000,000 characters with all references written out',
  );
});

// Comparing each name with every other, and a message with its line for each mistake, would take minutes.
test('many names or mistakes take no longer than a long text', () => {
  const names = Array.from({ length: 20_000 }, (_, number) => `name${number}: 1`).join('\n');
  expect(Object.keys(readYaml(names) as object)).toHaveLength(20_000);
  expect(() => readYaml(`steps: [${','.repeat(20_000)}]`)).toThrow('line 1 ');
}, 30_000);
