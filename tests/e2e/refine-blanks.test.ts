import { expect, test } from 'vitest';
import { desktop, expectAccessible, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildPrompt } from '../harness/build.ts';

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
