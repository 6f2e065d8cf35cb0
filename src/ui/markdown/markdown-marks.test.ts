import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterPicture, continueList, type Edit, type Mark, setMark } from './markdown-marks.ts';

/** The text with brackets around its selection, before and after an edit. */
function play(marked: string, edit: (text: string, from: number, to: number) => Edit | undefined) {
  const from = marked.indexOf('‹');
  const to = marked.indexOf('›') - 1;
  const text = marked.replaceAll(/[‹›]/g, '');
  return show(text, edit(text, from, to));
}
function show(text: string, edit: Edit | undefined) {
  if (!edit) return undefined;
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${next.slice(0, edit.anchor)}‹${next.slice(edit.anchor, edit.head)}›${next.slice(edit.head)}`;
}
const mark = (marked: string, kind: Mark) => play(marked, (text, from, to) => setMark(text, from, to, kind));

describe('a button of the toolbar', () => {
  test.each([
    ['bold', 'a ‹b› c', 'a **‹b›** c'],
    ['bold', 'a **‹b›** c', 'a ‹b› c'],
    ['bold', 'a‹ b ›c', 'a **‹b›** c'],
    ['italic', '‹›', '*‹›*'],
    ['italic', '**‹b›**', '***‹b›***'],
    ['italic', '***‹b›***', '**‹b›**'],
    ['bold', '***‹b›***', '*‹b›*'],
    ['code', 'run ‹x›', 'run `‹x›`'],
    ['code', 'so: ‹a\nb›', 'so: \n```\n‹a\nb›\n```\n'],
    ['code', '‹```\nx\n```\n›', '````\n‹```\nx\n```›\n````\n'],
    ['link', 'see ‹here›', 'see [here](‹https://›)'],
    ['link', '‹https://example.com›', '[‹›](https://example.com)'],
    ['heading', 'a\nTi‹›tle\nb', 'a\n## Ti‹›tle\nb'],
    ['heading', '### Ti‹›tle', 'Ti‹›tle'],
    ['bullets', '‹a\n\nb›', '‹- a\n\n- b›'],
    ['numbers', '‹- a\n- b›', '‹1. a\n2. b›'],
    ['numbers', '‹1. a\n2. b›', '‹a\nb›'],
    ['quote', '‹a\nb›', '‹> a\n> b›'],
    ['bullets', '‹›\na', '- ‹›\na'],
    ['heading', '‹\na›', '‹\n## a›'],
  ] as const)('%s: %j becomes %j', (kind, before, after) => {
    expect(mark(before, kind)).toBe(after);
  });

  test('changes no other byte, and bold applied twice restores the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^\w+$/), fc.string(), (before, chosen, after) => {
        fc.pre(!before.endsWith('*') && !after.startsWith('*'));
        const text = before + chosen + after;
        const first = setMark(text, before.length, before.length + chosen.length, 'bold');
        const marked = text.slice(0, first.from) + first.insert + text.slice(first.to);
        expect(marked).toBe(`${before}**${chosen}**${after}`);
        const second = setMark(marked, first.anchor, first.head, 'bold');
        expect(marked.slice(0, second.from) + second.insert + marked.slice(second.to)).toBe(text);
      }),
    );
  });
});

test.each([
  ['- one‹›', '- one\n- ‹›'],
  ['  9. nine‹›', '  9. nine\n  10. ‹›'],
  ['> said‹›', '> said\n> ‹›'],
  ['- [x] done‹›', '- [x] done\n- [ ] ‹›'],
  ['a\n- ‹›', 'a\n‹›'],
  ['plain‹›', undefined],
  ['‹›- one', undefined],
])('Enter in %j makes %j', (before, after) => {
  expect(play(before, (text, from) => continueList(text, from))).toBe(after);
});

describe('the next picture', () => {
  test.each([
    ['a ![‹one›](/media/1.webp) b', ' b'],
    ['![‹›](/media/1.webp)', ''],
    ['a ‹one› b', undefined],
    ['![o‹n›e](/media/1.webp)', undefined],
    ['[‹one›](/somewhere)', undefined],
    ['![‹one› and more](/media/1.webp)', undefined],
  ])('where %s is selected stands before %o', (marked, rest) => {
    const [from, to] = [marked.indexOf('‹'), marked.indexOf('›') - 1];
    const text = marked.replaceAll(/[‹›]/g, '');
    const at = afterPicture(text, from, to);
    expect(at === undefined ? undefined : text.slice(at)).toBe(rest);
  });
});
