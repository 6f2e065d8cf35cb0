import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlaybook, buildPrompt, readAllPages } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// A library longer than what a search scans from the top before it uses an index. The rare words come after that, so both ways of searching
// are used, and must agree with a simple check of the rows.
const size = 4_200;
const rareAt = [900, 1_701, 2_500, 2_501, 3_300, 4_100];
const bothAt = [1_600, 4_000];

type Row = { title: string; text: string; created: number; views: number; votes: number };
let site: TestSite;
let rows: Row[];

beforeAll(async () => {
  site = await createTestSite();
  await site.pool.query(
    `insert into prompts (slug, title, description, tags, prompt_body, status, created_at, view_count, vote_count)
    select 'p-' || i,
      'Item ' || i || case when i % 7 = 0 then ' seventh' else '' end,
      case when i = any($1) then 'a quetzal sits here' when i = any($2) then 'Quetzal QX and Ocelot' else 'plain words' end,
      case when i % 11 = 0 then array['Eleven', 'x/y'] else '{}' end,
      'body', 'published', timestamptz '2026-06-01' - make_interval(mins => i), (i * 7919) % 1000, i % 5
    from generate_series(1, $3) i`,
    [rareAt, bothAt, size],
  );
  const { rows: found } = await site.pool.query(
    `select title, lower(title || E'\\n' || description || E'\\n' || array_to_string(tags, E'\\n')) as text,
      extract(epoch from created_at)::int as created, view_count as views, vote_count as votes from prompts`,
  );
  rows = found;
});
afterAll(() => site.stop());

const ask = async (query: Record<string, string>) =>
  (await site.api('GET', `/api/v1/prompts?${new URLSearchParams({ sort: 'newest', ...query })}`)).body;
const all = async (query: Record<string, string>) =>
  (
    await readAllPages<{ title: string }>(
      site,
      `/api/v1/prompts?${new URLSearchParams({ sort: 'newest', ...query })}`,
    )
  ).items.map((item) => item.title);
/** The titles of rows that contain every word, newest first. */
const expected = (...words: string[]) =>
  rows
    .filter((row) => words.every((word) => row.text.includes(word.toLowerCase())))
    .sort((one, other) => other.created - one.created)
    .map((row) => row.title);

