import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

type Member = Awaited<ReturnType<typeof buildMember>>;
type Comment = {
  id: string;
  parent_id: string | null;
  body: string | null;
  author: string | null;
  is_admin: boolean;
  status: string;
  can: { edit: boolean; reply: boolean; hide: boolean };
};
let site: TestSite;
let ann: Member;
let ben: Member;
let admin: Member;
beforeAll(async () => {
  site = await createTestSite();
  [ann, ben, admin] = await Promise.all([buildMember(site), buildMember(site), buildAdmin(site)]);
});
afterAll(() => site.stop());

/** Creates a prompt, with functions to comment on it. */
async function thread(values: Parameters<typeof buildPrompt>[1] = {}) {
  const { slug, id } = await buildPrompt(site, values);
  const path = `/api/v1/prompts/${slug}/comments`;
  const add = async (member: Member, body: string, parent_id?: string): Promise<Comment> =>
    (await site.api('POST', path, { token: member.token, body: { body, parent_id } })).body;
  const list = async (member: Member, query = '') =>
    (await site.api('GET', `${path}${query}`, { token: member.token })).body as {
      items: Comment[];
      total: number;
      next_cursor: string | null;
    };
  return { slug, id, path, add, list, read: async (member: Member) => bodies((await list(member)).items) };
}
const bodies = (items: Comment[]) => items.map((item) => item.body);
const change = (member: Member, id: string, body: object) =>
  site.api('PATCH', `/api/v1/comments/${id}`, { token: member.token, body });
const remove = (member: Member, id: string) =>
  site.api('DELETE', `/api/v1/comments/${id}`, { token: member.token });

describe('a comment by an admin', () => {
  test('has a badge, and a comment by someone with a similar address has none', async () => {
    const { add, list } = await thread();
    const { data } = await site
      .authClient()
      .signUp({ email: 'admin@lookalike.example', password: 'member-password' });
    const lookalike = { ...ann, token: data.session?.access_token ?? '' };
    const own = await add(admin, 'from the site');
    await add(lookalike, 'from the site as well');
    await add(admin, 'a reply', own.id);
    expect((await list(ben)).items.map(({ body, is_admin }) => [body, is_admin])).toEqual([
      ['from the site', true],
      ['from the site as well', false],
      ['a reply', true],
    ]);
    await change(admin, own.id, { status: 'hidden' });
    expect((await list(ben)).items.map(({ body, is_admin }) => [body, is_admin])[0]).toEqual([null, false]);
  });
});

describe('a deleted comment', () => {
  test('leaves a placeholder while it has replies at any depth; then all empty placeholders disappear', async () => {
    const { add, list, read } = await thread();
    const top = await add(ann, 'top');
    const middle = await add(ben, 'middle', top.id);
    const leaf = await add(ann, 'leaf', middle.id);
    await remove(ann, top.id);
    await remove(ben, middle.id);
    expect(await read(ann)).toEqual([null, null, 'leaf']);
    const { items, total } = await list(ben);
    expect(items.map((item) => [item.status, item.author, item.can.reply])).toEqual([
      ['deleted', null, false],
      ['deleted', null, false],
      ['visible', ann.email.split('@')[0], true],
    ]);
    expect(total).toBe(0);
    await remove(ann, leaf.id);
    expect(await list(ann)).toEqual({ items: [], total: 0, next_cursor: null });
    expect(
      await site.db.selectFrom('comments').selectAll().where('id', 'in', [top.id, middle.id]).execute(),
    ).toEqual([]);
  });

  test('removes only the empty placeholders above it, not those that still have replies', async () => {
    const { add, read } = await thread();
    const top = await add(ann, 'top');
    const [one, other] = [await add(ben, 'one', top.id), await add(ben, 'other', top.id)];
    await remove(ann, top.id);
    await remove(ben, one.id);
    expect(await read(ann)).toEqual([null, 'other']);
    await remove(ben, other.id);
    expect(await read(ann)).toEqual([]);
  });

  test('keeps neither its text nor its author, even for admins and in the database', async () => {
    const { add, list } = await thread();
    const top = await add(ann, 'never said');
    await add(ben, 'answer', top.id);
    await remove(ann, top.id);
    const row = await site.db.selectFrom('comments').selectAll().where('id', '=', top.id).executeTakeFirst();
    expect(row).toMatchObject({ body: '', author_id: null, status: 'deleted' });
    expect(JSON.stringify(await list(admin))).not.toContain('never said');
  });

  test("can't be changed, shown, replied to or deleted again", async () => {
    const { add, path } = await thread();
    const top = await add(ann, 'top');
    await add(ben, 'answer', top.id);
    await remove(ann, top.id);
    expect((await change(ann, top.id, { body: 'back' })).status).toBe(404);
    expect((await remove(ann, top.id)).status).toBe(404);
    await change(admin, top.id, { status: 'visible' });
    const row = await site.db
      .selectFrom('comments')
      .select('status')
      .where('id', '=', top.id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'deleted' });
    const reply = await site.api('POST', path, { token: ben.token, body: { body: 'x', parent_id: top.id } });
    expect(reply.status).toBe(404);
  });
});

