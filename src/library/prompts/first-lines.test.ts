import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPrompt, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const lines = ['Write to {{reader}}.', 'Be brief.', 'Be kind.', 'The secret is in the fourth line.'];
const prompt_body = `${lines.join('\n')}\n${'More of what members pay for. '.repeat(20)}`;

test('of a locked prompt are shown where the plan that opens it says so, and no more of it', async () => {
  const pro = await buildTier(site, { name: 'Pro', price: 1200, access_level: 1 });
  await buildTier(site, { name: 'Studio', price: 2900, access_level: 2 });
  const { slug } = await buildPrompt(site, { tier_access: 1, prompt_body });
  const above = await buildPrompt(site, { tier_access: 2, prompt_body });
  const short = await buildPrompt(site, {
    tier_access: 1,
    prompt_body: 'Nine words that are all of what is paid for',
  });
  const [{ token }, admin] = await Promise.all([buildMember(site, { level: 0 }), buildAdmin(site)]);
  const seen = async (item: string) => {
    const { body, text } = await site.api('GET', `/api/v1/prompts/${item}`, { token });
    expect(text).not.toContain('fourth line');
    return body.preview.first_lines;
  };
  const page = async (item: string) => (await fetch(`${site.url}/browse/${item}`)).text();
  const turn = (shows_first_lines: boolean) =>
    site.api('PATCH', `/api/v1/admin/tiers/${pro.id}`, { token: admin.token, body: { shows_first_lines } });

  expect(await seen(slug)).toBeNull();
  expect(await page(slug)).not.toContain('Be brief.');

  expect((await turn(true)).status).toBe(200);
  expect(await seen(slug)).toBe(lines.slice(0, 3).join('\n'));
  expect(await seen(above.slug)).toBeNull();
  // At most a third of a short text, in whole words.
  expect(await seen(short.slug)).toBe('Nine words');
  await expect.poll(() => page(slug)).toContain('Be brief.');
  expect(await page(slug)).not.toContain('fourth line');

  await turn(false);
  expect(await seen(slug)).toBeNull();
});
