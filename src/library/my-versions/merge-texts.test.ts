import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference } from '#library/versions/public/difference.server.ts';
import { playbookDocument } from '#library/versions/public/playbook-document.ts';
import { withLineFeeds } from '#platform/text/line-ends.ts';
import { mergeTexts } from './merge-texts.server.ts';

/** Texts of a few lines with every kind of line end, and texts of nearly equal lines. */
const linesOf = (...lines: string[]) =>
  fc
    .tuple(fc.array(fc.constantFrom(...lines), { maxLength: 8 }), fc.constantFrom('', 'end'))
    .map(([all, end]) => all.join('') + end);
const anyText = fc.oneof(
  linesOf('a\n', 'b\n', 'c\r\n', '\n', 'long line of words\n', 'é😀\n'),
  linesOf('a\n'),
  linesOf('a\n', 'a\n', 'b\n'),
);
const whole = (regions: ReturnType<typeof mergeTexts>) =>
  regions.map((region) => (region.kind === 'merged' ? region.text : '<<conflict>>')).join('');

describe('taking in a change of the original', () => {
  test("if there is none, keeps the member's text", () => {
    fc.assert(fc.property(anyText, anyText, (mine, base) => whole(mergeTexts(mine, base, base)) === mine));
  });

  test('gives a member who has changed nothing the current text', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, original) => whole(mergeTexts(base, base, original)) === original),
    );
  });

  test('asks nobody about a change that both have made', () => {
    fc.assert(fc.property(anyText, anyText, (base, both) => whole(mergeTexts(both, base, both)) === both));
  });

  test('asks only about what is different, where both have made one change and each another', () => {
    const base = Array.from({ length: 9 }, (_, line) => `Line ${line}\n`);
    const both = base.with(1, 'Both\n');
    expect(
      mergeTexts(both.with(5, 'Mine\n').join(''), base.join(''), both.with(7, 'Theirs\n').join('')),
    ).toEqual([{ kind: 'merged', text: both.with(5, 'Mine\n').with(7, 'Theirs\n').join('') }]);
  });

  test('takes lines for the same that end as on another system', () => {
    const base = ['One', 'Two', 'Three', 'Four', ''];
    const [mine, theirs] = [base.with(0, 'Mine'), base.with(3, 'Theirs')];
    expect(mergeTexts(mine.join('\n'), base.join('\r\n'), theirs.join('\r\n'))).toEqual([
      { kind: 'merged', text: 'Mine\nTwo\nThree\nTheirs\n' },
    ]);
    expect(mergeTexts(base.join('\n'), base.join('\r\n'), theirs.join('\r\n'))).toEqual([
      { kind: 'merged', text: theirs.join('\r\n') },
    ]);
    expect(difference(base.join('\r\n'), mine.join('\n'))).toEqual([
      { kind: 'removed', text: 'One\n' },
      { kind: 'added', text: 'Mine\n' },
      { kind: 'same', text: 'Two\nThree\nFour\n' },
    ]);
  });

  test('keeps both changes where they are in different places, and shows both where they meet', () => {
    const places = fc.record({ mine: fc.nat({ max: 11 }), theirs: fc.nat({ max: 11 }) });
    fc.assert(
      fc.property(places, ({ mine, theirs }) => {
        const base = Array.from({ length: 12 }, (_, line) => `Line ${line}\n`);
        const my = base.with(mine, 'My line\n');
        const their = base.with(theirs, 'Their line\n');
        const regions = mergeTexts(my.join(''), base.join(''), their.join(''));
        if (Math.abs(mine - theirs) > 1)
          expect(regions).toEqual([{ kind: 'merged', text: my.with(theirs, 'Their line\n').join('') }]);
        if (mine === theirs)
          expect(regions.filter(({ kind }) => kind === 'conflict')).toEqual([
            { kind: 'conflict', mine: 'My line\n', base: `Line ${mine}\n`, original: 'Their line\n' },
          ]);
        // No text of either side is lost, wherever the changes are.
        const everything = JSON.stringify(regions);
        for (const text of ['My line', 'Their line']) expect(everything).toContain(text);
      }),
    );
  });

  test.each([
    ['a text that was emptied', '', 'a\n', 'a\nb\n'],
    ['an original that was emptied', 'a\nmine\n', 'a\n', ''],
    ['texts that share nothing', 'x\n', 'y\n', 'z\n'],
  ])('loses nothing of %s', (_, mine, base, original) => {
    const everything = JSON.stringify(mergeTexts(mine, base, original));
    for (const line of [...mine.split('\n'), ...original.split('\n')])
      if (line && !base.includes(line)) expect(everything).toContain(line);
  });
});

describe('the difference of two versions', () => {
  test('has all of the text before and all of the text after, line by line', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const parts = difference(before, after);
        const without = (left: 'added' | 'removed') =>
          parts.flatMap(({ kind, text }) => (kind === left ? [] : text)).join('');
        expect(without('added')).toBe(withLineFeeds(before));
        expect(without('removed')).toBe(withLineFeeds(after));
      }),
    );
  });

  test('of equal texts is one part, and of nothing none', () => {
    expect(difference('a\nb\n', 'a\nb\n')).toEqual([{ kind: 'same', text: 'a\nb\n' }]);
    expect(difference('', '')).toEqual([]);
    expect(difference('a', 'a\n').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  test('of texts with more lines than are compared is the one before and the one after', () => {
    const long = `x${'\n'.repeat(480_000)}`;
    expect(difference('x', long)).toEqual([
      { kind: 'removed', text: 'x' },
      { kind: 'added', text: long },
    ]);
    expect(difference(long, `${long}y`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
    expect(difference(long, long)).toEqual([{ kind: 'same', text: long }]);
    expect(mergeTexts(`${long}mine`, 'x', `${long}theirs`)).toEqual([
      { kind: 'conflict', mine: `${long}mine`, base: 'x', original: `${long}theirs` },
    ]);
  });

  test('of playbooks is that of their whole text, in its order and without empty parts', () => {
    const prompt = (title: string, prompt_body: string) => ({ title, prompt_body });
    const steps = [
      {
        title: 'Begin',
        description: ' Take your time. ',
        prompts: [prompt('Ask', 'Who?\n'), prompt('Again', 'Why?')],
      },
      { title: 'End', description: '  ', prompts: [] },
    ];
    expect(playbookDocument({ description: 'About', steps })).toBe(
      'About\n\n1. Begin\n\nTake your time.\n\nAsk\n\nWho?\n\nAgain\n\nWhy?\n\n2. End\n',
    );
    expect(playbookDocument({ description: '', steps: [] })).toBe('');
  });
});
