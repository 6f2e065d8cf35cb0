import { expect, test } from 'vitest';
import { shownValue } from './shown-value.ts';

const step = (description: string, prompt_body: string) => [
  { title: 'Plan', description, prompts: [{ type: 'manual', title: 'Ask', prompt_body }] },
  { title: 'Check', description: '', prompts: [] },
];

test('two versions of steps with the same titles look different', () => {
  expect(shownValue(step('First think', 'Do it.'))).toBe('Plan\nFirst think\nAsk\nDo it.\n\nCheck');
  expect(shownValue(step('First think', 'Do it well.'))).not.toBe(shownValue(step('First think', 'Do it.')));
});

test('the questions of the home page have their answers, and links their addresses', () => {
  expect(shownValue([{ title: 'Why?', text: 'Because.' }])).toBe('Why?\nBecause.');
  expect(shownValue([{ label: 'Help', address: '/pages/help' }])).toBe('Help: /pages/help');
});

test('plain fields are shown unchanged, and empty ones as a dash', () => {
  expect(['Text', 3, '', null, [], ['a', 'b']].map(shownValue)).toEqual(['Text', '3', '—', '—', '—', 'a\nb']);
  expect([true, false].map(shownValue)).toEqual(['Yes', 'No']);
});
