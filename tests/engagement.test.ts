// Needs the built pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '#platform/database/cursor.server.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Votes, favorites and views of prompts and playbooks.
let site: TestSite;
let ann: Awaited<ReturnType<typeof buildMember>>;
let ben: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  [ann, ben] = await Promise.all([buildMember(site), buildMember(site)]);
});
afterAll(() => site.stop());

const collections = ['prompts', 'playbooks'] as const;
const build = { prompts: buildPrompt, playbooks: buildPlaybook };
type Member = { token: string };
const vote = (method: 'PUT' | 'DELETE', path: string, { token }: Member) =>
  site.api(method, `/api/v1/${path}/vote`, { token });
const favorite = (method: 'PUT' | 'DELETE', path: string, { token }: Member) =>
  site.api(method, `/api/v1/${path}/favorite`, { token });
const view = (path: string, { token }: Member) => site.api('POST', `/api/v1/${path}/views`, { token });
const item = async (path: string, { token }: Member) =>
  (await site.api('GET', `/api/v1/${path}`, { token })).body;

describe.each(collections)('a vote for one of the %s', (collection) => {
  test('counts once, however often it is added or removed', async () => {
    const path = `${collection}/${(await build[collection](site)).slug}`;
    for (let time = 0; time < 3; time += 1)
      expect((await vote('PUT', path, ann)).body).toEqual({ is_upvoted: true, vote_count: 1 });
    expect((await vote('PUT', path, ben)).body).toEqual({ is_upvoted: true, vote_count: 2 });
    for (let time = 0; time < 3; time += 1)
      expect((await vote('DELETE', path, ann)).body).toEqual({ is_upvoted: false, vote_count: 1 });
    expect(await item(path, ann)).toMatchObject({ is_upvoted: false, vote_count: 1 });
    expect(await item(path, ben)).toMatchObject({ is_upvoted: true, vote_count: 1 });
  });

  test('by many requests at once counts once', async () => {
    const path = `${collection}/${(await build[collection](site)).slug}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => vote('PUT', path, ann)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await item(path, ann)).vote_count).toBe(1);
    await Promise.all(Array.from({ length: 12 }, () => vote('DELETE', path, ann)));
    expect((await item(path, ann)).vote_count).toBe(0);
  });

  test('added and removed quickly leaves the correct count', async () => {
    const path = `${collection}/${(await build[collection](site)).slug}`;
    await Promise.all(
      [ann, ben].flatMap((member) =>
        Array.from({ length: 10 }, (_, index) => vote(index % 2 ? 'PUT' : 'DELETE', path, member)),
      ),
    );
    const { is_upvoted, vote_count } = await item(path, ann);
    expect(vote_count).toBe(Number(is_upvoted) + Number((await item(path, ben)).is_upvoted));
  });

  test("is deleted with its member's account", async () => {
    const path = `${collection}/${(await build[collection](site)).slug}`;
    const guest = await buildMember(site);
    await vote('PUT', path, guest);
    await vote('PUT', path, ann);
    await site.api('DELETE', '/api/v1/profile', { token: guest.token, body: { password: guest.password } });
    expect(await item(path, ann)).toMatchObject({ vote_count: 1, is_upvoted: true });
  });
});

describe.each(collections)('concurrent votes for one of the %s', (collection) => {
  test('return a state and a count that match', async () => {
    const guest = await buildMember(site);
    for (let round = 0; round < 15; round += 1) {
      const path = `${collection}/${(await build[collection](site)).slug}`;
      const methods = Array.from({ length: 12 }, (_, index) => (index % 2 ? 'PUT' : 'DELETE'));
      const [votes, favorites] = await Promise.all(
        [vote, favorite].map((ask) => Promise.all(methods.map((method) => ask(method, path, guest)))),
      );
      for (const { body } of votes ?? []) expect(body.vote_count).toBe(Number(body.is_upvoted));
      for (const { body } of favorites ?? []) expect(body.favorite_count).toBe(Number(body.is_favorited));
      await favorite('DELETE', path, guest);
    }
  });
});

describe.each(collections)('a favorite among the %s', (collection) => {
  test('is added once and removed once, and counted over both kinds', async () => {
    const guest = await buildMember(site);
    const [one, two] = await Promise.all([buildPrompt(site), buildPlaybook(site)]);
    const path = `${collection}/${(await build[collection](site)).slug}`;
    for (let time = 0; time < 2; time += 1)
      expect((await favorite('PUT', path, guest)).body).toEqual({ is_favorited: true, favorite_count: 1 });
    await favorite('PUT', `prompts/${one.slug}`, guest);
    expect((await favorite('PUT', `playbooks/${two.slug}`, guest)).body.favorite_count).toBe(3);
    expect((await site.api('GET', '/api/v1/stats', { token: guest.token })).body.your_favorites).toBe(3);
    for (let time = 0; time < 2; time += 1)
      expect((await favorite('DELETE', path, guest)).body).toEqual({
        is_favorited: false,
        favorite_count: 2,
      });
    expect((await site.api('GET', '/api/v1/stats', { token: ann.token })).body.your_favorites).toBe(0);
  });

  test("is listed with each member's own count", async () => {
    const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const slugs = await Promise.all([1, 2, 3].map(async () => (await build[collection](site)).slug));
    for (const slug of slugs) await favorite('PUT', `${collection}/${slug}`, one);
    await favorite('PUT', `${collection}/${slugs[0]}`, other);
    const total = async ({ token }: Member) =>
      (await site.api('GET', `/api/v1/${collection}?favorites=true`, { token })).body.total;
    expect([await total(one), await total(other), await total(one)]).toEqual([3, 1, 3]);
    await favorite('DELETE', `${collection}/${slugs[1]}`, one);
    expect(await total(one)).toBe(2);
    const cursor = encodeCursor(collection.slice(0, -1), ['newest', '0001-01-01 00:00:00+00', one.id]);
    const end = await site.api('GET', `/api/v1/${collection}?favorites=true&cursor=${cursor}`, {
      token: one.token,
    });
    expect(end.body).toMatchObject({ items: [], total: 2, next_cursor: null });
    expect((await site.api('GET', `/api/v1/${collection}?favorites=true`)).status).toBe(401);
    const asked = async (word: string) =>
      (await site.api('GET', `/api/v1/${collection}?favorites=${word}`, { token: one.token })).body;
    expect([
      (await asked('1')).total,
      (await asked('false')).total > 2,
      (await asked('0')).total > 2,
    ]).toEqual([2, true, true]);
    for (const word of ['yes', 'on', 'no', ''])
      expect((await asked(word)).code, word).toBe('validation_failed');
  });

  test("doesn't change a vote, and a vote doesn't change a favorite", async () => {
    const path = `${collection}/${(await build[collection](site)).slug}`;
    await favorite('PUT', path, ann);
    expect(await item(path, ann)).toMatchObject({ is_favorited: true, is_upvoted: false, vote_count: 0 });
    await vote('PUT', path, ann);
    await favorite('DELETE', path, ann);
    expect(await item(path, ann)).toMatchObject({ is_favorited: false, is_upvoted: true, vote_count: 1 });
  });

  test("that becomes a draft isn't listed until it is published again", async () => {
    const guest = await buildMember(site);
    const { slug, id } = await build[collection](site);
    await favorite('PUT', `${collection}/${slug}`, guest);
    const slugs = async () =>
      (await site.api('GET', `/api/v1/${collection}?favorites=true`, { token: guest.token })).body.items.map(
        (item: { slug: string }) => item.slug,
      );
    const setStatus = (status: 'draft' | 'published') =>
      site.db.updateTable(collection).set({ status }).where('id', '=', id).execute();
    expect(await slugs()).toEqual([slug]);
    await setStatus('draft');
    expect(await slugs()).toEqual([]);
    expect((await favorite('DELETE', `${collection}/${slug}`, guest)).status).toBe(404);
    await setStatus('published');
    expect(await slugs()).toEqual([slug]);
  });

  test('is counted only while it is listed', async () => {
    const guest = await buildMember(site);
    const [going, staying] = await Promise.all([build[collection](site), build[collection](site)]);
    for (const { slug } of [going, staying]) await favorite('PUT', `${collection}/${slug}`, guest);
    const counted = async () =>
      (await site.api('GET', '/api/v1/stats', { token: guest.token })).body.your_favorites;
    const setStatus = (status: 'draft' | 'published') =>
      site.db.updateTable(collection).set({ status }).where('id', '=', going.id).execute();
    expect(await counted()).toBe(2);
    await setStatus('draft');
    expect(await counted()).toBe(1);
    const answer = (await favorite('PUT', `${collection}/${staying.slug}`, guest)).body;
    expect(answer).toEqual({ is_favorited: true, favorite_count: 1 });
    await setStatus('published');
    expect(await counted()).toBe(2);
  });

  test('is counted as it is listed if the member has bought it, even as a draft', async () => {
    const [buyer, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const { slug, id } = await build[collection](site);
    for (const who of [buyer, other]) await favorite('PUT', `${collection}/${slug}`, who);
    if (collection === 'playbooks')
      await site.db
        .insertInto('user_playbook_purchases')
        .values({ playbook_id: id, user_id: buyer.id })
        .execute();
    await site.db.updateTable(collection).set({ status: 'draft' }).where('id', '=', id).execute();
    for (const { token } of [buyer, other]) {
      const listed = (await site.api('GET', `/api/v1/${collection}?favorites=true`, { token })).body.total;
      const { your_favorites } = (await site.api('GET', '/api/v1/stats', { token })).body;
      expect(your_favorites).toBe(listed);
    }
    if (collection === 'playbooks')
      expect((await favorite('PUT', `playbooks/${slug}`, buyer)).body.favorite_count).toBe(1);
  });
});

describe.each(collections)('views of the %s', (collection) => {
  test('are each counted, even when many arrive at once for several items', async () => {
    const items = await Promise.all([1, 2, 3].map(() => build[collection](site)));
    const paths = items.map(({ slug }) => `${collection}/${slug}`);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => view(paths[index % 3] ?? '', index % 2 ? ann : ben)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    for (const path of paths) expect((await item(path, ann)).view_count).toBe(20);
    expect(Math.max(...answers.map((answer) => answer.body.view_count))).toBe(20);
  });

  test("don't invalidate a page: counters may be a minute old", async () => {
    const { slug, title } = await build[collection](site);
    const page = `${site.url}${collection === 'prompts' ? '/browse' : '/browse-playbooks'}`;
    await expect.poll(async () => (await fetch(page)).text()).toContain(title);
    const etag = (await fetch(page)).headers.get('etag') ?? '';
    await view(`${collection}/${slug}`, ann);
    await vote('PUT', `${collection}/${slug}`, ann);
    expect((await fetch(page, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe.each(collections)('a hidden item among the %s', (collection) => {
  const calls = [
    ['PUT', 'vote'],
    ['DELETE', 'vote'],
    ['PUT', 'favorite'],
    ['DELETE', 'favorite'],
    ['POST', 'views'],
  ] as const;

  test("takes no vote, favorite or view of a member, and answers as if it didn't exist", async () => {
    const { slug, id } = await build[collection](site, { status: 'draft' });
    for (const [method, what] of calls) {
      const draft = await site.api(method, `/api/v1/${collection}/${slug}/${what}`, { token: ann.token });
      const nothing = await site.api(method, `/api/v1/${collection}/there-is-none/${what}`, {
        token: ann.token,
      });
      expect([what, draft.status, draft.text]).toEqual([what, 404, nothing.text]);
    }
    const row = await site.db
      .selectFrom(collection)
      .select(['vote_count', 'view_count'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ vote_count: 0, view_count: 0 });
  });

  test('is open to admins', async () => {
    const admin = await buildAdmin(site);
    const { slug } = await build[collection](site, { status: 'draft', tier_access: 5 });
    for (const [method, what] of calls) {
      const answer = await site.api(method, `/api/v1/${collection}/${slug}/${what}`, { token: admin.token });
      expect([what, answer.status]).toEqual([what, 200]);
    }
  });

  test('a locked item can be voted for, added to favorites and counted: members can see its card', async () => {
    const { slug } = await build[collection](site, { tier_access: 9 });
    for (const [method, what] of calls) {
      const answer = await site.api(method, `/api/v1/${collection}/${slug}/${what}`, { token: ann.token });
      expect([what, answer.status]).toEqual([what, 200]);
      const visitor = await site.api(method, `/api/v1/${collection}/${slug}/${what}`);
      expect([what, visitor.status, visitor.body.code]).toEqual([what, 401, 'not_signed_in']);
    }
  });
});

describe('the numbers of the dashboard', () => {
  test("count published items, and only the member's own favorites", async () => {
    const stats = async ({ token }: Member) => (await site.api('GET', '/api/v1/stats', { token })).body;
    const before = await stats(ann);
    await Promise.all([
      buildPrompt(site),
      buildPrompt(site, { status: 'draft' }),
      buildPlaybook(site),
      buildPlaybook(site, { status: 'draft' }),
    ]);
    const after = await stats(ann);
    expect(after).toEqual({
      ...before,
      total_prompts: before.total_prompts + 1,
      total_playbooks: before.total_playbooks + 1,
      total_books: 0,
    });
  });
});