describe('a hidden comment', () => {
  test('is a placeholder to members while it has replies, and complete to admins', async () => {
    const { add, read, list } = await thread();
    const top = await add(ann, 'rude');
    await add(ben, 'answer', top.id);
    await change(admin, top.id, { status: 'hidden' });
    for (const member of [ann, ben]) {
      expect(await read(member)).toEqual([null, 'answer']);
      expect((await list(member)).items[0]).toMatchObject({
        author: null,
        can: { edit: false, reply: false },
      });
    }
    expect(await read(admin)).toEqual(['rude', 'answer']);
    expect((await list(admin)).items[0]).toMatchObject({ can: { hide: true } });
  });

  test("can't be changed or deleted by its author, which could bring it back", async () => {
    const { add, read } = await thread();
    const { id } = await add(ann, 'rude');
    await change(admin, id, { status: 'hidden' });
    expect((await change(ann, id, { body: 'polite' })).status).toBe(404);
    expect((await change(ann, id, { status: 'visible' })).status).toBe(404);
    expect((await remove(ann, id)).status).toBe(404);
    await change(admin, id, { status: 'visible' });
    expect(await read(ben)).toEqual(['rude']);
  });

  test('without replies is invisible to members, even within a thread', async () => {
    const { add, read } = await thread();
    const top = await add(ann, 'top');
    const reply = await add(ben, 'rude reply', top.id);
    const leaf = await add(ann, 'rude answer', reply.id);
    await add(ben, 'fine reply', top.id);
    await change(admin, leaf.id, { status: 'hidden' });
    expect(await read(ann)).toEqual(['top', 'rude reply', 'fine reply']);
    await change(admin, reply.id, { status: 'hidden' });
    expect(await read(ann)).toEqual(['top', 'fine reply']);
    expect(await read(admin)).toEqual(['top', 'rude reply', 'rude answer', 'fine reply']);
    await change(admin, leaf.id, { status: 'visible' });
    expect(await read(ben)).toEqual(['top', null, 'rude answer', 'fine reply']);
  });

  test("isn't counted, but its replies are", async () => {
    const { add, list, path } = await thread();
    const top = await add(ann, 'top');
    await add(ben, 'answer', top.id);
    const rude = await add(ben, 'rude', top.id);
    const replies = async () =>
      (await site.api('GET', `${path}/${top.id}/replies`, { token: ann.token })).body.total;
    expect([(await list(ann)).total, await replies()]).toEqual([3, 2]);
    await change(admin, rude.id, { status: 'hidden' });
    expect([(await list(ann)).total, await replies()]).toEqual([2, 1]);
    await change(admin, top.id, { status: 'hidden' });
    expect([(await list(ann)).total, await replies()]).toEqual([1, 1]);
  });
});

