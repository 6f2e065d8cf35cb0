import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenced, oneLine } from './markdown-text.ts';

test('a fenced text ends where its fence ends, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n') }), (text) => {
      const lines = fenced(text).split('\n');
      const [fence = ''] = lines;
      expect(fence).toMatch(/^`{3,}$/);
      expect(lines.at(-1)).toBe(fence);
      expect(lines.slice(1, -1).join('\n')).toBe(text);
      expect(text).not.toContain(fence);
    }),
  );
  expect(oneLine('  a \n\t b ')).toBe('a b');
});

test('a text with very many backticks gets a longer fence', () => {
  expect(fenced('`a'.repeat(500_000)).startsWith('```\n')).toBe(true);
});
