// Words of many languages. cspell:disable
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTerms } from '#library/catalog/search-terms.ts';
import { promptListQuery } from '#library/prompts/prompts.contract.ts';
import { foldText } from '#platform/text/fold-text.ts';
import type { Viewer } from '../src/access/viewer.ts';
import { buildMember } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Random queries to the list of prompts. Every filter, order, word and cursor must return exactly what a simple check of all rows returns.
// The list is longer than what is scanned from the top, so that scanning, gathering and the indexes are all used.
const size = 8_000;
const runs = Number(process.env.RUNS ?? 250);

const titles = [
  'Quiet plan for a garden',
  'Café crème, naïve',
  'Straße nach München',
  'Привет мир',
  'План сада для ИИ',
  '東京の庭を設計する',
  '人工知能 入門',
  '정원 계획',
  'สวนเล็กๆ ในบ้าน',
  'Σχέδιο κήπου',
  'خطة حديقة',
  'C++ and c# by x/y',
  "Don't ask: r&d (v2.0)",
  'İstanbul ışık',
  'ＦＵＬＬ width ｶﾅ',
  'हिन्दी बाग़',
  'Words so plain',
];
const rare = ['quetzal', 'ёлка', '鳥居', 'Ωμέγα', 'zß'];
const words = [
  'garden|gar|qu|q|a|PLAN|quiet plan|plan quiet|arde|café|cafe|CREME|naive|strasse|straße|munchen|ünch',
  'мир|прив|план сад|ии|ИИ|м|елка|Ёлк|план ии|東京|東|京の|庭を設|人工|知能|鳥居|鳥|정원|원|계획|สวน|บ้าน|κηπου|ΚΉΠΟΥ|σχ',
  "حديقة|خط|c++|c#|x/y|/y|y|r&d|d|don't|v2|v2.0|2|istanbul|isik|ışık|full|width|カナ|हिन्दी|हि|quetzal|QUETZAL 9",
  "zss|ss|omega|ωμεγα|ωμ|%|--|_|plan --|n_w|9 9|12|777|nowhere|привет nowhere|東x|aи|плa|\\|'|a:b|(v2",
  // Punctuation that is left out.
  '#eleven|"quiet plan"|(v2.0)|plain,|「東京」|東京の。|c#.|“Café”;|plan! garden?|#77|(c++)|«мир»|¿Plan?|"|。|#|(#x/y)|[q]',
  // Words of nearly all items, next to words of few items.
  'plain 777|quiet words 79|plan garden 1234|план 512|сада ии 77 plain|東京 88|cafe naive 1001|plain a 4242|words x 1111',
  // Found in so many items that they are searched rank by rank.
  'plain|words|Plain words|Plain   words|words plain|plai',
].flatMap((line) => line.split('|'));
const sorts = { newest: 'created_at', popular: 'view_count', rating: 'vote_count' } as const;
const categories = ['Writing', 'Travel', 'Rare', '旅行', 'Ünder', 'Nobody'];

let site: TestSite;
/** A member: a visitor's list is given up where it takes longer than a moment, as it may on a busy machine. */
let reader: Viewer;
type Row = {
  id: string;
  slug: string;
  body: string;
  category: string;
  prompt_type: string;
  difficulty: string;
  created_at: Date;
  view_count: number;
  vote_count: number;
};

const letter = /[\p{Alphabetic}\p{Nd}]/u;