describe('permissions', () => {
  test('an admin can hide a comment, but not edit it', async () => {
    const { add, read } = await thread();
    const { id } = await add(ann, 'mine');
    expect((await change(admin, id, { body: 'theirs' })).status).toBe(403);
    expect((await remove(admin, id)).status).toBe(403);
    expect(await read(ben)).toEqual(['mine']);
  });

  test("a member can't hide comments, not even their own", async () => {
    const { add, read } = await thread();
    const { id } = await add(ann, 'mine');
    for (const member of [ann, ben])
      expect((await change(member, id, { status: 'hidden' })).status).toBe(403);
    expect(await read(ben)).toEqual(['mine']);
  });

  test.each([
    {},
    { body: '' },
    { body: 'x', status: 'hidden' },
    { status: 'deleted' },
    { status: null },
    { author: 'x' },
  ])('a change to %j is refused', async (body) => {
    const { add } = await thread();
    const { id } = await add(ann, 'mine');
    expect((await change(ann, id, body)).status).toBe(422);
    expect((await change(admin, id, body)).status).toBe(422);
  });

  test('members see comments on a locked prompt; only admins see those on a draft', async () => {
    const locked = await thread({ tier_access: 9 });
    expect(await locked.add(ann, 'wish I could read it')).toMatchObject({ body: 'wish I could read it' });
    const draft = await thread({ status: 'draft' });
    expect((await site.api('GET', draft.path, { token: ann.token })).status).toBe(404);
    expect((await site.api('POST', draft.path, { token: ann.token, body: { body: 'x' } })).status).toBe(404);
    expect(await draft.add(admin, 'not yet')).toMatchObject({ body: 'not yet' });
    for (const method of ['GET', 'POST'])
      expect(
        (await site.api(method, locked.path, method === 'POST' ? { body: { body: 'x' } } : {})).status,
      ).toBe(401);
  });
});

describe('a long list', () => {
  test('is paged by time, even for equal times, without repeating a comment', async () => {
    const { list, id } = await thread();
    const created_at = new Date('2026-02-02T02:02:02.123Z');
    const target = { target_type: 'prompt' as const, target_id: id, author_id: ann.id };
    await site.db
      .insertInto('comments')
      .values(Array.from({ length: 25 }, (_, index) => ({ ...target, body: `comment ${index}`, created_at })))
      .execute();
    for (const limit of [1, 7, 25, 100]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(ben, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
        expect(page.total).toBe(25);
        seen.push(...page.items.map((item) => item.id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toEqual(seen.toSorted());
      expect(new Set(seen).size).toBe(25);
    }
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor='])('refuses ?%s', async (query) => {
    const { path } = await thread();
    const answer = await site.api('GET', `${path}?${query}`, { token: ann.token });
    expect([400, 422]).toContain(answer.status);
  });

  test('has no comments on another item with the same slug', async () => {
    const { slug, add } = await thread();
    await buildPlaybook(site, { slug });
    await add(ann, 'on the prompt');
    const other = await site.api('GET', `/api/v1/playbooks/${slug}/comments`, { token: ann.token });
    expect(other.body).toEqual({ items: [], total: 0, next_cursor: null });
  });

  test('keeps every comment once when many post at the same time', async () => {
    const { add, list } = await thread();
    const top = await add(ann, 'top');
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        add(index % 2 ? ann : ben, `at once ${index}`, index % 3 ? undefined : top.id),
      ),
    );
    const { items, total } = await list(ann, '?limit=100');
    expect([items.length, total, new Set(bodies(items)).size]).toEqual([21, 21, 21]);
  });

  test('loses a deleted comment only once, however often it is deleted', async () => {
    const { add, read } = await thread();
    const top = await add(ann, 'top');
    const reply = await add(ann, 'reply', top.id);
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [remove(ann, top.id), remove(ann, reply.id)]),
    );
    expect(answers.filter((answer) => ![200, 404].includes(answer.status))).toEqual([]);
    expect(await read(ben)).toEqual([]);
  });
});
