import { expect, test } from 'vitest';
import { readYaml } from './read-yaml.server.ts';

test.each([
  ['title: x\ntags: [a, b\n', /^Flow sequence .* at line 3, column 1$/],
  ['title: Guide\nsteps: []\ntitle: Other\n', /^Map keys must be unique at line 3, column 1$/],
  ['title: Guide\nsteps: [&a &b c]\n', /^A node can have at most one anchor at line 2, column 12$/],
])('the first mistake in %j is told with its place', (text, message) => {
  expect(() => readYaml(text)).toThrow(message);
});

test('names are told apart in each map by itself', () => {
  expect(readYaml('a: { x: 1 }\nb: { x: 2 }')).toEqual({ a: { x: 1 }, b: { x: 2 } });
});

// Comparing each name with every other, and a message with its line for each mistake, would take minutes.
test('many names or mistakes take no longer than a long text', () => {
  const names = Array.from({ length: 20_000 }, (_, number) => `name${number}: 1`).join('\n');
  expect(Object.keys(readYaml(names) as object)).toHaveLength(20_000);
  expect(() => readYaml(`steps: [${','.repeat(20_000)}]`)).toThrow('at line 1');
}, 30_000);
