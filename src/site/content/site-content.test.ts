import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// Needs the built pages.
let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
  await buildPrompt(site, { title: 'One prompt' });
});
afterAll(() => site.stop());

const home = async () => (await (await fetch(`${site.url}/`)).text()).replaceAll('<!-- -->', '');
const save = (body: object) => site.api('PUT', '/api/v1/admin/site', { token, body });

test('the pages say what the specification says until an owner changes it', async () => {
  const page = await home();
  for (const text of ['1000+', '50+', '10K+', 'Curated Content', 'Northgate Press', '3 blanks to fill in'])
    expect(page).toContain(text);
});

test('figures are written, counted or off, and the other parts stay', async () => {
  expect((await save({ figures: { mode: 'written', prompts: '77', playbooks: '', users: '' } })).status).toBe(
    200,
  );
  const written = await home();
  expect(written).toContain('>77<');
  expect(written).not.toContain('1000+');
  await save({ figures: { mode: 'counted', prompts: '77', playbooks: '', users: '' } });
  const counted = await home();
  expect(counted).toMatch(/>prompt<\/dt><dd[^>]*>1</);
  expect(counted).not.toMatch(/>playbooks?<\/dt>/);
  await save({ figures: { mode: 'off', prompts: '77', playbooks: '', users: '' } });
  const off = await home();
  expect(off).not.toContain('<dl');
  expect(off).toContain('Curated Content');
});

test('a part that is switched off is gone, and the answers are the owner’s', async () => {
  const questions = { is_shown: true, items: [{ title: 'May I <ask>?', text: 'Yes.' }] };
  await save({ partners: { is_shown: false, groups: [] }, questions });
  expect(await home()).not.toContain('Northgate Press');
  const pricing = await (await fetch(`${site.url}/pricing`)).text();
  expect(pricing).toContain('May I &lt;ask&gt;?');
  expect(pricing).not.toContain('Can I use the prompts for work?');
  await save({ questions: { ...questions, is_shown: false } });
  expect(await (await fetch(`${site.url}/pricing`)).text()).not.toContain('Frequently asked questions');
});

test('what is no content is refused, and changes nothing', async () => {
  for (const body of [
    { figures: { mode: 'maybe' } },
    { unknown: {} },
    { partners: { is_shown: true, groups: [[]] } },
  ])
    expect((await save(body)).status).toBe(422);
  expect((await site.api('GET', '/api/v1/admin/site', { token })).body.figures.mode).toBe('off');
});
