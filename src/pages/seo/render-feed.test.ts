import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { atomFeed, type Feed, jsonFeed } from './render-feed.ts';
import { escapeXml } from './xml.ts';

type Item = Feed['items'][number];
const item = (values: Partial<Item> = {}): Item => ({
  id: '0b6f3a52-5f0e-4e6b-9a43-6b3a8d0c1e77',
  kind: 'prompt',
  slug: 'a-title',
  title: 'A title',
  description: 'What it **does**.',
  category: 'Writing, Work',
  tags: ['mail', 'short'],
  published_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-02-03T04:05:06.000Z',
  ...values,
});
const feed = (items: Item[], more: Partial<Feed> = {}): Feed => ({
  siteName: 'Tom & “Jerry” <x>',
  publicUrl: 'https://site.example',
  path: '/feed',
  items,
  ...more,
});
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => ['entry', 'category', 'link'].includes(name),
});
async function readAtom(given: Feed) {
  const answer = atomFeed(given);
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const text = await answer.text();
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text).feed;
}
const readJson = async (given: Feed) => jsonFeed(given).json();

describe('an Atom feed', () => {
  test("has each item's URL, and when it was published and changed", async () => {
    const { entry } = await readAtom(
      feed([item(), item({ kind: 'playbook', slug: 'a-guide', category: '', description: '' })]),
    );
    expect(entry[0]).toMatchObject({
      id: 'urn:uuid:0b6f3a52-5f0e-4e6b-9a43-6b3a8d0c1e77',
      title: 'A title',
      link: [{ href: 'https://site.example/browse/a-title' }],
      published: '2026-01-02T03:04:05.000Z',
      updated: '2026-02-03T04:05:06.000Z',
      category: [{ term: 'Writing' }, { term: 'Work' }],
      summary: 'What it does.',
    });
    expect(entry[1]).toMatchObject({
      link: [{ href: 'https://site.example/browse-playbooks/a-guide' }],
      summary: '',
    });
    for (const item of entry) expect(item).not.toHaveProperty('content');
    expect(entry[1]).not.toHaveProperty('category');
  });

  test('has the time of its latest change, wherever that item is, and a time even if empty', async () => {
    const times = ['2026-02-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
    const items = times.map((updated_at) => item({ updated_at }));
    expect((await readAtom(feed(items))).updated).toBe(times[1]);
    expect((await readAtom(feed([]))).updated).toBe('1970-01-01T00:00:00.000Z');
  });

  test('for a category names it, and links to itself', async () => {
    const given = await readAtom(feed([], { path: '/api/v1/feed', category: 'R&D <x>' }));
    const self = 'https://site.example/api/v1/feed.atom?category=R%26D+%3Cx%3E';
    expect(given).toMatchObject({ id: self, title: 'Tom & “Jerry” <x>: R&D <x>' });
    expect(given.link).toEqual([
      { href: 'https://site.example/' },
      { rel: 'self', type: 'application/atom+xml', href: self },
    ]);
    expect(given.author.name).toBe('Tom & “Jerry” <x>');
  });

  test('has the full text if its reader may see it', async () => {
    const text = 'Say <b>"hi"</b> & bye ]]>\n\n```js\nif (a && b) {}\n```';
    const { entry } = await readAtom(feed([item({ text }), item({ text: null }), item({ text: '' })]));
    expect(entry[0].content).toEqual({ '#text': text, type: 'text' });
    for (const item of entry.slice(1)) expect(item).not.toHaveProperty('content');
  });
});

describe('a JSON feed', () => {
  test('has the same data as the Atom feed, with the names of its format', async () => {
    const items = [item(), item({ kind: 'playbook', slug: 'a-guide', text: 'All of it' })];
    expect(await readJson(feed(items, { category: 'R&D' }))).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Tom & “Jerry” <x>: R&D',
      home_page_url: 'https://site.example/',
      feed_url: 'https://site.example/feed.json?category=R%26D',
      items: [
        {
          id: `urn:uuid:${item().id}`,
          url: 'https://site.example/browse/a-title',
          title: 'A title',
          content_text: 'What it does.',
          date_published: item().published_at,
          date_modified: item().updated_at,
          tags: ['mail', 'short'],
        },
        expect.objectContaining({
          url: 'https://site.example/browse-playbooks/a-guide',
          summary: 'What it does.',
          content_text: 'All of it',
        }),
      ],
    });
  });
});

test("any text survives XML, except for characters that XML doesn't allow", () => {
  const odd = fc.constantFrom(
    '&',
    '<',
    '>',
    '"',
    "'",
    ']]>',
    '&amp;',
    '<!--',
    '\0',
    '\u0001',
    '\ufffe',
    '\ud83d',
  );
  const anyText = fc
    .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join('').replaceAll('\r', ''));
  const isStorable = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = (code < 0x20 && !'\t\n'.includes(character)) || (code >= 0x7f && code <= 0x9f);
    return !isControl && code !== 0xfffe && code !== 0xffff;
  };
  fc.assert(
    fc.property(anyText, (text) => {
      const expected = [...text.toWellFormed()].filter(isStorable).join('');
      const { a } = parser.parse(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`);
      expect(typeof a === 'string' ? a : (a['#text'] ?? '')).toBe(expected);
      if (typeof a !== 'string') expect(a.b).toBe(expected);
    }),
    { numRuns: 150 },
  );
});
