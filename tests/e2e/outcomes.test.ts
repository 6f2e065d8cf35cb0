import { expect, test } from 'vitest';
import { messageDelayMilliseconds } from '#ui/forms/use-schema-form.ts';
import { expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { slug: 'letter', title: 'Letter' });
  },
});

test('the typed report about a prompt stays, through a reload and a session that ends', async () => {
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

  // Saved and canceled texts are gone.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await note.fill('Not meant');
  await outcome.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await page.getByText("You said it didn't work with Claude.").waitFor();
  expect(await outcome.count()).toBe(0);

  // Another Enter would open the same question again, not give the opposite answer.
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expectFocused(page.getByRole('button', { name: 'Worked', exact: true }));

  // An answer about an earlier version can be withdrawn, too.
  const { site } = browser;
  await site.pool.query(
    "insert into prompt_outcomes (prompt_id, version, user_id, worked, model) select id, version, $1, true, 'Claude' from prompts where slug = 'letter'",
    [guest.id],
  );
  await site.db.updateTable('prompts').set({ prompt_body: 'Better' }).where('slug', '=', 'letter').execute();
  await page.reload();
  await page.getByText('Your answer is about an earlier version.').waitFor();
  await page.getByRole('button', { name: 'Remove all my answers' }).press('Enter');
  await page.getByText('Tried it?').waitFor();
  await expectFocused(page.getByRole('button', { name: 'Worked', exact: true }));
});

test('a field that loses the focus to the palette shows no error, and one that loses it to another field does', async () => {
  const page = await browser.open();
  await signIn(page, await buildMember(browser.site), '/prompt/letter');
  await page.getByRole('button', { name: 'Worked', exact: true }).click();
  const model = page.getByLabel('With which model?');
  await expectFocused(model);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expectFocused(palette.getByRole('combobox'));
  await palette.getByRole('option').first().waitFor();
  // Longer than an error takes to appear.
  await page.evaluate(
    (delay) => new Promise((done) => setTimeout(done, delay)),
    2 * messageDelayMilliseconds,
  );
  expect(await page.getByText('Which model was it?').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expectFocused(model);
  // Another answer is no other field.
  await page.getByRole('button', { name: "Didn't work" }).click();
  await expectFocused(model);
  await page.keyboard.press('Tab');
  await page.getByText('Which model was it?').waitFor();
});