let rows: Row[];
let terms: Map<string, { text: string; begins: boolean }[]>;
beforeAll(async () => {
  site = await createTestSite();
  reader = await site.services.viewers.fromHeader(`Bearer ${(await buildMember(site)).token}`);
  await sql`insert into prompts (slug, title, description, tags, category, prompt_type, difficulty, prompt_body, status, created_at, view_count, vote_count)
    select 'p-' || i,
      case when i % 700 = 9 then 'Plain words' else (${titles}::text[])[1 + (i * 7) % ${titles.length}] || ' ' || i end,
      case when i % 997 = 3 or i in (7777, 7990) then (${rare}::text[])[1 + i % ${rare.length}] || ' sits here' when i = 4000 then 'plaic words' else 'plain words' end,
      case when i % 11 = 0 then array['Eleven', 'x/y'] else '{}' end,
      case when i % 1999 = 5 then 'Rare, Writing' when i % 3 = 0 then 'Writing' when i % 3 = 1 then 'Travel, 旅行' when i > 7900 then 'Ünder' else '' end,
      case when i % 5 = 0 then 'Image' when i % 401 = 0 then 'Video' else 'Text' end,
      case when i % 4 = 0 then 'advanced' else 'beginner' end,
      'body', case when i % 13 = 0 then 'draft' else 'published' end,
      timestamptz '2026-06-01' - make_interval(mins => i / 3), (i * 7919) % 500, i % 5
    from generate_series(1, ${size}) i`.execute(site.db);
  await sql`analyze prompts`.execute(site.db);
  const plain = await sql<Row>`
    select id, slug, category, prompt_type, difficulty, created_at, view_count, vote_count,
      fold_text(concat_ws(chr(10), title, description, array_to_string(tags, chr(10)))) as body
    from prompts where status = 'published'`.execute(site.db);
  rows = plain.rows;
  const folded = await sql<{ q: string; folded: string }>`
    select q, fold_text(q) as folded from unnest(${words}::text[]) q`.execute(site.db);
  terms = new Map(folded.rows.map(({ q }) => [q, readTerms(q)]));
});
afterAll(() => site.stop());

type Question = {
  q?: string | undefined;
  category?: string | undefined;
  type?: 'Text' | 'Image' | 'Video' | 'Audio' | undefined;
  difficulty?: 'beginner' | 'advanced' | undefined;
  sort: keyof typeof sorts | 'best' | undefined;
  limit: number;
};
const maybe = <Value>(...values: Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const question: fc.Arbitrary<Question> = fc.record({
  q: fc.option(fc.constantFrom(...words), { nil: undefined, freq: 4 }),
  category: maybe(...categories),
  type: maybe('Text', 'Image', 'Video', 'Audio'),
  difficulty: maybe('beginner', 'advanced'),
  sort: fc.constantFrom('newest', 'popular', 'rating', 'best', undefined),
  limit: fc.constantFrom(1, 3, 24, 100),
});

/** The same query, answered by checking the rows one by one. */
function plainly({ q, category, type, difficulty, sort }: Question): string[] {
  const asked = terms.get(q ?? '') ?? [];
  const isBest = q !== undefined && (sort ?? 'best') === 'best';
  const key = sorts[isBest ? 'popular' : sort === 'best' || sort === undefined ? 'newest' : sort];
  /** 2: the title equals the query; 1: it contains all words. */
  const rankOf = ({ body }: Row) => {
    const title = body.split('\n', 1).join('');
    if (!isBest) return 0;
    return title === foldText(q).replaceAll(/\s+/g, ' ')
      ? 2
      : asked.every((term) => contains(title, term))
        ? 1
        : 0;
  };
  return rows
    .filter(
      (row) =>
        (q === undefined || (asked.length > 0 && asked.every((term) => contains(row.body, term)))) &&
        (category === undefined || row.category.split(', ').includes(category)) &&
        (type === undefined || row.prompt_type === type) &&
        (difficulty === undefined || row.difficulty === difficulty),
    )
    .sort(
      (one, other) =>
        rankOf(other) - rankOf(one) ||
        Number(other[key]) - Number(one[key]) ||
        Number(other.created_at) - Number(one.created_at) ||
        (one.id < other.id ? 1 : -1),
    )
    .map(({ slug }) => slug);
}

function contains(body: string, { text, begins }: { text: string; begins: boolean }): boolean {
  for (let at = body.indexOf(text); at !== -1; at = body.indexOf(text, at + 1)) {
    const isInside = begins && letter.test(text[0] ?? '') && letter.test(body[at - 1] ?? '');
    if (!isInside) return true;
  }
  return false;
}

/** Whether two words differ by one letter added, removed or replaced, or by two swapped. */
function isOneAway(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [a, b] = [one.slice(start), other.slice(start)];
  return (
    one !== other &&
    (a.slice(1) === b ||
      a === b.slice(1) ||
      a.slice(1) === b.slice(1) ||
      (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]))
  );
}

