import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { awayFromTheHour } from '#tests/harness/away-from-the-hour.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { PromptCard, PromptList } from './prompts.contract.ts';

beforeEach(() => awayFromTheHour());

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const list = async (query: Record<string, string> = {}, token?: string) => {
  const answer = await site.api(
    'GET',
    `/api/v1/prompts?${new URLSearchParams(query)}`,
    token ? { token } : {},
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body as PromptList;
};
const titles = (page: { items: PromptCard[] }) => page.items.map((item) => item.title);

describe('the list', () => {
  beforeAll(async () => {
    const rows = [
      { title: 'Alpha', category: 'Writing, Fun', prompt_type: 'Text', view_count: 3, tags: ['Pirate'] },
      {
        title: 'Beta 100%_\\',
        category: 'Writing',
        prompt_type: 'Image',
        view_count: 9,
        difficulty: 'advanced',
      },
      { title: 'Gamma', category: 'Other', prompt_type: 'Text', description: 'about ÄPFEL and pears' },
      { title: 'Delta draft', status: 'draft' },
    ] as const;
    for (const [index, row] of rows.entries()) {
      const created_at = new Date(Date.UTC(2026, 0, 10 - index)).toISOString();
      await buildPrompt(site, { ...row, tags: 'tags' in row ? [...row.tags] : [], created_at });
    }
  });

  test('shows what is published, newest first, without a body', async () => {
    const page = await list();
    expect(titles(page)).toEqual(['Alpha', 'Beta 100%_\\', 'Gamma']);
    expect(page).toMatchObject({ total: 3, total_is_exact: true, next_cursor: null });
    expect(page.items[0]).not.toHaveProperty('prompt_body');
    expect(page.items[0]).not.toHaveProperty('example_output');
    expect(page.items[0]).not.toHaveProperty('status');
  });

  test.each([
    [{ sort: 'popular' }, ['Beta 100%_\\', 'Alpha', 'Gamma']],
    [{ category: 'Writing' }, ['Alpha', 'Beta 100%_\\']],
    [{ category: 'Fun' }, ['Alpha']],
    [{ category: 'Writ' }, []],
    [{ type: 'Image' }, ['Beta 100%_\\']],
    [{ difficulty: 'advanced' }, ['Beta 100%_\\']],
    [{ q: 'GAMMA' }, ['Gamma']],
    [{ q: 'äpfel' }, ['Gamma']],
    [{ q: 'pirate' }, ['Alpha']],
    [{ q: '100%_\\' }, ['Beta 100%_\\']],
    [{ q: '%' }, []],
    [{ q: '_' }, []],
    [{ q: 'nothing like it' }, []],
    [{ q: 'draft' }, []],
    [{ q: '  ' }, ['Alpha', 'Beta 100%_\\', 'Gamma']],
    [{ q: 'a', type: 'Text', category: 'Other' }, ['Gamma']],
  ])('answers %o', async (query, expected) => {
    expect(titles(await list(query as Record<string, string>))).toEqual(expected);
  });

  test('is paged without gaps or repetitions, even with equal sort keys and while items are added', async () => {
    for (const sort of ['newest', 'popular', 'rating']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: PromptList = await list({ sort, limit: '1', ...(cursor ? { cursor } : {}) });
        seen.push(...titles(page));
        cursor = page.next_cursor;
        if (seen.length === 1)
          await buildPrompt(site, { title: `Late ${sort}`, created_at: '2030-01-01T00:00:00Z' });
      } while (cursor);
      expect(seen.filter((title) => !title.startsWith('Late')).sort()).toEqual([
        'Alpha',
        'Beta 100%_\\',
        'Gamma',
      ]);
      expect(new Set(seen).size).toBe(seen.length);
    }
    await site.db.deleteFrom('prompts').where('title', 'like', 'Late%').execute();
  });

  test.each([
    ['limit=0', 422],
    ['limit=101', 422],
    ['limit=ten', 422],
    ['sort=worst', 422],
    ['type=Smell', 422],
    [`q=${'x'.repeat(201)}`, 422],
    ['q=%00', 422],
    ['cursor=nonsense', 400],
    [`cursor=${Buffer.from('["popular","1","x"]').toString('base64url')}`, 400],
    [`cursor=${Buffer.from(`["newest","1; drop","${crypto.randomUUID()}"]`).toString('base64url')}`, 400],
    [`cursor=${'x'.repeat(600)}`, 400],
  ])('refuses ?%s', async (query, status) => {
    const answer = await site.api('GET', `/api/v1/prompts?${query}`);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect([status, 400, 422]).toContain(answer.status);
    expect(answer.body).toEqual({ error: expect.any(String), code: expect.any(String) });
  });

  test("shows the member's own favorites and votes, and nobody else's", async () => {
    const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const slug = (await list({ q: 'Gamma' })).items[0]?.slug;
    await site.api('PUT', `/api/v1/prompts/${slug}/favorite`, { token: one.token });
    await site.api('PUT', `/api/v1/prompts/${slug}/vote`, { token: one.token });
    expect(titles(await list({ favorites: 'true' }, one.token))).toEqual(['Gamma']);
    expect(titles(await list({ favorites: 'true' }, other.token))).toEqual([]);
    expect((await list({ q: 'Gamma' }, one.token)).items[0]).toMatchObject({
      is_upvoted: true,
      is_favorited: true,
      vote_count: 1,
    });
    expect((await list({ q: 'Gamma' }, other.token)).items[0]).toMatchObject({
      is_upvoted: false,
      is_favorited: false,
      vote_count: 1,
    });
    expect(titles(await list({ sort: 'rating' }))[0]).toBe('Gamma');
  });
});

