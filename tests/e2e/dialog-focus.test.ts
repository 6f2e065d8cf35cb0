import { beforeAll, expect, test } from 'vitest';
import { expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPlaybook, buildPrompt } from '../harness/build.ts';

// A dialog begins where somebody types, and not on the button that closes it.
const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { title: 'Letter' });
    await buildPlaybook(site, { title: 'Launch' });
  },
});
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

test.each([
  ['/admin/prompts?q=Letter', 'Add Prompt', 'Prompt'],
  ['/admin/prompts?q=Letter', 'Edit Letter', 'Title'],
  ['/admin/playbooks?q=Launch', 'Edit Launch', 'Title'],
  ['/admin/pricing', 'Add Tier', 'Name'],
  ['/admin/offers', 'Create offer', 'Code'],
  ['/admin/webhooks', 'Add webhook', 'Address'],
])('at %s, “%s” gives the focus to the first field', async (path, button, label) => {
  const page = await browser.open();
  await signIn(page, admin, path);
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(label, { exact: true }).first();
  await expectFocused(field);
  await page.keyboard.press('Space');
  expect(await dialog.count()).toBe(1);
});
