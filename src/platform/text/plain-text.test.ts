import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { plainTeaser, plainText } from './plain-text.ts';

describe('the text of a card', () => {
  test.each([
    ['# Heading\n**bold** and *soft* `code`', 'Heading\nbold and soft code'],
    ['see [the guide](https://example.com/a_b) now', 'see the guide now'],
    [
      'See [Set](https://en.wikipedia.org/wiki/Set_(mathematics)) and ~~old~~ new foo\\_bar &amp; &lt;b&gt;',
      'See Set and old new foo_bar & <b>',
    ],
    ['\\*no emphasis\\* and `a\\_b`', '*no emphasis* and a\\_b'],
    ['`C:\\dir\\` and `x`', 'C:\\dir\\ and x'],
    ['\\`no code\\` and `*code* <b> [a](b)`', '`no code` and *code* <b> [a](b)'],
    ['`&amp;` and \\&lt; and &amp;lt;', '&amp; and &lt; and &lt;'],
    ['a\u{fdd0}b\u{fdd9}', 'ab'],
    ['C:\\dir, ~5 to ~6, AT&T &c; [a](b(c)', 'C:\\dir, ~5 to ~6, AT&T &c; [a](b(c)'],
    ['![a picture](/media/x.webp) after', 'a picture after'],
    ['> quoted', 'quoted'],
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>text', 'text'],
    ['before\n| a | b |\n|---|---|\n| 1 | 2 |\nafter', 'before\n\n\n\nafter'],
    ['2 > 1 and 1 < 2', '2 > 1 and 1 < 2'],
    ['a > b, 2 * 3 * 4', 'a > b, 2 * 3 * 4'],
    ['C# for teams', 'C# for teams'],
    ['the field prompt_body of snake_case_names', 'the field prompt_body of snake_case_names'],
    ['_soft_ and __loud__, (_here_)', 'soft and loud, (here)'],
    ['**loud *and soft* words**', 'loud and soft words'],
    ['- one\n* two\n+ three', 'one\ntwo\nthree'],
    ['1. one\n2. two', '1. one\n2. two'],
    ['> - # nested', 'nested'],
    ['-5 degrees, #tag', '-5 degrees, #tag'],
    ['before\n---\n```js\ncode\n```', 'before\n\n\ncode'],
    ['', ''],
    ['   \n\n', ''],
  ])('of %j is %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  test('never ends with half an emoji', () => {
    const text = plainText(`x${'🙂'.repeat(limits.playbookDescription / 2 - 1)}`);
    expect(text).toMatch(/🙂$/u);
    expect(text.isWellFormed()).toBe(true);
  });

  test('keeps every letter and number of a text without tags and links, and no trailing space', () => {
    const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (markdown) => {
        const plain = markdown.replaceAll(/[<[|`]/g, '');
        expect(letters(plainText(plain))).toBe(letters(plain));
        expect(plainText(markdown)).toBe(plainText(markdown).trim());
      }),
    );
  });

  test('is made quickly from the longest description, whatever it contains', () => {
    for (const piece of [
      '[',
      '<',
      '\n',
      ' \n',
      '[a](',
      '[a](()',
      '(',
      '~~',
      '~~a',
      '\\',
      '&',
      '|',
      '*',
      '*a',
      '_',
      '_a',
      '`',
      '> ',
      '- ',
    ])
      for (let time = 0; time < 100; time += 1)
        expect(plainText(`${piece.repeat(limits.playbookDescription / piece.length)}x`).length).toBeLessThan(
          2_001,
        );
  }, 30_000);
});

test.each([
  ['see [the gui', 'see the gui'],
  ['see [the guide](https://exam', 'see the guide'],
  ['see [the guide](https://example.com/ "A ti', 'see the guide'],
  ['see [the guide](https://example.com/) and', 'see the guide and'],
  ['![A pict', 'A pict'],
  ['Dear [name]', 'Dear [name]'],
  ['text <a href="https://exa', 'text'],
  ['text <table', 'text'],
  ['1 < 2 and x', '1 < 2 and x'],
  ['some **bold te', 'some bold te'],
  ['some **bold** and *sof', 'some bold and sof'],
  ['run `npm ru', 'run npm ru'],
  ['2 * 3 and snake_case', '2 * 3 and snake_case'],
  ['# Head\n\n- one\n- **two [lin', 'Head\n\none\ntwo lin'],
  ['```js\nconst x', 'const x'],
  ['Plan\n\n| Day | Task |\n|---|---|\n| Mon | Wr', 'Plan\n\nDay · Task\n\nMon · Wr'],
])('the teaser of %j is %j', (cut, text) => {
  expect(plainTeaser(cut)).toBe(text);
});

test('a teaser keeps every letter and number of a text without tags and links', () => {
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (markdown) => {
      const plain = markdown.replaceAll(/[<[`]/g, '');
      expect(letters(plainTeaser(plain))).toBe(letters(plain));
    }),
  );
});

test('a long text is cut before an emoji, not within it', () => {
  expect(plainText(`${'x'.repeat(1_999)}😀`)).toBe('x'.repeat(1_999));
});
