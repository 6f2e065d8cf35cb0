import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { lookAgain, signIn, stopClock, withBrowser } from '../harness/browser.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from '../harness/build.ts';
import { holdFirst } from '../harness/held-answers.ts';
import { setSetting } from '../harness/sign-in.ts';

// What was loaded a moment ago isn't shown after a change. The clock stands still, so nothing is old.

const browser = withBrowser({ prepare: (site) => setSetting(site, 'labs_analytics', 'true') });
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}) => {
  const page = await browser.open(options);
  await stopClock(page);
  await signIn(page, admin, path);
  // Not by its role, which it loses while a dialog is open.
  await page.locator('h1:visible').first().waitFor();
  return page;
};
const write = async (method: string, path: string, body?: object) =>
  (await browser.site.api(method, `/api/v1${path}`, { token: admin.token, ...(body && { body }) })).body;
/** Only by links, because a reload would hide stale data. */
const goTo = (page: Page, area: string) =>
  page
    .getByRole('navigation', { name: 'Admin pages' })
    .getByRole('link', { name: area, exact: true })
    .click();

describe('the categories', () => {
  test('have the one that a prompt was given', async () => {
    await buildPrompt(browser.site, { title: 'Moved away' });
    const page = await open('/admin/categories');
    const list = page.getByRole('list', { name: 'Categories' });
    await list.getByRole('listitem').first().waitFor();
    await goTo(page, 'Manage Prompts');
    await page.getByRole('button', { name: 'Edit Moved away' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
    await editing.getByLabel('Category').fill('Far away');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.waitFor({ state: 'detached' });
    await goTo(page, 'Categories');
    await list.getByText('Far away', { exact: true }).waitFor();
  });

  test('have that of rows imported before the import failed', async () => {
    const id = randomUUID();
    await fetch(`${browser.site.url}/api/v1/admin/imports/${id}?name=half.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
      body: 'title,prompt,category\nHalf a tea,Suggest a tea.,Half-way\n',
    });
    const page = await open('/admin/categories');
    const list = page.getByRole('list', { name: 'Categories' });
    await list.getByRole('listitem').first().waitFor();
    await page.route(`**/api/v1/admin/imports/${id}`, async (route) => {
      const response = await route.fetch();
      const item = await response.json();
      await route.fulfill({
        response,
        json: item.state === 'done' ? { ...item, state: 'failed', problem: 'It broke off.' } : item,
      });
    });
    await goTo(page, 'Imports');
    await page.getByRole('link', { name: 'half.csv' }).click();
    await page.getByRole('button', { name: 'Import 1 item' }).click();
    await page.getByRole('alert').getByText('It broke off.').waitFor();
    await goTo(page, 'Categories');
    await list.getByText('Half-way', { exact: true }).waitFor();
  });
});

test('the question whether to delete a prompt names the playbooks that use it by now', async () => {
  const prompt = await buildPrompt(browser.site, { title: 'Used since' });
  const page = await open('/admin/prompts?q=used+since');
  const remove = page.getByRole('button', { name: 'Delete Used since' });
  const question = page.getByRole('alertdialog');
  const confirm = question.getByRole('button', { name: 'Delete' });
  await remove.click();
  await expect.poll(() => confirm.isEnabled()).toBe(true);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  const playbook = await buildPlaybook(browser.site, { title: 'User of it' });
  const { id: prompt_id, title, prompt_body } = prompt;
  await buildStep(browser.site, playbook, { prompts: [{ type: 'library', prompt_id, title, prompt_body }] });
  const uses = await holdFirst(page, '**/uses', 'GET');
  await remove.click();
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await uses.release();
  await question.getByText('Used in 1 playbook: User of it.').waitFor();
  await expect.poll(() => confirm.isEnabled()).toBe(true);
});

test('a prompt that is opened again in a step has the text that the library has by now', async () => {
  const prompt = await buildPrompt(browser.site, { title: 'Of the library', prompt_body: 'First words.' });
  const playbook = await buildPlaybook(browser.site, { title: 'Copies it' });
  const { id: prompt_id, title, prompt_body } = prompt;
  await buildStep(browser.site, playbook, { prompts: [{ type: 'library', prompt_id, title, prompt_body }] });
  const page = await open(`/admin/playbooks?edit=${playbook.id}`);
  const editing = page.getByRole('dialog', { name: 'Edit Playbook' });
  const entry = editing.getByRole('button', { name: /^Of the library/ });
  await entry.click();
  await editing.getByText('Members get this prompt as it is in the library today.').waitFor();
  await entry.click();
  await write('PATCH', `/admin/prompts/${prompt_id}`, { prompt_body: 'Second words.' });
  await entry.click();
  await editing.getByText('Second words.').waitFor();
  await editing.getByRole('button', { name: 'Edit a copy here' }).click();
  expect(await editing.getByLabel('Prompt body').inputValue()).toBe('Second words.');
});

test("a moderator's decision shows on the page of the item", async () => {
  const { slug } = await buildPrompt(browser.site, { title: 'Discussed' });
  const author = await buildMember(browser.site);
  const body = { body: 'A comment that waits' };
  const { token } = author;
  const { id } = (await browser.site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body })).body;
  await browser.site.db
    .updateTable('comments')
    .set({ status: 'held', held_for: 'word' })
    .where('id', '=', id)
    .execute();
  const page = await open('/admin/comments');
  await page.getByRole('link', { name: 'Discussed' }).click();
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await comment.getByText('Waiting for approval').waitFor();
  await page.goBack();
  await comment.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Nothing to review').waitFor();
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Discussed' }).waitFor();
  await comment.waitFor();
  await comment.getByText('Waiting for approval').waitFor({ state: 'detached' });
});

test('the plan and the role of an account are shown as they are by now, and what is chosen stays', async () => {
  const [one, other] = [await buildTier(browser.site), await buildTier(browser.site)];
  const { id } = await buildMember(browser.site);
  const page = await open(`/admin/members/${id}`);
  const plan = page.getByLabel('Complimentary plan');
  const day = page.getByLabel('Last day').first();
  const role = page.getByLabel('Role');
  await plan.selectOption({ label: one.name });
  await day.fill('2099-12-31');
  await page.getByRole('button', { name: 'Give this plan' }).click();
  await page.getByText(`${one.name} is complimentary until Dec 31, 2099.`).waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => plan.inputValue()).toBe('');
  expect(await day.inputValue()).toBe('');

  await role.selectOption('editor');
  await page.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByText('Role changed').waitFor();
  await day.fill('2099-11-30');
  await write('PUT', `/admin/members/${id}/plan`, { tier_id: other.id, until: null });
  await write('PUT', `/admin/members/${id}/role`, { role: 'support' });
  await lookAgain(page);
  await expect.poll(() => role.inputValue()).toBe('support');
  await expect.poll(() => plan.inputValue()).toBe(other.id);
  expect(await day.inputValue()).toBe('2099-11-30');
});

test('a merge of an own version is made again if the version was saved elsewhere meanwhile', async () => {
  const { api } = browser.site;
  const { token } = admin;
  const { id, slug } = await buildPrompt(browser.site, { prompt_body: 'First' });
  const { body: mine } = await api('POST', '/api/v1/my-versions', { token, body: { prompt: slug } });
  await api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body: { prompt_body: 'Theirs' } });
  const path = `/my-versions/${mine.id}`;
  const write = (text: string) => api('PATCH', `/api/v1${path}`, { token, body: { text } });
  const page = await open(path, { expectedFaults: /status of 409/ });
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  // Saved while the page is open, and again while the dialog is.
  await write('Second');
  await page.getByRole('button', { name: 'Merge the change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge the change' });
  await dialog.getByText('Second').waitFor();
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await write('Third');
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await page.getByText('Your version was also saved on another device.').waitFor();
  await dialog.getByText('Third').waitFor();
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await page.getByText('The change has been merged.').waitFor();
  expect((await api('GET', `/api/v1${path}`, { token })).body.text).toBe('Third\nTheirs');
});