describe('the list of prompts', () => {
  test('answers random queries as a plain filter of the rows does', async () => {
    const known = new Map<string, string[]>();
    await fc.assert(
      fc.asyncProperty(question, fc.nat({ max: 3 }), async (asked, pages) => {
        const key = JSON.stringify({ ...asked, limit: 0 });
        const expected = known.get(key) ?? plainly(asked);
        known.set(key, expected);
        let cursor: string | undefined;
        for (let page = 0; page <= pages; page += 1) {
          const { items, total, total_is_exact, next_cursor, corrected_q } = await site.services.prompts.list(
            reader,
            promptListQuery.parse({ ...asked, cursor }),
          );
          // Suggestions instead of an empty list are tested below.
          if (corrected_q !== null) {
            expect(expected).toEqual([]);
            break;
          }
          const from = page * asked.limit;
          expect(items.map(({ slug }) => slug)).toEqual(expected.slice(from, from + asked.limit));
          if (total_is_exact) expect(total).toBe(expected.length);
          else expect(total).toBeLessThanOrEqual(expected.length);
          expect(next_cursor !== null).toBe(expected.length > from + asked.limit);
          if (next_cursor === null) break;
          cursor = next_cursor;
        }
      }),
      { numRuns: runs },
    );
  }, 300_000);

  test('finds words with one wrong letter if nothing matches exactly', async () => {
    const frequency = new Map<string, number>();
    for (const { body } of rows)
      for (const word of new Set(body.match(/[\p{Alphabetic}\p{Nd}]+/gu)))
        frequency.set(word, (frequency.get(word) ?? 0) + 1);
    const known = [...frequency.keys()].filter((word) => /^(?:[a-z]{4,}|[а-я]{4,})$/.test(word));
    const alphabetOf = (word: string) => (/[a-z]/.test(word) ? 'abcdeqxz' : 'абвгэюя');
    const change = fc
      .tuple(
        fc.constantFrom(...known),
        fc.nat(),
        fc.nat(),
        fc.constantFrom('more', 'less', 'other', 'turned'),
      )
      .map(([word, place, luck, how]) => {
        const at = place % word.length;
        const letter = alphabetOf(word)[luck % alphabetOf(word).length] ?? '';
        const [before, rest] = [word.slice(0, at), word.slice(at)];
        if (how === 'more') return before + letter + rest;
        if (how === 'less') return before + rest.slice(1);
        if (how === 'other') return before + letter + rest.slice(1);
        return before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2);
      })
      .filter((word) => word.length >= 4);
    await fc.assert(
      fc.asyncProperty(change, async (word) => {
        const list = (q: string) => site.services.prompts.list(reader, promptListQuery.parse({ q }));
        const isFound = rows.some(({ body }) => body.includes(word));
        const { items, total, corrected_q } = await list(word);
        if (isFound) {
          expect([corrected_q, total > 0]).toEqual([null, true]);
          return;
        }
        const script = /[a-z]/.test(word) ? /^[a-z]+$/ : /^[а-я]+$/;
        const near = [...frequency.keys()].filter((other) => script.test(other) && isOneAway(word, other));
        const count = (other: string) => Math.min(50, frequency.get(other) ?? 0);
        const best = near.sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1))[0] ?? null;
        expect([word, corrected_q]).toEqual([word, best]);
        if (best !== null) expect(items).toEqual((await list(best)).items);
      }),
      // Two words are close, and the more common one isn't first in the alphabet.
      { numRuns: Math.ceil(runs / 4), examples: [['plaiz'], ['zyzzyva']] },
    );
  }, 300_000);

  test('folds any text as the database does', async () => {
    const samples = fc
      .sample(fc.string({ unit: 'grapheme', maxLength: 40 }), 2_000)
      .filter((text) => !text.includes('\0'))
      // Invisible characters.
      .concat(
        [0xad, 0x61c, 0x180b, 0x200b, 0x200d, 0x200e, 0x202a, 0x2060, 0x206f, 0xfe0f, 0xfeff].map(
          (code) => `a${String.fromCodePoint(code)}b`,
        ),
      );
    const { rows } = await sql<{ text: string; folded: string }>`
      select text, fold_text(text) as folded from unnest(${samples}::text[]) text`.execute(site.db);
    for (const { text, folded } of rows) expect(foldText(text), JSON.stringify(text)).toBe(folded);
  });
});
