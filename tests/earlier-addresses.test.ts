import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site, { level: 1 });
  const prompt = await buildPrompt(site, { slug: 'latter' });
  const playbook = await buildPlaybook(site, { slug: 'later-on' });
  await site.db.insertInto('earlier_prompt_slugs').values({ slug: 'former', item_id: prompt.id }).execute();
  await site.db
    .insertInto('earlier_playbook_slugs')
    .values({ slug: 'early-on', item_id: playbook.id })
    .execute();
});
afterAll(() => site.stop());

const call = async (method: string, path: string, body?: object) => {
  const answer = await site.api(method, `/api/v1${path}`, { token: member.token, ...(body ? { body } : {}) });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.body;
};

test('actions by an earlier address of a prompt apply to it, and show at both addresses', async () => {
  const said = { version: 1, worked: true, model: 'Claude', note: '' };
  expect(await call('PUT', '/prompts/former/outcomes', said)).toMatchObject({ mine: { model: 'Claude' } });
  expect(await call('GET', '/prompts/former/outcomes')).toMatchObject({ mine: { model: 'Claude' } });
  await call('POST', '/prompts/former/copies', { values: {} });
  await call('POST', '/my-versions', { prompt: 'former' });
  for (const slug of ['former', 'latter']) {
    const { items } = await call('GET', `/history?prompt=${slug}&action=copied`);
    expect(
      items.map((item: { slug: string }) => item.slug),
      slug,
    ).toEqual(['latter', 'latter']);
    expect((await call('GET', `/my-versions?prompt=${slug}`)).items, slug).toHaveLength(1);
  }
});

test.each([
  ['prompts/former', 'latter', 'prompt/latter'],
  ['playbooks/early-on', 'later-on', 'playbook/later-on'],
])('a download of %s names the current address', async (path, slug, source) => {
  for (const [format, type] of [
    ['json', 'json'],
    ['markdown', 'md'],
  ]) {
    const address = `/api/v1/${path}/download?format=${format}`;
    const { text, headers } = await site.api('GET', address, { token: member.token });
    expect(headers.get('content-disposition')).toContain(`"${slug}.${type}"`);
    expect(text).toContain(`${site.url}/${source}`);
  }
});

test.each([
  ['prompt', 'former', 'latter'],
  ['playbook', 'early-on', 'later-on'],
])(
  'a %s is added to a collection by the address that it had, and its mark is set',
  async (target_type, slug, now) => {
    const { id } = await call('POST', '/collections', { name: target_type });
    const item = await call('POST', `/collections/${id}/items`, { target_type, slug });
    expect(item).toMatchObject({ target_type, slug: now });
    for (const address of [slug, now]) {
      const { items } = await call('GET', `/collections?${target_type}=${address}`);
      expect(
        items.find((item: { id: string }) => item.id === id),
        address,
      ).toMatchObject({ item_id: item.id });
    }
  },
);

test("a new item doesn't get an earlier address of another", async () => {
  const { token } = await buildAdmin(site);
  const create = async (collection: string, title: string) => {
    const body = { title, ...(collection === 'prompts' && { prompt_body: 'x' }) };
    return (await site.api('POST', `/api/v1/admin/${collection}`, { token, body })).body.slug;
  };
  expect(await create('prompts', 'Former')).toBe('former-2');
  expect(await create('playbooks', 'Early on')).toBe('early-on-2');
  expect(await call('GET', '/prompts/former')).toMatchObject({ slug: 'latter' });
});

test('an item can go back to an earlier address, and leave it again', async () => {
  const { id } = await buildPrompt(site, { slug: 'here' });
  const { token } = await buildAdmin(site);
  for (const slug of ['there', 'here', 'there', 'here']) {
    const moved = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body: { slug } });
    expect([moved.status, moved.body.slug]).toEqual([200, slug]);
  }
  expect((await call('GET', '/prompts/there')).slug).toBe('here');
});

test('a title that tens of thousands of items have had gets the next number', async () => {
  const { id } = await buildPrompt(site, { slug: 'common' });
  await sql`insert into earlier_prompt_slugs (slug, item_id) select 'common-' || n, ${id} from generate_series(2, 33000) n`.execute(
    site.db,
  );
  const { token } = await buildAdmin(site);
  for (const slug of ['common-33001', 'common-33002']) {
    const made = await site.api('POST', '/api/v1/admin/prompts', {
      token,
      body: { title: 'Common', prompt_body: 'x' },
    });
    expect(made).toMatchObject({ status: 201, body: { slug } });
  }
});
