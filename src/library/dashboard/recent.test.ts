import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

test('items that a member has copied from are listed, latest first, while they can open them', async () => {
  const [{ token }, other] = await Promise.all([buildMember(site), buildMember(site)]);
  const recent = async () =>
    (await site.api('GET', '/api/v1/recent', { token })).body.items.map(({ slug }: { slug: string }) => slug);
  expect(await recent()).toEqual([]);
  const [first, second] = [await buildPrompt(site), await buildPrompt(site)];
  const playbook = await buildPlaybook(site);
  await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'x', prompt_body: 'x' }] });
  const copy = (path: string) => site.api('POST', `/api/v1/${path}/copies`, { token });
  await copy(`prompts/${first.slug}`);
  await copy(`prompts/${second.slug}`);
  await copy(`playbooks/${playbook.slug}/steps/0/prompts/0`);
  await copy(`prompts/${first.slug}`);
  expect(await recent()).toEqual([first.slug, playbook.slug, second.slug]);
  await site.db.updateTable('prompts').set({ status: 'draft' }).where('id', '=', second.id).execute();
  await site.db
    .updateTable('user_activity')
    .set({ created_at: '2020-01-01' })
    .where('target_id', '=', playbook.id)
    .execute();
  expect(await recent()).toEqual([first.slug]);
  expect((await site.api('GET', '/api/v1/recent', { token: other.token })).body.items).toEqual([]);
});
