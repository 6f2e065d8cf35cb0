import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits, promptTypes, searchSorts } from '#constants';
import { missedText } from '../missed-text.ts';
import { type BrowseQuery, browseAddress, readBrowseQuery } from './browse-query.ts';
import { publicPath, summaryOf } from './item-meta.ts';
import { type ListFilters, listQueryOf, readListFilters } from './list-filters.ts';

describe('the address of a public list', () => {
  const read = (query: string) => readBrowseQuery(new URLSearchParams(query));

  test.each([
    ['', {}],
    [
      'q=++tea++&type=Image&category=Rowing&sort=popular',
      { q: 'tea', type: 'Image', category: 'Rowing', sort: 'popular' },
    ],
    ['q=+++', {}],
    ['category=', {}],
    ['type=image', {}],
    ['type=Book&sort=random', {}],
    ['sort=best', { sort: 'best' }],
    ['q=a&q=b', { q: 'a' }],
    [`q=${'x'.repeat(limits.searchText + 1)}`, { q: 'x'.repeat(limits.searchText) }],
    [`q=${'x'.repeat(limits.searchText - 1)}😀`, { q: 'x'.repeat(limits.searchText - 1) }],
  ])('asks by ?%s for %j', (query, expected) => {
    expect(read(query)).toEqual({ cursor: undefined, category: undefined, ...expected });
  });

  test.each([
    [{}, '/browse'],
    [{ sort: 'newest' }, '/browse'],
    [{ q: 'tea', sort: 'best' }, '/browse?q=tea'],
    [{ q: 'tea', sort: 'newest' }, '/browse?q=tea&sort=newest'],
    [{ sort: 'best' }, '/browse?sort=best'],
    [{ category: 'R&D, more' }, '/browse?category=R%26D%2C+more'],
    [
      { cursor: 'x', sort: 'rating', type: 'Image', q: 'é', category: 'A' },
      '/browse?category=A&q=%C3%A9&type=Image&sort=rating&cursor=x',
    ],
  ] as [BrowseQuery, string][])('for %j is %s, so that each list has one', (query, address) => {
    expect(browseAddress('/browse', query)).toBe(address);
  });

  test('restores its filters, whatever the search text', () => {
    const word = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .filter((text) => text.trim() === text && text !== '');
    const query = fc.record({
      q: fc.option(word, { nil: undefined }),
      category: fc.option(word, { nil: undefined }),
      type: fc.option(fc.constantFrom(...promptTypes), { nil: undefined }),
      sort: fc.option(fc.constantFrom(...searchSorts), { nil: undefined }),
      cursor: fc.option(word, { nil: undefined }),
    });
    fc.assert(
      fc.property(query, (asked) => {
        const { search } = new URL(browseAddress('/browse', asked), 'https://site.example');
        const isUsual = asked.sort === (asked.q ? 'best' : 'newest');
        expect(read(search)).toEqual({ ...asked, sort: isUsual ? undefined : asked.sort });
      }),
    );
  });
});

describe('the filters of a member’s list', () => {
  const none: ListFilters = {
    q: '',
    type: undefined,
    category: undefined,
    difficulty: undefined,
    favorites: false,
    purchased: false,
    sort: 'newest',
  };

  test.each([
    [none, undefined, { sort: 'newest' }],
    [{ ...none, favorites: true }, undefined, { sort: 'newest', favorites: 'true' }],
    [
      { ...none, purchased: true, category: 'A' },
      'next',
      { sort: 'newest', purchased: 'true', category: 'A', cursor: 'next' },
    ],
    [
      { ...none, q: 'tea', type: 'Image', difficulty: 'advanced', sort: 'best' },
      undefined,
      { q: 'tea', type: 'Image', difficulty: 'advanced', sort: 'best' },
    ],
  ] as [ListFilters, string | undefined, object][])(
    '%j after %j are sent as %j',
    (filters, cursor, query) => {
      expect(listQueryOf(filters, cursor)).toEqual(query);
    },
  );
});

describe('the address of a member’s list', () => {
  const longer = 'x'.repeat(300);
  const [text, category] = [longer.slice(0, limits.searchText), longer.slice(0, limits.category)];

  test.each([
    ['q=tea&type=Image', { q: 'tea', type: 'Image', sort: 'best' }],
    ['q=+&type=Book&category=', { q: ' ', type: undefined, category: undefined, sort: 'newest' }],
    [`q=${longer}&category=${longer}`, { q: text, category, sort: 'best' }],
    ['q=%00&category=%00', { q: '', category: undefined, sort: 'newest' }],
  ])('asks by ?%s for nothing that the API refuses', (query, expected) => {
    expect(readListFilters('prompts', new URLSearchParams(query))).toMatchObject(expected);
  });
});

describe('what a link to an item says', () => {
  const summary = (description: string) => summaryOf({ title: 'The title', description });

  test.each([
    ['Writes a letter.', 'Writes a letter.'],
    ['', 'The title'],
    [' \n ', 'The title'],
    ['# Head\n\n**Bold** and [a link](https://example.com/)\nnext', 'Head Bold and a link next'],
    ['a\n\n\tb', 'a b'],
    ['x'.repeat(200), 'x'.repeat(200)],
    [`${'word '.repeat(40)}end`, `${'word '.repeat(40).trim()}…`],
    [`${'x'.repeat(195)} longest`, `${'x'.repeat(195)}…`],
    ['x'.repeat(201), `${'x'.repeat(200)}…`],
    // A script without spaces is cut like one word.
    [`AI ${'字'.repeat(300)}`, `AI ${'字'.repeat(197)}…`],
  ])('of %j is %j', (description, expected) => {
    expect(summary(description)).toBe(expected);
  });

  test('never ends in half a character', () => {
    for (const start of ['', 'a']) {
      const text = summary(start + '😀'.repeat(150));
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(201);
    }
  });

  test('leads to the public page of its kind', () => {
    expect([publicPath('prompts', 'a'), publicPath('playbooks', 'b')]).toEqual([
      '/browse/a',
      '/browse-playbooks/b',
    ]);
  });
});

describe('a search that found nothing', () => {
  test.each([
    ['  Tea   for\tTWO ', 'tea for two'],
    ['①② tea', '12 tea'],
    ['naïve', 'naïve'],
    ['日本', '日本'],
    ['gpt 4.1', 'gpt 4.1'],
    ['node.js', 'node.js'],
    ['and/or, e.g./i.e.', 'and/or, e.g./i.e.'],
    ['seat 1234', 'seat 1234'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('for %j is counted as %j', (q, expected) => expect(missedText(q)).toBe(expected));

  test.each([
    ...['', ' ', 'x', '--', '…!?', 'ada@example.com', '@ada', 'https://example.com/x', 'www.example.com'],
    ...['chatgpt.com/share/abcd', 'see bit.ly/x', 'localhost.dev:80/a'],
    ...['call 12345', '0 1 7 6 1', 'a\0b', 'x'.repeat(61)],
  ])('for %j is not counted: it may name somebody, or is no word', (q) => {
    expect(missedText(q)).toBeUndefined();
  });
});
