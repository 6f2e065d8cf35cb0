import { expect, test } from 'vitest';
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
