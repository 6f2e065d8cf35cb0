import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugMaximumLength } from '#constants';
import { numberedSlug, slugify } from './slugs.ts';

const valid = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('a slug', () => {
  test.each([
    ['Café, naïve & co.', 'cafe-naive-co'],
    ['  Spaces   and\ttabs ', 'spaces-and-tabs'],
    ['Fuß – ½', 'fuss-1-2'],
    ["It's the writer’s", 'it-s-the-writer-s'],
    ['100% C++/C#', '100-c-c'],
    ['ﬁne ①', 'fine-1'],
    ['--- already-a-slug ---', 'already-a-slug'],
    ['ÅÄÖ', 'aao'],
    // cspell:disable
    ['Başlığı', 'basligi'],
    ['Smørrebrød', 'smorrebrod'],
    ['ŁÓDŹ', 'lodz'],
    ['Đà Nẵng', 'da-nang'],
    ['Æther & Œuvre', 'aether-oeuvre'],
    ['GROẞ Þór ðe ħ', 'gross-thor-de-h'],
    // cspell:enable
    ['プロンプト', 'prompt'],
    ['', 'prompt'],
    ['!!!', 'prompt'],
  ])('of %j is %s', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  test('of a title without a usable letter is the fallback', () => {
    expect(slugify('Промпт', 'playbook')).toBe('playbook');
  });

  test("is always valid in the database, and making it again doesn't change it", () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const slug = slugify(title);
        expect(slug).toMatch(valid);
        expect(slug.length).toBeLessThanOrEqual(slugMaximumLength);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });

  test('never ends with a hyphen after being cut', () => {
    const slug = slugify(`${'a'.repeat(slugMaximumLength - 1)} b`);
    expect(slug).toBe('a'.repeat(slugMaximumLength - 1));
  });
});

describe('a numbered slug', () => {
  test('begins as the plain one and is never longer than a slug may be', () => {
    expect([1, 2, 13].map((number) => numberedSlug('name', number))).toEqual(['name', 'name-2', 'name-13']);
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 100_000 }), (title, number) => {
        const slug = numberedSlug(slugify(title), number);
        expect(slug).toMatch(valid);
        expect(slug.length).toBeLessThanOrEqual(slugMaximumLength);
        if (number > 1) expect(slug.endsWith(`-${number}`)).toBe(true);
      }),
    );
  });

  test('is different for each number', () => {
    const long = 'x'.repeat(slugMaximumLength);
    const slugs = Array.from({ length: 200 }, (_, index) => numberedSlug(long, index + 1));
    expect(new Set(slugs).size).toBe(200);
    expect(Math.max(...slugs.map((slug) => slug.length))).toBe(slugMaximumLength);
  });
});
