import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectFocused, signIn, stopClock, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPrompt } from '../harness/build.ts';

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
const write = async (method: string, path: string, body: object) =>
  (await browser.site.api(method, `/api/v1/admin/${path}`, { token: admin.token, body })).body;
const back = (page: Page, entries: number) => page.evaluate((count) => history.go(-count), entries);

test('Back and Forward ask about what is typed, even on the way to a page that an editor was closed on', async () => {
  await buildPrompt(browser.site, { title: 'Asked first' });
  await buildPrompt(browser.site, { title: 'Asked second' });
  const page = await open('/admin/prompts?q=asked');
  const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expectFocused(page.getByRole('main'));
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

test('what was deleted is not there on the way back: an email to members, and an import', async () => {
  const [mailing, file] = [randomUUID(), randomUUID()];
  await write('POST', 'mailings', { id: mailing });
  await write('PATCH', `mailings/${mailing}`, { subject: 'Never sent', body: 'Hello.' });
  const page = await open(`/admin/mailings/${mailing}`, { expectedFaults: /status of 404/ });
  await page.getByLabel('Subject').waitFor();
  await page.getByRole('link', { name: 'All emails to members' }).click();
  await page.getByRole('link', { name: 'Never sent' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No emails yet').waitFor();
  await back(page, 2);
  await page.getByText('Email not found').waitFor();

  await fetch(`${browser.site.url}/api/v1/admin/imports/${file}?name=unwanted.csv`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
    body: 'title,prompt\nUnwanted,Suggest a tea.\n',
  });
  await page.goto(`/admin/imports?id=${file}`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('No imports yet').waitFor();
  await back(page, 1);
  await page.getByText('Import not found').waitFor();
});

test('two entries back, the editor of another page has the text of that page', async () => {
  const build = async (title: string) => {
    const { id } = await write('POST', 'pages', { kind: 'own' });
    await write('PATCH', `pages/${id}`, { title, body: `Text of ${title}.` });
    return id as string;
  };
  const one = await build('Our house');
  await build('Our garden');
  const page = await open(`/admin/pages/${one}`);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.poll(() => text.textContent()).toBe('Text of Our house.');
  await page.getByRole('link', { name: 'Pages' }).first().click();
  await page.getByRole('link', { name: 'Our garden' }).click();
  await expect.poll(() => text.textContent()).toBe('Text of Our garden.');
  await back(page, 2);
  await page.getByRole('heading', { level: 1, name: 'Our house' }).waitFor();
  await expect.poll(() => text.textContent()).toBe('Text of Our house.');
  expect(await page.getByLabel('Title').inputValue()).toBe('Our house');
});

test('on the way back, a member sees the copies that are left after a download and a version of their own', async () => {
  const { slug } = await buildPrompt(browser.site, { tier_access: 0 });
  const page = await open(`/prompt/${slug}`, {}, await buildMember(browser.site));
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Subscription' }).click();
  const left = page.getByText(/^\d+ of \d+ left$/);
  const count = async () => Number.parseInt((await left.textContent()) ?? '', 10);
  await left.waitFor();
  const before = await count();
  await page.goBack();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download as Markdown' }).click();
  await download;
  await page.goForward();
  await expect.poll(count).toBe(before - 1);

  await page.goBack();
  await page.getByRole('button', { name: 'Make my version' }).click();
  await page.getByRole('heading', { level: 1 }).getByRole('textbox').waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Subscription' }).click();
  await expect.poll(count).toBe(before - 2);
});
