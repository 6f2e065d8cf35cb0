import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlimitedCopies } from '#constants';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Reading a list page by page shows every row that exists the whole time exactly once, even if other rows come or go meanwhile.

let site: TestSite;
let admin: string;
let member: string;
beforeAll(async () => {
  site = await createTestSite();
  admin = (await buildAdmin(site)).token;
  const tier = await buildTier(site, { access_level: 1, daily_copy_limit: unlimitedCopies });
  member = (await buildMember(site, { tier })).token;
});
afterAll(() => site.stop());

type Row = { id: string; name?: string; title?: string; slug?: string };
type Page = { items: Row[]; total: number; next_cursor: string | null };
const call = (token: string, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
const read = async (token: string, path: string, query: Record<string, string | null>): Promise<Page> => {
  const [base = '', more = ''] = path.split('?');
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  const answer = await call(token, 'GET', `${base}?${more}&${new URLSearchParams(given)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const shown = ({ items }: Page) => items.map(({ id, name }) => id ?? name);

/** Reads a page, deletes its rows, and reads on. */
async function readWhileDeleting(token: string, path: string, remove: (row: Row) => Promise<unknown>) {
  const all = shown(await read(token, path, { limit: '100' }));
  const first = await read(token, path, { limit: '2' });
  expect(shown(first)).toEqual(all.slice(0, 2));
  // First keeps the row that the cursor names, then deletes it.
  const [one, two] = first.items as [Row, Row];
  await remove(one);
  const second = await read(token, path, { limit: '2', cursor: first.next_cursor });
  expect(shown(second)).toEqual(all.slice(2, 4));
  await remove(two);
  expect(shown(await read(token, path, { limit: '2', cursor: first.next_cursor }))).toEqual(all.slice(2, 4));
  expect(shown(await read(token, path, { limit: '100', cursor: second.next_cursor }))).toEqual(all.slice(4));
}
const six = [0, 1, 2, 3, 4, 5];

describe('a list without pages', () => {
  let slugs: string[];
  beforeAll(async () => {
    slugs = [];
    for (const index of six) slugs.push((await buildPrompt(site, { title: `Short ${index}` })).slug);
    const { slug } = await buildPlaybook(site, { title: 'Run me' });
    const collection = await call(member, 'POST', '/collections', { name: 'All' });
    collectionItems = `/collections/${collection.body.id}/items`;
    for (const index of six) {
      await call(member, 'POST', '/my-versions', { prompt: slugs[index] });
      await call(member, 'POST', `/playbooks/${slug}/runs`, {});
      await call(member, 'POST', '/collections', { name: `Collection ${index}` });
      await call(member, 'POST', collectionItems, { target_type: 'prompt', slug: slugs[index] });
      await call(member, 'POST', '/keys', { name: `Key ${index}`, scopes: ['library:read'] });
      await call(member, 'PUT', '/values', { values: { [`value ${index}`]: 'x' } });
      await call(admin, 'POST', '/admin/offers', { code: `OFFER${index}`, percent_off: 10 });
      await call(admin, 'POST', '/admin/categories', { name: `Category ${index}` });
      await call(admin, 'POST', '/admin/webhooks', {
        url: `https://example.com/${index}`,
        events: ['item.changed'],
      });
      await call(admin, 'POST', '/admin/tiers', {
        name: `Plan ${index}`,
        price: 100,
        access_level: 10 + index,
      });
      await call(admin, 'POST', '/admin/pages', { kind: 'own' });
    }
  });
  let collectionItems = '';

  test('continues after deleted rows: the items of a collection, and values', async () => {
    await readWhileDeleting(member, collectionItems, ({ id }) =>
      call(member, 'DELETE', `${collectionItems}/${id}`),
    );
    await readWhileDeleting(member, '/values', ({ name = '' }) =>
      call(member, 'DELETE', `/values?name=${encodeURIComponent(name)}`),
    );
  });

  test('continues after a deleted value, whatever the capitals of the others', async () => {
    const reader = (await buildMember(site)).token;
    await call(reader, 'PUT', '/values', { values: { Company: 'x', audience: 'x', Zone: 'x', budget: 'x' } });
    const all = shown(await read(reader, '/values', {}));
    expect(all).toHaveLength(4);
    for (const [index, name] of all.slice(0, 3).entries()) {
      const { next_cursor } = await read(reader, '/values', { limit: '1' });
      await call(reader, 'DELETE', `/values?name=${name}`);
      const rest = await read(reader, '/values', { limit: '100', cursor: next_cursor });
      expect(shown(rest)).toEqual(all.slice(index + 1));
    }
  });

  test('continues after a deleted row of the same millisecond', async () => {
    const reader = (await buildMember(site)).token;
    for (const index of [0, 1, 2]) await call(reader, 'POST', '/collections', { name: `Same ${index}` });
    const [low = '', middle = '', high = ''] = shown(await read(reader, '/collections', {})).sort();
    for (const [id, microseconds] of [
      [middle, 300],
      [low, 200],
      [high, 100],
    ])
      await site.pool.query(
        "update collections set updated_at = timestamptz '2026-01-01' + make_interval(secs => $2 / 1e6) where id = $1",
        [id, microseconds],
      );
    const first = await read(reader, '/collections', { limit: '1' });
    expect(shown(first)).toEqual([middle]);
    await call(reader, 'DELETE', `/collections/${middle}`);
    const rest = await read(reader, '/collections', { limit: '100', cursor: first.next_cursor });
    expect(shown(rest)).toEqual([low, high]);
  });

  test.each([
    '/my-versions',
    '/runs',
    '/collections',
    '/keys',
    '/admin/offers',
    '/admin/categories',
    '/admin/webhooks',
    '/admin/tiers',
    '/admin/pages',
  ])('%s goes on behind what was deleted', async (path) => {
    const token = path.startsWith('/admin') ? admin : member;
    await readWhileDeleting(token, path, async ({ id }) => {
      expect((await call(token, 'DELETE', `${path}/${id}`)).status).toBeLessThan(300);
    });
  });

  test("a row that changes meanwhile moves to the beginning and isn't repeated", async () => {
    for (const slug of slugs) await call(admin, 'POST', '/my-versions', { prompt: slug });
    const all = shown(await read(admin, '/my-versions', { limit: '100' }));
    const first = await read(admin, '/my-versions', { limit: '3' });
    for (const id of shown(first))
      await call(admin, 'PATCH', `/my-versions/${id}`, { text: `changed ${id}` });
    const rest = await read(admin, '/my-versions', { limit: '100', cursor: first.next_cursor });
    expect(shown(rest)).toEqual(all.slice(3));
  });

  test('a row that changes before its page is loaded causes no repeats', async () => {
    const all = shown(await read(admin, '/my-versions', { limit: '100' }));
    const first = await read(admin, '/my-versions', { limit: '2' });
    for (const id of all.slice(1, 3))
      await call(admin, 'PATCH', `/my-versions/${id}`, { text: `changed again ${id}` });
    const rest = await read(admin, '/my-versions', { limit: '100', cursor: first.next_cursor });
    expect(shown(rest)).toEqual(all.slice(3));
  });

  test('refuses the cursor of another list, and any other text', async () => {
    const { next_cursor } = await read(admin, '/admin/categories', { limit: '1' });
    expect((await call(member, 'GET', `/my-versions?cursor=${next_cursor}`)).status).toBe(400);
    for (const cursor of [
      '2',
      'x',
      Buffer.from('["my versions",[]]').toString('base64url'),
      Buffer.from('["my versions",["\\u0000"]]').toString('base64url'),
    ])
      expect((await call(member, 'GET', `/my-versions?cursor=${cursor}`)).body.code, cursor).toBe(
        'invalid_cursor',
      );
  });
});

