import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, readAllPages } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { pageForm } from './page-form.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: object) =>
  site.api(method, `/api/v1/admin/pages${path}`, { token, ...(body ? { body } : {}) });
/** Saves a page and publishes it. */
async function publish(id: string, change: object) {
  const { body: saved } = await admin('PATCH', `/${id}`, change);
  return (await admin('POST', `/${id}/publish`, { updated_at: saved.updated_at })).body;
}
const create = async () => (await admin('POST', '', { kind: 'own' })).body as { id: string; slug: string };
const versionsOf = async (id: string) =>
  (await admin('GET', `/${id}/versions`)).body.items.map(
    ({ version, title, body }: { version: number; title: string; body: string }) => [version, title, body],
  );

describe('the versions of a page', () => {
  test('are only created for different texts, and the title is part of the text', async () => {
    const { id } = await create();
    expect((await publish(id, { title: 'Rules', body: 'One' })).published_version).toBe(1);
    expect((await publish(id, { body: 'One' })).published_version).toBe(1);
    expect((await publish(id, { title: 'House rules' })).published_version).toBe(2);
    expect((await publish(id, { title: 'Rules' })).published_version).toBe(3);
    expect(await versionsOf(id)).toEqual([
      [3, 'Rules', 'One'],
      [2, 'House rules', 'One'],
      [1, 'Rules', 'One'],
    ]);
  });

  test('stay while a page is unpublished, and the same text gets the same version again', async () => {
    const { id, slug } = await create();
    await publish(id, { title: 'Off and on', body: 'Text' });
    const off = await admin('DELETE', `/${id}/publish`);
    expect([off.status, off.body]).toMatchObject([200, { published_version: null, has_changes: true }]);
    const listed = async () =>
      (await site.api('GET', '/api/v1/pages')).body.items.filter(
        (page: { slug: string }) => page.slug === slug,
      );
    expect(await listed()).toEqual([]);
    expect(await publish(id, {})).toMatchObject({ published_version: 1, has_changes: false });
    expect(await listed()).toMatchObject([{ title: 'Off and on', version: 1 }]);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test("aren't created for a page that is empty or has unfilled blanks", async () => {
    const { id } = await create();
    for (const [body, words] of [
      ['  \n ', 'validation_failed'],
      ['Write to [[your address]], [[your town]] or [[your address]].', '[[your address]], [[your town]]'],
    ] as const) {
      const refused = await admin('PATCH', `/${id}`, { title: 'Blank', body });
      const answer = await admin('POST', `/${id}/publish`, { updated_at: refused.body.updated_at });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(words)]);
    }
    expect(await versionsOf(id)).toEqual([]);
  });

  test("of an unknown page aren't found", async () => {
    const unknown = crypto.randomUUID();
    for (const path of ['', '/versions', '/consents'])
      expect((await admin('GET', `/${unknown}${path}`)).status).toBe(404);
    expect((await admin('DELETE', `/${unknown}/publish`)).status).toBe(404);
    expect((await admin('DELETE', `/${unknown}`)).status).toBe(404);
  });
});

test('published pages are in the order of the footer, then by title, with their published titles', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(create));
  const places = [7, null, 3, null];
  const titles = ['Seventh', 'Zebra', 'Third', 'Apple'];
  for (const [index, page] of made.entries())
    await publish(page.id, { title: titles[index], body: 'Text', footer_position: places[index] });
  await admin('PATCH', `/${made[3]?.id}`, { title: 'Zzz, not published' });
  const slugs = new Set(made.map(({ slug }) => slug));
  const { items } = (await site.api('GET', '/api/v1/pages')).body;
  expect(
    items
      .filter(({ slug }: { slug: string }) => slugs.has(slug))
      .map(({ title }: { title: string }) => title),
  ).toEqual(['Third', 'Seventh', 'Apple', 'Zebra']);
});

describe('the members who have agreed', () => {
  test('are listed newest first, page by page, only for this page, and found by part of the address', async () => {
    const [page, other] = [await create(), await create()];
    for (const { id } of [page, other]) await publish(id, { title: 'Terms', body: 'Be kind.' });
    const members = await Promise.all(Array.from({ length: 5 }, () => buildMember(site)));
    const agree = (page_id: string, user_id: string, place: 'signup' | 'checkout') =>
      site.db.insertInto('page_consents').values({ page_id, user_id, version: 1, place }).execute();
    for (const { id } of members) await agree(page.id, id, 'signup');
    await agree(page.id, members[0]?.id ?? '', 'checkout');
    await agree(other.id, members[1]?.id ?? '', 'signup');
    const path = `/api/v1/admin/pages/${page.id}/consents`;
    const { items, pages } = await readAllPages<{ email: string; place: string }>(site, `${path}?limit=4`, {
      token,
    });
    const emails = members.map(({ email }) => email);
    expect(items.map(({ email, place }) => [email, place])).toEqual([
      [emails[0], 'checkout'],
      ...emails.toReversed().map((email) => [email, 'signup']),
    ]);
    expect(pages).toBe(2);
    const part = (emails[0] ?? '').slice(7, 15).toUpperCase();
    const found = (await admin('GET', `/${page.id}/consents?q=${part}&limit=1`)).body;
    expect([found.total, found.items.length]).toEqual([2, 1]);
    expect((await admin('GET', `/${page.id}/consents?q=%25`)).body.total).toBe(0);
    expect((await admin('GET', `/${page.id}/consents?cursor=x`)).body.code).toBe('invalid_cursor');
    // One member who agreed twice counts once.
    const [version] = (await admin('GET', `/${page.id}/versions`)).body.items;
    expect(version.consents).toBe(5);
  });
});

test.each([
  ['', null],
  [' 1 ', 1],
  ['99', 99],
  ['0', undefined],
  ['100', undefined],
  ['1.5', undefined],
  ['first', undefined],
])('the place in the footer %j is %s', (footer_position, place) => {
  const inputs = { title: 'Rules', slug: 'rules', body: '', asks_consent: false, footer_position };
  expect(pageForm.safeParse(inputs).data?.footer_position).toBe(place);
});
