import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

type Values = { items: { name: string; value: string; updated_at: string }[]; total: number };
async function buildKeeper() {
  const { id, token } = await buildMember(site);
  const put = (values: unknown) => site.api('PUT', '/api/v1/values', { token, body: { values } });
  const read = async () => (await site.api('GET', '/api/v1/values', { token })).body as Values;
  const names = async () => (await read()).items.map(({ name }) => name);
  return { id, token, put, read, names };
}
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, 'x']));

test('values are saved up to their limits, and a refused request saves nothing', async () => {
  const { put, read } = await buildKeeper();
  for (const values of [
    many(limits.savedValues + 1),
    { tone: 'x'.repeat(limits.savedValue + 1) },
    { ['n'.repeat(limits.blankName + 1)]: 'x' },
    { '': 'x' },
    { '  ': 'x' },
    { tone: 'nul \0' },
    { tone: 'half a pair \ud800' },
    { tone: null },
    ['x'],
    'x',
  ])
    expect((await put(values)).status, JSON.stringify(values).slice(0, 40)).toBe(422);
  expect(await read()).toEqual({ items: [], total: 0, next_cursor: null });
  expect((await put(many(limits.savedValues))).body.total).toBe(limits.savedValues);
  const longest = { ['n'.repeat(limits.blankName)]: 'x'.repeat(limits.savedValue) };
  expect((await put(longest)).body.items[0]).toMatchObject({ value: 'x'.repeat(limits.savedValue) });
});

test.each([
  [{ '': 'x' }, 'values.: The name is empty'],
  [{ ' ': 'x' }, 'values. : The name is empty'],
  [{ 'a\0': 'x' }, "values.a\0: The name is invalid: Contains characters that can't be stored"],
])('%j is refused with what is wrong with the name', async (values, message) => {
  const { put } = await buildKeeper();
  expect((await put(values)).body.error).toBe(message);
});

test("the value changed last comes first, and saving an equal value doesn't move it", async () => {
  const { put, names } = await buildKeeper();
  for (const name of ['a', 'b', 'c']) await put({ [name]: 'x' });
  expect(await names()).toEqual(['c', 'b', 'a']);
  await put({ a: 'x' });
  expect(await names()).toEqual(['c', 'b', 'a']);
  await put({ a: 'changed' });
  expect(await names()).toEqual(['a', 'c', 'b']);
  await put({ z: '1', y: '2', x: '3' });
  expect(await names()).toEqual(['x', 'y', 'z', 'a', 'c', 'b']);
});

test("values used every day aren't the ones that are deleted, even if they never change", async () => {
  const { id, put, names } = await buildKeeper();
  await put({ old: 'x', used: 'x' });
  await site.pool.query("update blank_values set updated_at = now() - interval '2 days' where user_id = $1", [
    id,
  ]);
  await put({ used: 'x' });
  await put(many(limits.savedValues - 1));
  expect(await names()).toContain('used');
  expect(await names()).not.toContain('old');
});

test('two spellings of a name are one value, and the last one wins', async () => {
  const { put, read } = await buildKeeper();
  const { body } = await put({ 'COMPANY NAME': 'one', companyName: 'two' });
  expect(body).toMatchObject({ total: 1, items: [{ name: 'companyName', value: 'two' }] });
  // A name without letters or digits isn't a blank.
  expect((await put({ '---': 'x' })).body.total).toBe(1);
  expect((await put({ company_name: '' })).body.total).toBe(0);
  expect((await read()).items).toEqual([]);
});

test("an erase request without a name doesn't erase everything by mistake", async () => {
  const { token, put, names } = await buildKeeper();
  await put({ tone: 'dry', city: 'Oslo' });
  const erase = (query: string) => site.api('DELETE', `/api/v1/values${query}`, { token });
  for (const query of ['?name=', '?name=%20', `?name=${'n'.repeat(limits.blankName + 1)}`])
    expect((await erase(query)).status, query).toBe(422);
  expect((await erase('?name=unknown')).body.total).toBe(2);
  expect(await names()).toHaveLength(2);
  expect((await site.api('DELETE', '/api/v1/values')).status).toBe(401);
});

test('spaces around a copied value are not saved', async () => {
  const { token, names } = await buildKeeper();
  const { slug } = await buildPrompt(site, { prompt_body: '{{tone}} {{city}}' });
  const body = { values: { tone: '  ', city: 'Oslo' } };
  expect((await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token, body })).status).toBe(200);
  expect(await names()).toEqual(['city']);
});

test('too many values are refused before they are processed', async () => {
  const { token, put } = await buildKeeper();
  expect(await put(many(60_000))).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  const { slug } = await buildPrompt(site, { prompt_body: 'About {{topic}}' });
  const topic = ',"[{\\'.repeat(limits.blankValue / 5);
  const copied = await site.api('POST', `/api/v1/prompts/${slug}/copies`, {
    token,
    body: { values: { topic } },
  });
  expect(copied.body.text).toBe(`About ${topic}`);
});