describe('a sorted admin table', () => {
  beforeAll(async () => {
    const { rows } = await site.pool.query('select id from profiles limit 2');
    for (const index of [0, 1, 2, 3, 4, 5, 6].flatMap(() => six)) {
      const shared = {
        title: `${index % 3} Sorted ${'漢'.repeat(100)}`,
        category: `Sort ${index % 4}`,
        tier_access: index % 2,
      };
      await buildPrompt(site, {
        ...shared,
        prompt_type: index % 2 ? 'Image' : 'Text',
        status: index % 3 ? 'published' : 'draft',
        ...(index === 3 && {
          publish_at: new Date(2_000_000_000_000 + Math.random() * 1_000_000).toISOString(),
        }),
        author_id: rows[index % 3]?.id ?? null,
      });
      const playbook = await buildPlaybook(site, {
        ...shared,
        is_purchasable: index % 2 === 0,
        price: index * 100,
      });
      for (let step = 0; step < index % 3; step += 1) await buildStep(site, playbook, { step_order: step });
    }
  });

  test.each([
    ...['title', 'category', 'type', 'status', 'tier', 'author', 'newest'].map(
      (sort) => `/admin/prompts?sort=${sort}`,
    ),
    ...['steps', 'price', 'title'].map((sort) => `/admin/playbooks?sort=${sort}`),
  ])('%s goes on behind what was deleted, in both directions', async (path) => {
    for (const order of ['asc', 'desc']) {
      const all = shown(await read(admin, `${path}&order=${order}`, { limit: '100' }));
      const walked: (string | undefined)[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await read(admin, `${path}&order=${order}`, { limit: '3', cursor });
        walked.push(...shown(page));
        cursor = page.next_cursor;
      } while (cursor);
      expect(walked).toEqual(all);
      await readWhileDeleting(admin, `${path}&order=${order}`, ({ id }) =>
        call(admin, 'DELETE', `${path.split('?')[0]}/${id}`),
      );
    }
  });

  test('repeats no row when a new one is added', async () => {
    const path = '/admin/users?sort=email';
    const all = shown(await read(admin, path, { limit: '100' }));
    const first = await read(admin, path, { limit: '2' });
    await site.authClient().signUp({ email: '0-first@example.com', password: 'a-password' });
    expect(shown(await read(admin, path, { limit: '100', cursor: first.next_cursor }))).toEqual(all.slice(2));
    const refused = await call(admin, 'GET', `/admin/users?sort=role&cursor=${first.next_cursor}`);
    expect(refused.body.code).toBe('invalid_cursor');
  });

  test('like the picker of prompts and the playbooks of a prompt, skips no row while others are deleted', async () => {
    const path = '/admin/prompt-picker';
    await readWhileDeleting(admin, path, ({ id }) => call(admin, 'DELETE', `/admin/prompts/${id}`));
    const { id } = await buildPrompt(site);
    for (const index of six) {
      const playbook = await buildPlaybook(site, { title: `Uses ${index % 2}` });
      await buildStep(site, playbook, {
        prompts: [{ type: 'library', prompt_id: id, title: 'x', prompt_body: 'x' }],
      });
    }
    await readWhileDeleting(admin, `/admin/prompts/${id}/uses`, (row) =>
      call(admin, 'DELETE', `/admin/playbooks/${row.id}`),
    );
  });
});
