import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, readAllPages } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Compares lists with a simple model, for every filter, sort order and page size.
type Item = {
  id: string;
  slug: string;
  title: string;
  created_at: string;
  view_count: number;
  vote_count: number;
  category: string;
  categories: string[];
  status: 'draft' | 'published';
  prompt_type?: string;
  difficulty?: string;
};
let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
const library: Record<'prompts' | 'playbooks', Item[]> = { prompts: [], playbooks: [] };
const favorites = new Set<string>();

const categories = ['Writing', 'Writing, Fun', 'Fun', '', ' Code ,Fun,, ', 'ünïcode/Ä'];
const split = (category: string) =>
  category
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site, { level: 1 });
  for (let index = 0; index < 36; index += 1) {
    const common = {
      title: `Item ${index}`,
      category: categories[index % categories.length] ?? '',
      // Equal counts, so that the day decides the order, and equal days, so that the id does.
      created_at: new Date(Date.UTC(2026, 0, 1 + (index % 9))).toISOString(),
      view_count: index % 4,
      status: index % 12 === 5 ? ('draft' as const) : ('published' as const),
    };
    const kinds = {
      prompt_type: (['Text', 'Image', 'Agent'] as const)[index % 3] ?? 'Text',
      difficulty: (['beginner', 'advanced'] as const)[index % 2] ?? 'beginner',
    };
    const prompt = await buildPrompt(site, { ...common, ...kinds });
    const playbook = await buildPlaybook(site, common);
    const model = { ...common, vote_count: 0, categories: split(common.category) };
    library.prompts.push({ ...model, ...kinds, id: prompt.id, slug: prompt.slug });
    library.playbooks.push({ ...model, id: playbook.id, slug: playbook.slug });
  }
  for (const collection of ['prompts', 'playbooks'] as const) {
    for (const [index, item] of library[collection].entries()) {
      if (item.status === 'draft') continue;
      if (index % 5 === 0) {
        await site.api('PUT', `/api/v1/${collection}/${item.slug}/vote`, { token: member.token });
        item.vote_count = 1;
      }
      if (index % 7 === 0) {
        await site.api('PUT', `/api/v1/${collection}/${item.slug}/favorite`, { token: member.token });
        favorites.add(item.id);
      }
    }
  }
});
afterAll(() => site.stop());

const keys = {
  newest: (item: Item) => item.created_at,
  popular: (item: Item) => item.view_count,
  rating: (item: Item) => item.vote_count,
};
type Query = {
  sort?: keyof typeof keys;
  category?: string;
  type?: string;
  difficulty?: string;
  favorites?: boolean;
  q?: string;
};
/** Queries of one or two letters only match the beginnings of words. */
const words = (q = '') => q.split(' ').map((word) => new RegExp(word.length < 3 ? `\\b${word}` : word, 'i'));
function modelOf(collection: keyof typeof library, query: Query): Item[] {
  const isBest = query.q !== undefined && query.sort === undefined;
  const key = keys[query.sort ?? (isBest ? 'popular' : 'newest')];
  // All words are in titles here, so a match is the whole title or a part of it.
  const rank = ({ title }: Item) => Number(isBest && title.toLowerCase() === query.q);
  return library[collection]
    .filter(
      (item) =>
        item.status === 'published' &&
        (query.category === undefined || item.categories.includes(query.category)) &&
        (query.type === undefined || item.prompt_type === query.type) &&
        (query.difficulty === undefined || item.difficulty === query.difficulty) &&
        (!query.favorites || favorites.has(item.id)) &&
        words(query.q).every((word) => word.test(item.title)),
    )
    .sort((one, other) => {
      if (rank(one) !== rank(other)) return rank(other) - rank(one);
      const [a, b] = [key(one), key(other)];
      if (a !== b) return a > b ? -1 : 1;
      if (one.created_at !== other.created_at) return one.created_at > other.created_at ? -1 : 1;
      return one.id > other.id ? -1 : 1;
    });
}
const address = (collection: string, query: Query, limit?: number) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  if (limit) search.set('limit', String(limit));
  return `/api/v1/${collection}?${search}`;
};

