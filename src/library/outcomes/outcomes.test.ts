import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

type Account = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let members: Account[];
let admin: Account;
beforeAll(async () => {
  site = await createTestSite();
  admin = await buildAdmin(site);
  members = await Promise.all(Array.from({ length: 4 }, () => buildMember(site, { level: 1 })));
});
afterAll(() => site.stop());

const member = (index: number) => members[index] as Account;
const path = (slug: string) => `/api/v1/prompts/${slug}/outcomes`;
const look = async ({ token }: Account, slug: string) => (await site.api('GET', path(slug), { token })).body;
const report = ({ token }: Account, slug: string, said: object) =>
  site.api('PUT', path(slug), { token, body: { worked: true, model: 'Claude', version: 1, ...said } });

test('a model is shown from three reports on, one for each member, who can change and remove it', async () => {
  const { slug } = await buildPrompt(site, { tier_access: 1 });
  await report(member(0), slug, {});
  await report(member(0), slug, { worked: false, note: 'Too long' });
  await report(member(1), slug, { model: 'claude' });
  expect((await report(member(2), slug, { model: 'GPT-5' })).body).toMatchObject({
    models: [],
    mine: { worked: true, model: 'GPT-5', note: '' },
    last_model: 'GPT-5',
    failures: null,
  });
  expect(await look(admin, slug)).toMatchObject({ models: [], failures: [] });
  const { body } = await report(member(2), slug, { model: ' CLAUDE ' });
  expect(body.models).toMatchObject([{ worked: 2, total: 3, last_confirmed_at: expect.any(String) }]);
  expect(body.models[0].model.toLowerCase()).toBe('claude');
  // Three reports on another model would be needed for a line of its own.
  await report(member(3), slug, { model: 'Mistral' });
  expect((await look(member(3), slug)).models).toHaveLength(1);
  const removed = await site.api('DELETE', path(slug), { token: member(1).token });
  expect(removed.body).toMatchObject({ models: [], mine: null });
});

test('the last model is the one reported last, and among equally frequent models the one that works comes first', async () => {
  const { slug } = await buildPrompt(site, { tier_access: 1 });
  const others = await Promise.all([1, 2, 3].map(() => buildMember(site, { level: 1 })));
  for (const somebody of others) await report(somebody, slug, { model: 'A good guess', worked: false });
  for (const index of [0, 1, 2]) await report(member(index), slug, { model: 'Zephyr' });
  const { models } = await look(admin, slug);
  expect(models.map(({ model }: { model: string }) => model)).toEqual(['Zephyr', 'A good guess']);
  // A repeated report counts as the latest, even about the version that was first.
  const { slug: another } = await buildPrompt(site, { tier_access: 1 });
  await report(member(0), another, { model: 'Mistral' });
  await report(member(0), slug, { model: 'GPT-5' });
  await report(member(0), another, { model: 'Claude' });
  expect((await look(member(0), slug)).last_model).toBe('Claude');
});

test('a new version starts without reports, and earlier failures are shown to its author and admins only', async () => {
  const { id, slug } = await buildPrompt(site, { tier_access: 1, author_id: member(3).id });
  for (const index of [0, 1, 2])
    await report(member(index), slug, { worked: index === 2, model: 'GPT 5', note: `Note ${index}` });
  expect((await look(member(0), slug)).models).toMatchObject([{ model: 'GPT 5', worked: 1, total: 3 }]);
  await site.db.updateTable('prompts').set({ prompt_body: 'Better' }).where('id', '=', id).execute();
  expect(await look(member(0), slug)).toMatchObject({ version: 2, models: [], mine: null, failures: null });
  const failures = [{ version: 1, model: 'GPT 5', worked: 1, total: 3, notes: ['Note 1', 'Note 0'] }];
  for (const reader of [member(3), admin]) expect((await look(reader, slug)).failures).toEqual(failures);
  expect((await report(member(0), slug, { version: 3 })).status).toBe(422);
  expect((await report(member(0), slug, { version: 1 })).status).toBe(200);
  expect((await look(member(1), slug)).has_earlier).toBe(true);
  const taken = await site.api('DELETE', path(slug), { token: member(1).token });
  expect(taken.body).toMatchObject({ mine: null, has_earlier: false });
  expect((await look(admin, slug)).failures).toEqual([]);
  // Others' reports stay.
  const { body } = await site.api('GET', '/api/v1/profile/export', { token: member(2).token });
  const said = body.outcomes.filter((outcome: { slug: string }) => outcome.slug === slug);
  expect(said).toMatchObject([{ version: 1, note: 'Note 2' }]);
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member(3).id).execute();
  expect((await look(member(3), slug)).failures).toBeNull();
  expect((await report(member(3), slug, {})).status).toBe(403);
});

test("a member's reports are in their data export", async () => {
  const somebody = await buildMember(site);
  const { slug } = await buildPrompt(site);
  await report(somebody, slug, { worked: false, note: 'No list' });
  const { outcomes } = (await site.api('GET', '/api/v1/profile/export', { token: somebody.token })).body;
  expect(outcomes).toMatchObject([{ slug, version: 1, worked: false, model: 'Claude', note: 'No list' }]);
});
