import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenced, oneLine } from './markdown-text.ts';

test('a text in a fence ends where the fence does, whatever is in it', () => {
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

test('a text of very many marks has a fence, too', () => {
  expect(fenced('`a'.repeat(500_000)).startsWith('```\n')).toBe(true);
});
