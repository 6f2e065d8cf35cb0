import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildTeam } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

type Person = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let admin: Person;
let support: Person;
beforeAll(async () => {
  site = await createTestSite();
  [admin, support] = await Promise.all([buildAdmin(site), buildTeam(site, 'support')]);
  await as(admin, 'PUT', '/admin/comment-rules', { words: ['casino'] });
});
afterAll(() => site.stop());

const as = (who: Person, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1${path}`, { token: who.token, ...(body === undefined ? {} : { body }) });
const listed = async (show: string, id: string) => {
  const { body } = await as(support, 'GET', `/admin/comments?limit=100&show=${show}`);
  expect(body.total).toBe(body.items.length);
  return body.items.some((item: { id: string }) => item.id === id);
};

test.each([
  ['prompts', buildPrompt],
  ['playbooks', buildPlaybook],
] as const)('comments on %s in the trash wait until their item is restored', async (kind, build) => {
  const [author, reader] = await Promise.all([buildMember(site), buildMember(site)]);
  const { id, slug } = await build(site);
  const say = async (body: string) =>
    (await as(author, 'POST', `/${kind}/${slug}/comments`, { body })).body.id;
  const [held, reported, decided] = [await say('A casino'), await say('Rude'), await say('Fine')];
  for (const comment of [reported, decided])
    await as(reader, 'PUT', `/comments/${comment}/report`, { reason: 'spam', note: '' });
  await as(support, 'PATCH', `/comments/${decided}`, { status: 'hidden' });
  const shown = async () => ({
    waiting: [await listed('waiting', held), await listed('waiting', reported)],
    held: await listed('held', held),
    reported: await listed('reported', reported),
    decided: await listed('decided', decided),
  });
  const all = { waiting: [true, true], held: true, reported: true, decided: true };
  expect(await shown()).toEqual(all);

  expect((await as(admin, 'DELETE', `/admin/${kind}/${id}`)).status).toBe(200);
  expect(await shown()).toEqual({ waiting: [false, false], held: false, reported: false, decided: true });
  // Nobody is told of them.
  await site.services.moderationEmail();
  const told = site.db.selectFrom('site_settings').where('setting_key', '=', 'comments_told_at');
  expect(await told.select('setting_value').execute()).toEqual([]);

  expect((await as(admin, 'POST', `/admin/${kind}/${id}/restore`)).status).toBe(200);
  expect(await shown()).toEqual(all);
  for (const comment of [held, reported])
    await as(admin, 'PATCH', `/comments/${comment}`, { status: 'hidden' });
});
