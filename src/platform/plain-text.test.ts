import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { plainText } from './plain-text.ts';

describe('the text of a card', () => {
  test.each([
    ['# Heading\n**bold** and *soft* `code`', 'Heading\nbold and soft code'],
    ['see [the guide](https://example.com/a_b) now', 'see the guide now'],
    ['![a picture](/media/x.webp) after', 'a picture after'],
    ['> quoted', 'quoted'],
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>text', 'text'],
    ['before\n| a | b |\n|---|---|\n| 1 | 2 |\nafter', 'before\n\n\n\nafter'],
    ['2 > 1 and 1 < 2', '2  1 and 1 < 2'],
    ['', ''],
    ['   \n\n', ''],
  ])('of %j is %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  test('has no mark that would be read aloud, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (markdown) => {
        expect(plainText(markdown)).not.toMatch(/[#*_`>]/);
        expect(plainText(markdown)).toBe(plainText(markdown).trim());
      }),
    );
  });

  test('of the longest description is made in a moment, whatever it is made of', () => {
    for (const piece of ['[', '<', '\n', ' \n', '[a](', '|'])
      for (let time = 0; time < 100; time += 1)
        expect(plainText(`${piece.repeat(limits.playbookDescription / piece.length)}x`).length).toBeLessThan(
          2_001,
        );
  }, 30_000);
});