const arbitraryQuery = fc.record(
  {
    sort: fc.constantFrom('newest', 'popular', 'rating'),
    category: fc.constantFrom('Writing', 'Fun', 'Code', 'ünïcode/Ä', 'Nothing'),
    favorites: fc.boolean(),
    q: fc.constantFrom('item', 'TEM', 'item 1', '3', '12', 'none'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Query>;

describe.each(['prompts', 'playbooks'] as const)('the list of %s', (collection) => {
  test('matches a plain filter of the rows, for every query and page size', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryQuery, fc.integer({ min: 1, max: 40 }), async (query, limit) => {
        const expected = modelOf(collection, query);
        const { items, pages } = await readAllPages<Item>(site, address(collection, query, limit), member);
        expect(items.map((item) => item.title)).toEqual(expected.map((item) => item.title));
        expect(pages).toBe(Math.max(1, Math.ceil(expected.length / limit)));
        const { body } = await site.api('GET', address(collection, query, limit), { token: member.token });
        expect([body.total, body.total_is_exact]).toEqual([expected.length, true]);
        for (const item of items) expect(item).toMatchObject({ is_favorited: favorites.has(item.id) });
      }),
      { numRuns: 25 },
    );
  });

  test('shows a card’s own fields and nothing that is gated', async () => {
    const { body } = await site.api('GET', `/api/v1/${collection}?limit=1`);
    const common = [
      'can',
      'category',
      'created_at',
      'description',
      'id',
      'is_favorited',
      'is_upvoted',
      'slug',
      'tags',
      'tier_access',
      'title',
      'view_count',
      'vote_count',
    ];
    const own = {
      prompts: ['difficulty', 'preview_image_url', 'prompt_type'],
      playbooks: ['image_url', 'is_purchasable', 'price', 'step_count'],
    };
    expect(Object.keys(body.items[0]).sort()).toEqual([...common, ...own[collection]].sort());
    expect(body.items[0].can).toEqual({ read: false });
  });

  test('has 24 items to a page unless asked otherwise, and at most 100', async () => {
    const answer = await site.api('GET', `/api/v1/${collection}`);
    expect(answer.body.items).toHaveLength(24);
    expect((await site.api('GET', `/api/v1/${collection}?limit=100`)).body.items).toHaveLength(33);
    for (const limit of ['0', '-1', '101', '1.5', 'x', '']) {
      const refused = await site.api('GET', `/api/v1/${collection}?limit=${limit}`);
      expect([limit, refused.status, refused.body.code]).toEqual([limit, 422, 'validation_failed']);
    }
  });

  test('accepts a cursor only for its own list and sort order', async () => {
    const { body } = await site.api('GET', `/api/v1/${collection}?sort=popular&limit=2`);
    const at = (query: string) => site.api('GET', `/api/v1/${collection}?${query}`);
    expect((await at(`sort=popular&cursor=${body.next_cursor}`)).status).toBe(200);
    for (const query of [
      `sort=newest&cursor=${body.next_cursor}`,
      `sort=rating&cursor=${body.next_cursor}`,
      `cursor=${body.next_cursor}`,
      `sort=popular&cursor=${body.next_cursor.slice(0, -6)}`,
      'cursor=',
      'cursor=null',
      `cursor=${Buffer.from('{}').toString('base64url')}`,
      `cursor=${Buffer.from('["newest","2026-01-01 00:00:00+00","no-uuid"]').toString('base64url')}`,
      `sort=popular&cursor=${Buffer.from(`["popular","-1","${crypto.randomUUID()}"]`).toString('base64url')}`,
    ]) {
      const refused = await at(query);
      expect([query, refused.status, refused.body.code]).toEqual([query, 400, 'invalid_cursor']);
    }
  });

  test('continues from its cursor although that item was deleted meanwhile', async () => {
    const build = collection === 'prompts' ? buildPrompt : buildPlaybook;
    const made = [];
    for (const day of [3, 2, 1])
      made.push(
        await build(site, {
          title: `Fleeting ${day}`,
          category: 'Fleeting',
          created_at: `2025-01-0${day}T00:00:00Z`,
        }),
      );
    const path = `/api/v1/${collection}?category=Fleeting&limit=2`;
    const { body } = await site.api('GET', path);
    expect(body.items.map((item: Item) => item.title)).toEqual(['Fleeting 3', 'Fleeting 2']);
    await site.db
      .deleteFrom(collection)
      .where('id', '=', made[1]?.id ?? '')
      .execute();
    const rest = await site.api('GET', `${path}&cursor=${body.next_cursor}`);
    expect(rest.body.items.map((item: Item) => item.title)).toEqual(['Fleeting 1']);
    await site.db.deleteFrom(collection).where('category', '=', 'Fleeting').execute();
  });

  test('updates its count at once when something is added, hidden or moved', async () => {
    const total = async (query = '') => (await site.api('GET', `/api/v1/${collection}${query}`)).body.total;
    const build = collection === 'prompts' ? buildPrompt : buildPlaybook;
    const before = await total();
    const { id } = await build(site, { category: 'Brand new' });
    await expect.poll(() => total()).toBe(before + 1);
    await expect.poll(() => total('?category=Brand new')).toBe(1);
    await site.db.updateTable(collection).set({ status: 'draft' }).where('id', '=', id).execute();
    await expect.poll(() => total()).toBe(before);
    await expect.poll(() => total('?category=Brand new')).toBe(0);
    await site.db.deleteFrom(collection).where('id', '=', id).execute();
  });

  test('says whether its viewer can read each item', async () => {
    const build = collection === 'prompts' ? buildPrompt : buildPlaybook;
    for (const tier_access of [0, 1, 2])
      await build(site, { category: 'Levels', tier_access, title: `${tier_access}` });
    const readable = async (token?: string) =>
      (await site.api('GET', `/api/v1/${collection}?category=Levels`, token ? { token } : {})).body.items
        .filter((item: { can: { read: boolean } }) => item.can.read)
        .map((item: Item) => item.title)
        .sort();
    const untiered = await buildMember(site);
    expect(await readable()).toEqual([]);
    expect(await readable(untiered.token)).toEqual(['0']);
    expect(await readable(member.token)).toEqual(['0', '1']);
    await site.db.deleteFrom(collection).where('category', '=', 'Levels').execute();
  });
});

