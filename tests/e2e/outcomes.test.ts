import { expect, test } from 'vitest';
import { expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { slug: 'letter', title: 'Letter' });
  },
});

test('what went wrong with a prompt stays where it was typed, through a reload and a session that ends', async () => {
  const guest = await buildMember(browser.site, { level: 0 });
  const page = await browser.open({ expectedFaults: /status of 40[013]/ });
  await signIn(page, guest, '/prompt/letter');
  const outcome = page.getByRole('form', { name: 'Did it work?' });
  const note = outcome.getByLabel('What went wrong?');
  await page.getByRole('button', { name: "Didn't work" }).click();
  await note.fill('It writes a poem');
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe('It writes a poem');
  expect(await outcome.evaluate((form) => form.contains(document.activeElement))).toBe(false);

  await outcome.getByLabel('With which model?').fill('Claude');
  await page.waitForLoadState('networkidle');
  await browser.site.db.deleteFrom('auth.sessions').where('user_id', '=', guest.id).execute();
  await outcome.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/signin');
  await signIn(page, guest, '/prompt/letter');
  await expect.poll(() => note.inputValue()).toBe('It writes a poem');
  expect(await outcome.getByLabel('With which model?').inputValue()).toBe('Claude');
  await outcome.getByRole('button', { name: 'Save' }).click();
  await page.getByText("You said it didn't work with Claude.").waitFor();
  await expectFocused(page.getByRole('button', { name: 'Change', exact: true }));

  // Nothing is left of what was saved, or canceled.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await note.fill('Not meant');
  await outcome.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await page.getByText("You said it didn't work with Claude.").waitFor();
  expect(await outcome.count()).toBe(0);
});
