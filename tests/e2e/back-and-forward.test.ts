import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signIn, stopClock, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPrompt } from '../harness/build.ts';

// What Back and Forward lead to: the browser still has the page's data, and the history what led there.

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}, who = admin) => {
  const page = await browser.open(options);
  await stopClock(page);
  await signIn(page, who, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const _write = async (method: string, path: string, body: object) =>
  (await browser.site.api(method, `/api/v1/admin/${path}`, { token: admin.token, body })).body;
const back = (page: Page, entries: number) => page.evaluate((count) => history.go(-count), entries);

test('Back and Forward ask about what is typed, even on the way to a page that an editor was closed on', async () => {
  await buildPrompt(browser.site, { title: 'Asked first' });
  await buildPrompt(browser.site, { title: 'Asked second' });
  const page = await open('/admin/prompts?q=asked');
  const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Edit Asked first' }).click();
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await editing.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit Asked second' }).click();
  await editing.getByLabel('Description').fill('Half a sentence');
  await back(page, 1);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await editing.getByLabel('Description').inputValue()).toBe('Half a sentence');
  await back(page, 1);
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await editing.waitFor({ state: 'detached' });

  // Closing on purpose asks nothing more.
  await page.getByRole('button', { name: 'Edit Asked second' }).click();
  await editing.getByLabel('Description').fill('A whole sentence');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await editing.waitFor({ state: 'detached' });
  expect(await question.count()).toBe(0);
});
