import { beforeAll, expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
  member = await buildMember(browser.site, { level: 0 });
});
const step = (title: string, prompt_body: string) => ({
  title,
  description: '',
  prompts: [{ type: 'manual', title: 'Ask', prompt_body }],
});
const save = async (method: string, path: string, body: object) =>
  (await browser.site.api(method, `/api/v1/admin/playbooks${path}`, { token: admin.token, body })).body;

test('the button copies the prompt that the page shows, even if the playbook has changed meanwhile', async () => {
  const { id, slug } = await save('POST', '', {
    title: 'Moving guide',
    status: 'published',
    steps: [step('Ask around', 'Whom?'), step('Write', 'What?')],
  });
  const page = await browser.open();
  await signIn(page, member, `/playbook/${slug}?step=2`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('What?').waitFor();
  await save('PATCH', `/${id}`, { steps: [step('Think first', 'Why?')] });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('What?');
});

test("a change of a playbook is noticed, doesn't affect an open run, and can be undone", async () => {
  const { id, slug } = await save('POST', '', {
    title: 'Steady guide',
    status: 'published',
    steps: [step('Ask around', 'Whom?'), step('Write', 'What?')],
  });
  const page = await browser.open({ viewport: phone, colorScheme: 'dark' });
  await signIn(page, member, `/playbook/${slug}`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByLabel('Result', { exact: true }).fill('Everybody said yes.');
  await page.getByText('Saved').waitFor();

  await save('PATCH', `/${id}`, { steps: [step('Think first', 'Why?')] });
  // Returning to the tab after a while reloads the playbook.
  await page.clock.setFixedTime(Date.now() + 120_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.getByText('Your run keeps the steps of version 1.').waitFor();
  await page.getByRole('button', { name: /Ask around/ }).waitFor();
  expect(await page.getByLabel('Result', { exact: true }).inputValue()).toBe('Everybody said yes.');
  await page.reload();
  await page.getByText('Your run keeps the steps of version 1.').waitFor();
  await page.getByRole('button', { name: /Ask around/ }).waitFor();
  await page.getByText('Whom?').waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Whom?');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'What changed' }).click();
  const dialog = page.getByRole('dialog', { name: 'What changed' });
  await dialog.locator('ins', { hasText: 'Think first' }).waitFor();
  await dialog.locator('del', { hasText: 'Whom?' }).waitFor();
  expect(await dialog.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const stored = Promise.withResolvers<void>();
  await page.route('**/api/v1/runs/*/steps/*', async (route) => {
    await stored.promise;
    await route.continue();
  });
  await page.getByLabel('Result', { exact: true }).fill('Everybody said maybe.');
  await page.getByRole('button', { name: 'Use the current steps' }).click();
  await page.evaluate(() => fetch('/robots.txt'));
  stored.resolve();
  await page.getByRole('button', { name: /Think first/ }).waitFor();
  await page.getByText('This run now uses the current steps.').waitFor();
  await expectFocused(page.locator('#content'));
  await expect
    .poll(() => page.getByLabel('Result', { exact: true }).inputValue())
    .toBe('Everybody said maybe.');
  await expect.poll(() => page.getByText('Your run keeps').count()).toBe(0);

  const desk = await browser.open();
  await signIn(desk, admin, `/playbook/${slug}`);
  await desk.getByText('Version 2, changed').waitFor();
  await desk.getByRole('button', { name: 'What changed' }).click();
  const versions = desk.getByRole('dialog', { name: 'What changed' });
  await versions.getByRole('button', { name: 'Version 1', exact: true }).click();
  await versions.getByText('Whom?').waitFor();
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await desk.getByText('The text of version 1 is published again, as a new version.').waitFor();
  await desk.getByText('Version 3, changed').waitFor();
  await desk.getByRole('button', { name: /Ask around/ }).waitFor();
});
