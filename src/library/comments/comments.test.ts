import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, readAllPages } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { newId } from '#ui/saving/new-id.ts';
import type { Comment, CommentList } from './comments.contract.ts';

let site: TestSite;
let ann: Awaited<ReturnType<typeof buildMember>>;
let ben: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  [ann, ben] = await Promise.all([buildMember(site), buildMember(site)]);
});
afterAll(() => site.stop());

const thread = async (collection = 'prompts') => {
  const { slug } = collection === 'prompts' ? await buildPrompt(site) : await buildPlaybook(site);
  const path = `/api/v1/${collection}/${slug}/comments`;
  return {
    slug,
    path,
    add: async (member: { token: string }, body: string, parent_id?: string) => {
      const answer = await site.api('POST', path, { token: member.token, body: { body, parent_id } });
      expect(answer.status, answer.text).toBe(201);
      return answer.body as Comment;
    },
    list: async (member: { token: string }, query = '') =>
      (await site.api('GET', `${path}${query}`, { token: member.token })).body as CommentList,
  };
};
const bodies = (page: CommentList) => page.items.map((item) => item.body);
const remove = ({ id }: Comment, { token }: { token: string }) =>
  site.api('DELETE', `/api/v1/comments/${id}`, { token });
/** Resolves once a statement waits for another transaction's lock. */
const untilOneWaits = () =>
  expect
    .poll(async () => {
      const { rowCount } = await site.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBe(1);

describe('comments', () => {
  test.each(['prompts', 'playbooks'])(
    'on %s come oldest first with their replies, the author without the address',
    async (collection) => {
      const { add, list } = await thread(collection);
      const first = await add(ann, '  first  ');
      await add(ben, 'second');
      const reply = await add(ben, 'reply', first.id);
      await add(ann, 'reply to the reply', reply.id);
      const page = await list(ben);
      expect(bodies(page)).toEqual(['first', 'second', 'reply', 'reply to the reply']);
      expect(page.total).toBe(3);
      expect(page.items[0]).toMatchObject({
        author: ann.email.split('@')[0],
        is_edited: false,
        can: { edit: false, reply: true, hide: false },
      });
      expect(page.items[2]).toMatchObject({ parent_id: first.id, can: { edit: true } });
      expect(JSON.stringify(page)).not.toContain('@');
      expect(JSON.stringify(page)).not.toContain(ann.id);
    },
  );

  test("sent twice with the same id exist once, with the latest text; someone else's id is refused", async () => {
    const { path, add, list } = await thread();
    const id = newId();
    const send = (member: { token: string }, body: string) =>
      site.api('POST', path, { token: member.token, body: { body, id } });
    expect((await send(ann, 'first text')).body).toMatchObject({ id, is_edited: false });
    expect((await send(ann, 'first text')).body).toMatchObject({ id, is_edited: false });
    expect((await send(ann, 'second text')).body).toMatchObject({ id, body: 'second text' });
    expect((await send(ben, 'mine')).status).toBe(409);
    await add(ben, 'another');
    expect(bodies(await list(ann))).toEqual(['second text', 'another']);
  });

  test('are paged, and a thread is never split between pages', async () => {
    const { add, list } = await thread();
    for (const text of ['one', 'two', 'three']) {
      const { id } = await add(ann, text);
      await add(ben, `to ${text}`, id);
    }
    const first = await list(ann, '?limit=2');
    expect(bodies(first)).toEqual(['one', 'to one', 'two', 'to two']);
    const second = await list(ann, `?limit=2&cursor=${first.next_cursor}`);
    expect(bodies(second)).toEqual(['three', 'to three']);
    expect(second).toMatchObject({ total: 6, next_cursor: null });
  });

  test('nest four levels deep, and even a long chain of replies is paged', async () => {
    const { path, slug, add, list } = await thread();
    const top = await add(ann, 'top');
    let parent = top;
    for (let index = 1; index <= 120; index += 1) parent = await add(ben, `reply ${index}`, parent.id);
    const page = await list(ann);
    expect(page.items).toHaveLength(51);
    const depths = new Map<string | null, number>([[null, -1]]);
    const shown = [...page.items];
    let cursor = page.items[0]?.more_replies;
    while (cursor) {
      const next = await site.api('GET', `${path}/${top.id}/replies?cursor=${cursor}`, { token: ann.token });
      expect(next.status, next.text).toBe(200);
      shown.push(...next.body.items);
      cursor = next.body.next_cursor;
    }
    for (const { id, parent_id } of shown) depths.set(id, (depths.get(parent_id) ?? Number.NaN) + 1);
    expect(Math.max(...depths.values())).toBe(4);
    expect(shown.map(({ body }) => body)).toEqual([
      'top',
      ...Array.from({ length: 120 }, (_, index) => `reply ${index + 1}`),
    ]);
    expect(shown.slice(1).every(({ root_id }) => root_id === top.id)).toBe(true);
    // Not found under another item's address.
    const other = await buildPrompt(site);
    const elsewhere = await site.api('GET', `/api/v1/prompts/${other.slug}/comments/${top.id}/replies`, {
      token: ann.token,
    });
    expect([slug === other.slug, elsewhere.body.items]).toEqual([false, []]);
  });

  test('include the deleted comments above them, however short the pages are', async () => {
    const { path, add } = await thread();
    const top = await add(ann, 'top');
    const place = await add(ann, 'place', top.id);
    const below = await add(ben, 'below', place.id);
    await remove(place, ann);
    const { items } = await readAllPages<Comment>(site, `${path}/${top.id}/replies?limit=1`, ann);
    expect(items.map(({ id, body }) => [id, body])).toEqual([
      [place.id, null],
      [below.id, 'below'],
    ]);
  });

  test('that are long are paged by about a megabyte, each of them once', async () => {
    const { path, slug } = await thread();
    await site.pool.query(
      `with top as (
        insert into comments (target_type, target_id, author_id, body, created_at)
        select 'prompt', prompts.id, $2, repeat('日', 5000), now() - interval '1 day' + made * interval '1 minute'
        from prompts, generate_series(1, 3) made where slug = $1 returning *)
      insert into comments (target_type, target_id, author_id, body, parent_id, root_id, depth, created_at)
      select target_type, target_id, author_id, body, id, id, 1, created_at + made * interval '1 second' from top, generate_series(1, 80) made`,
      [slug, ann.id],
    );
    const found: string[] = [];
    const follow = async (address: string, next: string | null): Promise<void> => {
      for (let cursor: string | null = next ?? ''; cursor !== null; ) {
        const from: string = cursor && `&cursor=${cursor}`;
        const { text, body } = await site.api('GET', `${address}?limit=100${from}`, { token: ann.token });
        expect(Buffer.byteLength(text)).toBeLessThan(1_100_000);
        found.push(...body.items.map(({ id }: Comment) => id));
        for (const { id, more_replies } of body.items as Comment[])
          if (more_replies) await follow(`${path}/${id}/replies`, more_replies);
        cursor = body.next_cursor;
      }
    };
    await follow(path, null);
    expect([found.length, new Set(found).size]).toEqual([243, 243]);
  });

  test('can be changed and deleted by their author only', async () => {
    const { add, list } = await thread();
    const { id } = await add(ann, 'mine');
    for (const [method, body] of [
      ['PATCH', { body: 'stolen' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await site.api(method, `/api/v1/comments/${id}`, {
        token: ben.token,
        ...(body ? { body } : {}),
      });
      expect(answer.status).toBe(403);
    }
    const changed = await site.api('PATCH', `/api/v1/comments/${id}`, {
      token: ann.token,
      body: { body: 'better' },
    });
    expect(changed.body).toMatchObject({ body: 'better', is_edited: true });
    expect((await site.api('DELETE', `/api/v1/comments/${id}`, { token: ann.token })).status).toBe(200);
    expect(await list(ann)).toEqual({ items: [], total: 0, next_cursor: null });
  });

  test('that are deleted leave their replies readable, and disappear with the last reply', async () => {
    const { add, list } = await thread();
    const top = await add(ann, 'top');
    const reply = await add(ben, 'reply', top.id);
    await site.api('DELETE', `/api/v1/comments/${top.id}`, { token: ann.token });
    const page = await list(ben);
    expect(page.items).toMatchObject([
      { id: top.id, body: null, author: null, status: 'deleted', can: { edit: false, reply: false } },
      { id: reply.id, body: 'reply' },
    ]);
    expect(page.total).toBe(1);
    await site.api('DELETE', `/api/v1/comments/${reply.id}`, { token: ben.token });
    expect((await list(ben)).items).toEqual([]);
  });

  test('disappear when their last two replies are deleted at once', async () => {
    const { add, list } = await thread();
    const top = await add(ann, 'top');
    const [one, other] = [await add(ann, 'one', top.id), await add(ann, 'other', top.id)];
    const [last, lastOther] = [await add(ben, 'last', one.id), await add(ben, 'last', other.id)];
    for (const comment of [top, one, other]) await remove(comment, ann);
    // Another process is deleting one of them and the placeholder above it, and hasn't committed yet.
    const client = await site.pool.connect();
    await client.query('begin');
    await client.query('select from comments where id = $1 for no key update', [top.id]);
    await client.query('delete from comments where id = any($1)', [[last.id, one.id]]);
    const removed = remove(lastOther, ben);
    await untilOneWaits();
    await client.query('commit');
    client.release();
    expect((await removed).status).toBe(200);
    expect((await list(ben)).items).toEqual([]);
  });

  test('that are deleted stay as a placeholder if a reply is added while the last other one is deleted', async () => {
    const { add, list } = await thread();
    const top = await add(ann, 'top');
    const last = await add(ben, 'last', top.id);
    await remove(top, ann);
    // Another process has written a reply that isn't committed yet.
    const client = await site.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into comments (target_type, target_id, body, author_id, parent_id, root_id, depth)
        select target_type, target_id, 'meanwhile', author_id, parent_id, root_id, depth from comments where id = $1`,
      [last.id],
    );
    const removed = remove(last, ben);
    await untilOneWaits();
    await client.query('commit');
    client.release();
    expect((await removed).status).toBe(200);
    expect(bodies(await list(ben))).toEqual([null, 'meanwhile']);
  });

  test('can be hidden and shown again by admins; nobody else can read them while hidden', async () => {
    const admin = await buildAdmin(site);
    const { add, list } = await thread();
    const { id } = await add(ann, 'rude words');
    const setStatus = (status: string) =>
      site.api('PATCH', `/api/v1/comments/${id}`, { token: admin.token, body: { status } });
    expect((await setStatus('hidden')).status).toBe(200);
    expect(bodies(await list(ben))).toEqual([]);
    expect(bodies(await list(ann))).toEqual([]);
    expect(bodies(await list(admin))).toEqual(['rude words']);
    await setStatus('visible');
    expect(bodies(await list(ben))).toEqual(['rude words']);
  });

  test('stay when their author deletes the account', async () => {
    const gone = await buildMember(site);
    const { add, list } = await thread();
    await add(gone, 'I was here');
    const removed = await site.api('DELETE', '/api/v1/profile', {
      token: gone.token,
      body: { password: gone.password },
    });
    expect(removed.status).toBe(200);
    expect((await list(ann)).items).toMatchObject([{ author: 'deleted user', body: 'I was here' }]);
    expect((await site.api('GET', '/api/v1/profile', { token: gone.token })).status).toBe(401);
  });

  test.each([
    [{ body: '' }],
    [{ body: '   \n ' }],
    [{ body: 'x'.repeat(5_001) }],
    [{ body: 5 }],
    [{ body: null }],
    [{}],
    [{ body: 'x', parent_id: 'nonsense' }],
    [{ body: 'x', author_id: crypto.randomUUID() }],
    [{ body: 'x', status: 'hidden' }],
    [{ body: 'nul \0' }],
    [[]],
  ])('refuse %j', async (body) => {
    const { path, list } = await thread();
    const answer = await site.api('POST', path, { token: ann.token, body });
    expect(answer.status, answer.text).toBe(422);
    expect((await list(ann)).items).toEqual([]);
  });

  test('refuse replies to comments of another item, to hidden and to unknown ones', async () => {
    const [here, elsewhere] = [await thread(), await thread('playbooks')];
    const { id } = await elsewhere.add(ann, 'elsewhere');
    const hidden = await here.add(ann, 'hidden');
    await site.db.updateTable('comments').set({ status: 'hidden' }).where('id', '=', hidden.id).execute();
    for (const parent_id of [id, hidden.id, crypto.randomUUID()]) {
      const answer = await site.api('POST', here.path, { token: ben.token, body: { body: 'x', parent_id } });
      expect(answer.status).toBe(404);
    }
  });

  test('store the longest body and unusual characters unchanged', async () => {
    const { add } = await thread();
    const text = `<script>alert(1)</script> 😀 \u202E ${'é'.repeat(4_900)}`;
    expect((await add(ann, text)).body).toBe(text);
  });

  test('are limited to ten a minute', async () => {
    const limited = await createTestSite({ database: site.database, environment: { RATE_LIMITS: 'on' } });
    const { path } = await thread();
    const { data } = await limited.authClient().signInWithPassword(ann);
    const token = data.session?.access_token ?? '';
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const answer = await limited.api('POST', path, { token, body: { body: `${index}` } });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    await limited.stop();
  });
});