describe('a search', () => {
  test.each([
    ['a rare word', 'quetzal', 8],
    ['in capitals', 'QUETZAL', 8],
    ['two words, wherever they stand', 'ocelot quetzal', 2],
    ['a rare word and a frequent one', 'quetzal seventh', 1],
    ['a frequent word before a rare one', 'item quetzal', 8],
    ['part of a word', 'tza', 8],
    ['words that never stand together', 'ocelot eleven', 0],
    ['a rare and an unknown word', 'quetzal nowhere', 0],
  ])('finds %s', async (_name, q, count) => {
    const titles = expected(...q.split(' '));
    expect(titles).toHaveLength(count);
    expect(await all({ q, limit: '100' })).toEqual(titles);
  });

  test('requires every word of a query, not only the first', async () => {
    const [first, second] = [expected('seventh'), expected('eleven')];
    const both = expected('seventh', 'eleven');
    expect(both.length).toBeLessThan(Math.min(first.length, second.length));
    for (const q of ['seventh eleven', 'eleven seventh', '  eleven \t seventh  ']) {
      expect(await all({ q, limit: '100' }), q).toEqual(both);
    }
  });

  test.each(['item 90', 'Item   90', 'item\t90'])('for %j finds the item of that title first', async (q) => {
    expect((await ask({ q, sort: 'best', limit: '5' })).items[0].title).toBe('Item 90');
  });

  test('corrects all of its words or none', async () => {
    // cspell:ignore quetzel
    expect(await ask({ q: 'quetzel' })).toMatchObject({ corrected_q: 'quetzal', total: 8 });
    expect(await ask({ q: 'quetzel nowhere' })).toMatchObject({ corrected_q: null, total: 0 });
    expect(await ask({ q: 'nowhere quetzel' })).toMatchObject({ corrected_q: null, total: 0 });
  });

  test('corrects a word that only a draft has, so that it says nothing about drafts', async () => {
    // cspell:ignore ocelod
    const asked = () => ask({ q: 'ocelod quetzal' });
    const before = await asked();
    expect(before).toMatchObject({ corrected_q: 'ocelot quetzal', total: 2 });
    await buildPrompt(site, { title: 'Ocelod', status: 'draft' });
    expect(await asked()).toEqual(before);
  });

  test('continues from page to page, even when an index is used', async () => {
    for (const limit of ['1', '2', '3']) {
      const { items, pages } = await readAllPages<{ title: string }>(
        site,
        `/api/v1/prompts?q=quetzal&sort=newest&limit=${limit}`,
      );
      expect(items.map((item) => item.title)).toEqual(expected('quetzal'));
      expect(pages).toBe(Math.ceil(8 / Number(limit)));
    }
  });

  test.each([
    ['popular', 'views'],
    ['rating', 'votes'],
  ] as const)('sorted by %s keeps that order over its pages', async (sort, key) => {
    const titles = await all({ q: 'quetzal', sort, limit: '2' });
    expect(titles.toSorted()).toEqual(expected('quetzal').toSorted());
    const values = titles.map((title) => rows.find((row) => row.title === title)?.[key] ?? -1);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
  });

  test("counts its results, and says if the count isn't complete", async () => {
    expect(await ask({ q: 'quetzal', limit: '1' })).toMatchObject({ total: 8, total_is_exact: true });
    const frequent = await ask({ q: 'seventh', limit: '5' });
    expect(frequent.total_is_exact).toBe(false);
    expect(frequent.total).toBeGreaterThanOrEqual(5);
    expect(frequent.total).toBeLessThan(expected('seventh').length);
  });

  test('treats one or two letters as the beginning of a word, in both kinds of search', async () => {
    const starting = rows
      .filter((row) => /(^|[^a-z0-9])qx/.test(row.text))
      .sort((one, other) => other.created - one.created)
      .map((row) => row.title);
    expect(starting).toHaveLength(2);
    expect(await all({ q: 'qx' })).toEqual(starting);
    expect(await all({ q: 'qx quetzal', limit: '1' })).toEqual(starting);
    // "ue" is inside "quetzal", but no word starts with it.
    expect(await all({ q: 'ue' })).toEqual([]);
  });

  test('is combined with the other filters', async () => {
    await site.db.updateTable('prompts').set({ category: 'Birds' }).where('slug', '=', 'p-4100').execute();
    await site.db
      .updateTable('prompts')
      .set({ prompt_type: 'Image', difficulty: 'advanced' })
      .where('slug', '=', 'p-2500')
      .execute();
    await site.db.updateTable('prompts').set({ status: 'draft' }).where('slug', '=', 'p-3300').execute();
    expect(await all({ q: 'quetzal', category: 'Birds' })).toEqual(['Item 4100']);
    expect(await all({ q: 'quetzal', type: 'Image' })).toEqual(['Item 2500']);
    expect(await all({ q: 'quetzal', difficulty: 'advanced', type: 'Text' })).toEqual([]);
    const left = expected('quetzal').filter((title) => title !== 'Item 3300');
    expect(await all({ q: 'quetzal' })).toEqual(left);
    expect((await ask({ q: 'quetzal' })).total).toBe(7);
    await site.db.updateTable('prompts').set({ status: 'published' }).where('slug', '=', 'p-3300').execute();
  });

  test('looks in titles, descriptions and tags, but not in texts', async () => {
    const named = { title: 'Zebra grass', description: 'land of okapi', tags: ['Tapir three', 'four'] };
    await buildPrompt(site, { ...named, prompt_body: 'narwhal', example_output: 'narwhal' });
    for (const q of ['zebra', 'OKAPI', 'tapir', 'tapir zebra four'])
      expect(await all({ q })).toEqual(['Zebra grass']);
    expect(await all({ q: 'narwhal' })).toEqual([]);
    // Not across two fields: "grass" ends the title, "land" starts the description.
    expect(await all({ q: 'grassland' })).toEqual([]);
  });

  test.each([
    ['#quetzal', 'quetzal'],
    ['quetzal.', 'quetzal'],
    ['quetzal, ocelot!', 'quetzal ocelot'],
    ['"quetzal qx"', 'quetzal qx'],
    ['“Quetzal” (qx)', 'quetzal qx'],
    ["[{'#eleven'}]?", 'eleven'],
    ['x/y:', 'x/y'],
  ])('for %j finds what one for %j does', async (q, bare) => {
    const found = await all({ q: bare });
    expect(found.length).toBeGreaterThan(0);
    expect(await all({ q })).toEqual(found);
  });

  test('keeps symbols that are part of a word', async () => {
    const names = ['C#', 'C++', '.NET', '$5', '100%', '@name', '#1'];
    for (const name of names) await buildPrompt(site, { title: `Zebra ${name}` });
    await buildPrompt(site, { title: 'Zebra c net 5 100 name 1' });
    for (const name of names)
      for (const q of [name, `(${name})`, `"${name}".`])
        expect(await all({ q: `zebra ${q}` }), q).toEqual([`Zebra ${name}`]);
  });

  test('ignores invisible characters, in queries and in items', async () => {
    const farsi = 'نام\u200cکاربر'; // cspell:disable-line
    for (const title of ['Fund\u00adraising plan', farsi, 'Yearly ❤\ufe0f letter'])
      await buildPrompt(site, { title });
    for (const q of ['fundraising', 'fund\u00adraising', '\u200efundraising\u200b plan', '\u2060fundraising'])
      expect(await all({ q }), JSON.stringify(q)).toEqual(['Fund\u00adraising plan']);
    for (const q of [farsi, farsi.replace('\u200c', '')]) expect(await all({ q })).toEqual([farsi]);
    for (const q of ['❤', '❤\ufe0f']) expect(await all({ q })).toEqual(['Yearly ❤\ufe0f letter']);
  });

  test('uses at most eight words, and treats none of their characters as a pattern', async () => {
    const eight = 'item quetzal item quetzal item quetzal item quetzal';
    expect(await all({ q: `${eight} nowhere` })).toEqual(expected('quetzal'));
    for (const q of ['oce_ot', 'oce%', '%', '_', '\\', 'x\\y', 'x"ocelot', '.*', 'q(z', '[a-z]', '^i']) {
      expect(await all({ q }), q).toEqual([]);
    }
    expect(await ask({ q: 'x/y', limit: '1' })).toMatchObject({ items: [{ title: 'Item 11' }] });
  });

  test('finds playbooks in the same way', async () => {
    for (const [title, description] of [
      ['Slow loris', 'moves by night'],
      ['Night heron', 'fishes'],
      ['Slow worm', 'is a lizard'],
    ] as const)
      await buildPlaybook(site, { title, description });
    const find = async (q: string) =>
      (await readAllPages<{ title: string }>(site, `/api/v1/playbooks?limit=1&sort=newest&q=${q}`)).items.map(
        (item) => item.title,
      );
    expect(await find('slow')).toEqual(['Slow worm', 'Slow loris']);
    expect(await find('night slow')).toEqual(['Slow loris']);
    expect(await find('ni')).toEqual(['Night heron', 'Slow loris']);
  });
});
