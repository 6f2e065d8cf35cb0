import { expect, test } from 'vitest';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { desktop, expectAccessible, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s, an author refines the blanks that the text has', async (_name, viewport) => {
  const title = `Refined at ${viewport.width}`;
  const { slug } = await buildPrompt(browser.site, { title, prompt_body: 'Say {{Company}} and {{city}}.' });
  const page = await browser.open({ viewport });
  await signIn(page, { email: 'admin@example.com', password: 'admin-password' }, '/admin/prompts');
  await page.getByRole('row', { name: title }).getByRole('button', { name: /Edit/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  await editor.getByText('2 blanks to fill in').waitFor();
  await editor.getByLabel('Prompt Body').fill('Say {{Company}} and {{city}}. [VERSE] one.');
  await editor.getByText('3 blanks to fill in').waitFor();
  await editor.getByRole('button', { name: /^Verse VERSE/ }).click();
  await editor.getByRole('button', { name: 'Leave it as text' }).click();
  await editor.getByText('2 blanks to fill in').waitFor();
  await editor.getByRole('button', { name: 'Move City up' }).click();
  await editor.getByRole('button', { name: /^City city/ }).click();
  await editor.getByLabel('Label', { exact: true }).fill('Town');
  await editor.getByLabel('Kind').selectOption('Choice');
  await editor.getByLabel('Options').fill('Oslo\nRome');
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Prompt updated successfully!').waitFor();
  await page.goto(`/prompt/${slug}`);
  if (viewport === phone) await page.getByRole('button', { name: 'Fill in 2 blanks' }).click();
  await page.getByLabel('Town').selectOption('Rome');
  await expect.poll(() => page.locator('pre').textContent()).toBe('Say {{Company}} and Rome. [VERSE] one.');
  const labels = await page.locator('[aria-label="Fill in"], [role=dialog]').locator('label').allInnerTexts();
  expect(labels).toEqual(['Town', 'Company']);
});

test('a stored value that its blank would not take any longer is shown, as it fills the text', async () => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const blanks = [
    blankDefinition.parse({ name: 'age', kind: 'number' }),
    blankDefinition.parse({ name: 'tone', kind: 'choice', options: ['kind', 'stern'] }),
    blankDefinition.parse({ name: 'size', kind: 'choice', options: ['short', 'long'], default: 'short' }),
  ];
  const { slug } = await buildPrompt(site, {
    prompt_body: '{{age}}, {{tone}}, {{size}}',
    blanks: JSON.stringify(blanks),
  });
  const { token } = member;
  const values = { age: 'thirty-five', tone: 'loud' };
  await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token, body: { values } });
  const { body: mine } = await site.api('POST', '/api/v1/my-versions', {
    token,
    body: { prompt: slug, values },
  });
  const page = await browser.open();
  await signIn(page, member, `/my-versions/${mine.id}`);
  const [age, tone] = [page.getByLabel('Age', { exact: true }), page.getByLabel('Tone', { exact: true })];
  await expect.poll(() => page.locator('pre').textContent()).toBe('thirty-five, loud, short');
  expect([await age.inputValue(), await tone.inputValue()]).toEqual(['thirty-five', 'loud']);
  await age.fill('35');
  await tone.selectOption('stern');
  await expect.poll(() => page.locator('pre').textContent()).toBe('35, stern, short');
  expect(await tone.locator('option').allTextContents()).toEqual(['Choose...', 'kind', 'stern']);
  const size = page.getByLabel('Size', { exact: true });
  expect(await size.locator('option').allTextContents()).toEqual(['short', 'long']);
  // What was used last isn't offered.
  await page.goto(`/prompt/${slug}`);
  await age.fill('');
  expect(await page.getByRole('button', { name: /last value/ }).count()).toBe(0);
});