describe('votes, favorites and views', () => {
  test.each(['prompts', 'playbooks'] as const)(
    'of %s are exact under many members at once',
    async (collection) => {
      const { slug } = collection === 'prompts' ? await buildPrompt(site) : await buildPlaybook(site);
      const members = await Promise.all(Array.from({ length: 20 }, () => buildMember(site)));
      const act = (method: string, what: string) =>
        Promise.all(
          members.flatMap(({ token }) =>
            [1, 2].map(() => site.api(method, `/api/v1/${collection}/${slug}/${what}`, { token })),
          ),
        );
      await Promise.all([act('PUT', 'vote'), act('PUT', 'favorite'), act('POST', 'views')]);
      const item = async () =>
        (
          await site.api('GET', `/api/v1/${collection}?limit=100`, { token: members[0]?.token ?? '' })
        ).body.items.find((item: { slug: string }) => item.slug === slug);
      expect(await item()).toMatchObject({
        vote_count: 20,
        view_count: 40,
        is_upvoted: true,
        is_favorited: true,
      });
      await act('DELETE', 'vote');
      expect(await item()).toMatchObject({ vote_count: 0, is_upvoted: false });
    },
  );
});

describe('copying', () => {
  const copy = (slug: string, token: string) => site.api('POST', `/api/v1/prompts/${slug}/copies`, { token });
  const setTier = (id: string, tier_id: string) =>
    site.db.updateTable('profiles').set({ tier_id }).where('id', '=', id).execute();

  test('keeps the daily limit exactly under parallel copies, and says when it is reached', async () => {
    const member = await buildMember(site);
    await setTier(member.id, (await buildTier(site, { access_level: 1, daily_copy_limit: 7 })).id);
    const { slug, id, prompt_body } = await buildPrompt(site);
    const answers = await Promise.all(Array.from({ length: 25 }, () => copy(slug, member.token)));
    const good = answers.filter((answer) => answer.status === 200);
    expect(good).toHaveLength(7);
    expect(good.map((answer) => answer.body.copies_left).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(good[0]?.body.prompt_body).toBe(prompt_body);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body).toEqual({
      code: 'daily_copy_limit_reached',
      error: expect.stringContaining('all 7 copies'),
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const logged = await site.db
      .selectFrom('user_activity')
      .selectAll()
      .where('user_id', '=', member.id)
      .execute();
    expect(logged).toHaveLength(7);
    expect(logged[0]).toMatchObject({ action_type: 'copy_prompt', target_type: 'prompt', target_id: id });
    const profile = await site.api('GET', '/api/v1/profile', { token: member.token });
    expect(profile.body).toMatchObject({ daily_copy_limit: 7, copies_left: 0 });
  });

  test('is reset at midnight UTC', async () => {
    const member = await buildMember(site);
    await setTier(member.id, (await buildTier(site, { daily_copy_limit: 1 })).id);
    const { slug } = await buildPrompt(site);
    expect((await copy(slug, member.token)).status).toBe(200);
    expect((await copy(slug, member.token)).status).toBe(429);
    await site.pool.query('update daily_copies set day = day - 1 where user_id = $1', [member.id]);
    expect((await copy(slug, member.token)).body.copies_left).toBe(0);
  });

  test('has no limit at 999999 and for admins', async () => {
    const [member, admin] = await Promise.all([buildMember(site), buildAdmin(site)]);
    await setTier(member.id, (await buildTier(site, { daily_copy_limit: 999_999 })).id);
    const { slug } = await buildPrompt(site);
    expect((await copy(slug, member.token)).body.copies_left).toBeNull();
    expect((await copy(slug, admin.token)).body.copies_left).toBeNull();
  });

  test.each([false, true])(
    'more than 5,000 times a day goes on without being logged (reading counts: %s)',
    async (reading_counts) => {
      const member = await buildMember(site);
      await setTier(member.id, (await buildTier(site, { daily_copy_limit: 999_999, reading_counts })).id);
      const { id, slug } = await buildPrompt(site);
      await site.pool.query(
        `insert into user_activity (user_id, action_type, target_type, target_id)
          select $1, 'copy_prompt', 'prompt', $2 from generate_series(1, $3::int)`,
        [member.id, id, limits.activityEntriesOfDay - 1],
      );
      const logged = async () => {
        const { rows } = await site.pool.query(
          'select count(*)::int as count from user_activity where user_id = $1',
          [member.id],
        );
        return rows[0].count;
      };
      for (let time = 0; time < 3; time += 1) expect((await copy(slug, member.token)).status).toBe(200);
      expect(await logged()).toBe(limits.activityEntriesOfDay);
      await site.pool.query(
        "update user_activity set created_at = created_at - interval '1 day' where user_id = $1",
        [member.id],
      );
      await copy(slug, member.token);
      expect(await logged()).toBe(limits.activityEntriesOfDay + 1);
    },
  );
});

describe('one prompt', () => {
  test('without access has no body, and only the first 200 characters of the sample', async () => {
    const member = await buildMember(site, { level: 0 });
    const example_output = `${'é'.repeat(199)}😀rest`;
    const { slug } = await buildPrompt(site, { tier_access: 1, prompt_body: 'hidden', example_output });
    const { body } = await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token });
    expect(body).toMatchObject({ prompt_body: null, can: { read: false, copy: false, vote: true } });
    expect([...body.example_output]).toHaveLength(200);
    expect(body.example_output).toBe(`${'é'.repeat(199)}😀`);
    expect(body.example_output_is_cut).toBe(true);
  });

  test("doesn't mark a sample as cut if it fits, or for members with access", async () => {
    const member = await buildMember(site, { level: 0 });
    const admin = await buildAdmin(site);
    const exact = '😀'.repeat(200);
    const { slug } = await buildPrompt(site, { tier_access: 1, example_output: exact });
    const long = await buildPrompt(site, { tier_access: 1, example_output: `${exact}x` });
    const read = async (of: string, { token }: { token: string }) =>
      (await site.api('GET', `/api/v1/prompts/${of}`, { token })).body;
    expect(await read(slug, member)).toMatchObject({ example_output: exact, example_output_is_cut: false });
    expect(await read(long.slug, member)).toMatchObject({
      example_output: exact,
      example_output_is_cut: true,
    });
    expect(await read(long.slug, admin)).toMatchObject({
      example_output: `${exact}x`,
      example_output_is_cut: false,
    });
  });

  test.each([
    '/prompts/%00',
    '/prompts/..%2f..%2fetc',
    `/prompts/${'x'.repeat(101)}`,
    '/prompts/%F0%9F%98%80',
    "/prompts/'%20or%201=1",
  ])('is not found under %s', async (path) => {
    const member = await buildMember(site);
    const answer = await site.api('GET', `/api/v1${path}`, { token: member.token });
    expect([400, 404, 422]).toContain(answer.status);
  });
});

describe('the profile', () => {
  test('takes a name and a bio, nothing else, and clears them with an empty text', async () => {
    const member = await buildMember(site);
    const patch = (body: unknown) => site.api('PATCH', '/api/v1/profile', { token: member.token, body });
    expect((await patch({ display_name: ' Ada ', bio: 'x' })).body).toMatchObject({
      display_name: 'Ada',
      bio: 'x',
    });
    expect((await patch({ bio: '' })).body).toMatchObject({ display_name: 'Ada', bio: null });
    for (const body of [
      { role: 'admin' },
      { tier_id: member.id },
      { display_name: 'x'.repeat(81) },
      { bio: 5 },
      [],
      'text{',
    ]) {
      expect((await patch(body)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await patch({ bio: 'nul \0 here' })).status).toBe(422);
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).body).toMatchObject({
      display_name: 'Ada',
      bio: null,
      can: { administer: false },
    });
  });
});
