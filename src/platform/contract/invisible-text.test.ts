import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildAdmin, buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { categoryLine, text } from './contract-fields.ts';

let site: TestSite;
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
let path: string;
beforeAll(async () => {
  site = await createTestSite();
  [member, admin] = await Promise.all([buildMember(site), buildAdmin(site)]);
  path = `/api/v1/prompts/${(await buildPrompt(site)).slug}/comments`;
});
afterAll(() => site.stop());

const asAdmin = (address: string, body: unknown) => site.api('POST', address, { token: admin.token, body });

test.each(['200B', '200D', '2060', 'FEFF', '00AD', '3164', '180E'])(
  'a text of only U+%s counts as empty',
  async (code) => {
    const nothing = ` ${String.fromCodePoint(Number.parseInt(code, 16)).repeat(3)}\n`;
    const step = { title: nothing, description: '', prompts: [] };
    const answers = await Promise.all([
      site.api('POST', path, { token: member.token, body: { body: nothing } }),
      asAdmin('/api/v1/admin/tiers', { name: nothing }),
      asAdmin('/api/v1/admin/prompts', { title: nothing, prompt_body: 'text' }),
      asAdmin('/api/v1/admin/prompts', { title: 'title', prompt_body: nothing }),
      asAdmin('/api/v1/admin/playbooks', { title: 'title', steps: [step] }),
      asAdmin('/functions/v1/analyze-prompt', { prompt: nothing, promptType: 'Text', optimizationLevel: 0 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    // Saving settings skips empty values.
    await site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body: { site_name: nothing } });
    expect((await site.api('GET', '/api/v1/settings')).body.site_name).toBe('Promptory');
  },
);

test('a joiner inside a visible text is kept, as in a family emoji', async () => {
  const family = '👩\u200D👩\u200D👧 soft\u00ADhyphen';
  const { status, body } = await site.api('POST', path, { token: member.token, body: { body: family } });
  expect([status, body.body]).toEqual([201, family]);
});

test('spaces around a text do not count toward its length', async () => {
  const longest = 'a'.repeat(limits.commentBody);
  const send = (body: string) => site.api('POST', path, { token: member.token, body: { body } });
  expect((await send(`\n ${longest} \n`)).body.body).toBe(longest);
  expect((await send(`${longest}b`)).status).toBe(422);
});

// In quadratic time, this would take longer than the test's timeout.
test.each(['FEFF', '200B', '0020'])(
  'a megabyte of U+%s before a letter is checked quickly',
  { timeout: 10_000 },
  (code) => {
    const long = `${String.fromCodePoint(Number.parseInt(code, 16)).repeat(300_000)}a`;
    expect(text(1_000_000).safeParse(long).data).toBe(long);
  },
);

test('a list of categories that is far too long is refused as it is: splitting millions of them would take seconds', () => {
  const refusal = categoryLine(limits.category).safeParse(','.repeat(1_000_000)).error;
  expect(refusal?.issues[0]?.message).toBe('At most 200 characters');
  expect(categoryLine(limits.category).parse(' , Writing,, Coding ,')).toBe('Writing, Coding');
});
