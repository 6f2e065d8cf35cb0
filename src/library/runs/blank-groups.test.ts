import { expect, test, vi } from 'vitest';
import { blankDefinition } from '../blanks/public/blank-fields.ts';
import { readBlanks } from '../blanks/public/blanks.ts';
import { groupBlanks } from './blank-groups.ts';

const prompt = (text: string, said: object[] = []) => ({
  blanks: readBlanks(
    text,
    said.map((definition) => blankDefinition.parse(definition)),
  ).blanks,
});

test("blanks used in several steps come first, then those of each step, once, in the author's order", () => {
  const { blanks, groups } = groupBlanks([
    { title: 'Research', prompts: [prompt('{{company}} {{market}}'), prompt('{{market}}')] },
    {
      title: 'Write',
      prompts: [
        prompt('[COMPANY] {{step 1 result}} {{tone:dry}}', [{ name: 'company', label: 'Your company' }]),
      ],
    },
    { title: 'Rest', prompts: [] },
  ]);
  expect(
    groups.map(({ title, position, blanks: own }) => [title, position, own.map(({ label }) => label)]),
  ).toEqual([
    ['Several steps', undefined, ['Your company']],
    ['1. Research', 0, ['Market']],
    ['2. Write', 1, ['Tone']],
  ]);
  expect(blanks.map(({ name }) => name)).toEqual(['company', 'market', 'tone']);
});

test('the names of blanks are read a few times a blank, not once for all others', () => {
  const steps = Array.from({ length: 20 }, (_, step) => ({
    title: `Step ${step}`,
    prompts: [prompt(`{{own ${step}}} {{other ${step}}} {{company}} {{tone}}`)],
  }));
  const normalized = vi.spyOn(String.prototype, 'normalize');
  const { blanks, groups } = groupBlanks(steps);
  expect(normalized.mock.calls.length).toBeLessThan(20 * 4 * 20);
  normalized.mockRestore();
  expect(blanks).toHaveLength(42);
  expect(groups.map(({ blanks: own }) => own.length)).toEqual(Array.from({ length: 21 }, () => 2));
});
