import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin } from '../harness/build.ts';

// Two tabs of one admin, or two admins, at the same page.

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}) => {
  const page = await browser.open(options);
  await signIn(page, admin, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const secondTab = async (page: Page, path: string) => {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  return tab;
};

test('prompts imported in two tabs at once are two prompts', async () => {
  const bodies = ['Water the roses in [season].', 'Translate a menu into Portuguese.'];
  const first = await open('/admin/prompts');
  const importing = (page: Page) => page.getByRole('dialog', { name: 'Import New Prompt' });
  const start = async (page: Page, body: string) => {
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    await importing(page).getByLabel('Prompt', { exact: true }).fill(body);
  };
  const released = Promise.withResolvers<void>();
  const analyzed = Promise.withResolvers<void>();
  await first.route('**/functions/v1/analyze-prompt', async (route) => {
    const response = await route.fetch();
    analyzed.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  await start(first, bodies[0] ?? '');
  await importing(first).getByRole('button', { name: 'Import', exact: true }).click();
  await analyzed.promise;

  const second = await secondTab(first, '/admin/prompts');
  await start(second, bodies[1] ?? '');
  await importing(second).getByRole('button', { name: 'Import', exact: true }).click();
  await second.getByText('Prompt imported successfully!').waitFor();
  released.resolve();
  await first.getByText('Prompt imported successfully!').waitFor();
  const rows = await browser.site.db
    .selectFrom('prompts')
    .select('prompt_body')
    .where('prompt_body', 'in', bodies)
    .orderBy('prompt_body', 'desc')
    .execute();
  expect(rows.map(({ prompt_body }) => prompt_body)).toEqual(bodies);
});