describe('the list of prompts', () => {
  test('can be filtered by type and difficulty as well', async () => {
    for (const type of ['Text', 'Image', 'Agent', 'Audio']) {
      for (const difficulty of ['beginner', 'advanced', 'intermediate']) {
        const query = { type, difficulty };
        const { items } = await readAllPages<Item>(site, address('prompts', query, 10));
        expect(items.map((item) => item.slug)).toEqual(modelOf('prompts', query).map((item) => item.slug));
      }
    }
  });

  test('ignores the other list’s filters', async () => {
    const plain = (await site.api('GET', '/api/v1/playbooks')).body;
    expect((await site.api('GET', '/api/v1/playbooks?type=Image&difficulty=advanced')).body).toEqual(plain);
  });
});

describe('the categories', () => {
  test('are those of published items, each with its own count, sorted by name', async () => {
    const { body } = await site.api('GET', '/api/v1/categories');
    for (const collection of ['prompts', 'playbooks'] as const) {
      const counts = new Map<string, number>();
      for (const item of library[collection].filter(({ status }) => status === 'published'))
        for (const name of new Set(item.categories)) counts.set(name, (counts.get(name) ?? 0) + 1);
      const expected = [...counts].map(([name, count]) => ({
        name,
        count,
        slug: expect.stringMatching(/^[a-z-]+$/),
      }));
      const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
      expect(body[collection].toSorted(byName)).toEqual(expected.toSorted(byName));
    }
    const names = body.prompts.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => /^[a-z]/i.test(name))).toEqual(['Code', 'Fun', 'Writing']);
  });

  test.each(['prompts', 'playbooks'] as const)('of a new item appear at once: %s', async (collection) => {
    const names = async () =>
      (await site.api('GET', '/api/v1/categories')).body[collection].map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).not.toContain('Fresh');
    const build = collection === 'prompts' ? buildPrompt : buildPlaybook;
    const { id } = await build(site, { category: 'Fresh, Writing' });
    await expect.poll(names).toContain('Fresh');
    await site.db.deleteFrom(collection).where('id', '=', id).execute();
    await expect.poll(names).not.toContain('Fresh');
  });
});

describe('answers', () => {
  /** The response as sent, still compressed. */
  const raw = (path: string, encoding: string) =>
    new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const headers = { 'accept-encoding': encoding, authorization: `Bearer ${member.token}` };
      request(`${site.url}${path}`, { headers }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        resolve({ headers: answer.headers, body: Buffer.concat(parts) });
      })
        .once('error', reject)
        .end();
    });

  test('are compressed from a kilobyte on for clients that accept gzip', async () => {
    const plain = await raw('/api/v1/prompts', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.5', '*']) {
      const packed = await raw('/api/v1/prompts', encoding);
      expect([encoding, packed.headers['content-encoding']]).toEqual([encoding, 'gzip']);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(JSON.parse(plain.body.toString()));
    }
    for (const encoding of ['br', 'gzip;q=0', ''])
      expect((await raw('/api/v1/prompts', encoding)).body).toEqual(plain.body);
    const small = await raw('/api/v1/values', 'gzip');
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(small.body.toString())).toEqual(expect.any(Object));
  });
});

describe('a list without pages', () => {
  test.each([
    ...['/runs', '/collections', '/my-versions', '/keys', '/values', '/sessions', '/tiers', '/connections'],
    ...[
      '/admin/tiers',
      '/admin/webhooks',
      '/admin/pages',
      '/admin/imports',
      '/admin/categories',
      '/admin/offers',
    ],
  ])('has the form of every list: %s', async (path) => {
    const { token } = path.startsWith('/admin/') ? await buildAdmin(site) : member;
    const { status, body } = await site.api('GET', `/api/v1${path}`, { token });
    expect([status, body]).toEqual([
      200,
      { items: expect.any(Array), total: body.items.length, next_cursor: null },
    ]);
  });

  test('of members has the items under both names', async () => {
    const { token } = await buildAdmin(site);
    const [users, members] = await Promise.all(
      ['users', 'members'].map((name) => site.api('GET', `/api/v1/admin/${name}?limit=2`, { token })),
    );
    expect(members?.body.items).toHaveLength(2);
    expect(members?.body).toEqual(users?.body);
  });
});

test('an empty search or category is none, as on the pages', async () => {
  const { token } = member;
  for (const path of ['/api/v1/prompts', '/api/v1/playbooks', '/api/v1/feed.json']) {
    const [all, empty] = await Promise.all(
      ['', '?q=&category='].map((query) => site.api('GET', path + query, { token })),
    );
    expect(all?.body.items.length, path).toBeGreaterThan(0);
    expect(empty?.body, path).toEqual(all?.body);
  }
});
