import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { lookAgain, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { holdFirst, lookUntilAsked, nextTasks } from '../harness/held-answers.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
async function open(path: string) {
  const page = await browser.open();
  await signIn(page, admin, path);
  return page;
}

test('a vote stays when an answer that was asked for before it comes late', async () => {
  const page = await open('/prompts');
  const vote = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Upvote/ });
  await vote.waitFor();
  const more = await holdFirst(page, /\/api\/v1\/prompts\?.*cursor=/, 'GET');
  await page.getByRole('button', { name: 'Load more' }).click();
  await more.asked;
  const voted = page.waitForResponse((response) => response.url().endsWith('/vote'));
  await vote.click();
  await voted;
  await more.release();
  await expect.poll(() => page.getByRole('article').count()).toBe(48);
  expect(await vote.getAttribute('aria-pressed')).toBe('true');
});

test("a reader's place in a playbook is the step that they went to last", async () => {
  const playbook = await buildPlaybook(browser.site, { slug: 'two-steps', tier_access: 0 });
  for (const step_order of [0, 1]) await buildStep(browser.site, playbook, { step_order });
  const page = await open('/playbook/two-steps');
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/progress')) answers += 1;
  });
  const first = await holdFirst(page, '**/progress', 'PUT', true);
  await page.getByRole('button', { name: 'Next' }).click();
  await first.asked;
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Completed' }).waitFor();
  await nextTasks(page);
  await first.release();
  await expect.poll(() => answers).toBe(2);
  const { body } = await browser.site.api('GET', '/api/v1/playbooks/two-steps', { token: admin.token });
  expect(body.position).toBe(1);
});

test('a search that was typed before an editor was opened reaches the address without a question', async () => {
  await buildPrompt(browser.site, { title: 'Typed quickly' });
  const page = await open('/admin/prompts?q=quickly');
  const edit = page.getByRole('button', { name: 'Edit Typed quickly' });
  await edit.waitFor();
  // The search waits for a pause in typing, which here is as long as the test needs.
  await page.evaluate((pause) => {
    const later = window.setTimeout;
    const isOver = () => 'isOver' in document.body.dataset;
    const wait = (work: () => void): number => later(() => (isOver() ? work() : void wait(work)), 20);
    window.setTimeout = ((work: () => void, delay?: number) =>
      delay === pause && !isOver() ? wait(work) : later(work, delay)) as typeof window.setTimeout;
  }, 200);
  await page.getByRole('searchbox').fill('Typed');
  await edit.click();
  const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
  await editing.getByLabel('Description').fill('Half typed');
  await page.evaluate(() => {
    document.body.dataset.isOver = '';
  });
  await page.waitForURL(/q=Typed/);
  expect(await editing.getByLabel('Description').inputValue()).toBe('Half typed');
  expect(await page.getByText('Leave without saving?').count()).toBe(0);
});

describe('an answer that was asked for before and comes late', () => {
  test('leaves an import under way', async () => {
    const id = randomUUID();
    await fetch(`${browser.site.url}/api/v1/admin/imports/${id}?name=late.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
      body: 'title,prompt\nLate tea,Suggest a tea.\n',
    });
    const page = await open(`/admin/imports?id=${id}`);
    const start = page.getByRole('button', { name: 'Import 1 item' });
    await start.waitFor();
    const late = await holdFirst(page, `**/api/v1/admin/imports/${id}`, 'GET');
    await lookUntilAsked(page, late);
    const started = page.waitForResponse(/\/start$/);
    await start.click();
    await started;
    await nextTasks(page);
    await late.release();
    await page.getByText('Imported', { exact: true }).waitFor();
  });

  test('leaves a collection as it was changed since', async () => {
    const call = (method: string, path: string, body: object) =>
      browser.site.api(method, `/api/v1/collections${path}`, { token: admin.token, body });
    const { id } = (await call('POST', '', { name: 'Kept' })).body;
    for (const title of ['Kept one', 'Kept two', 'Kept three']) {
      const { slug } = await buildPrompt(browser.site, { title });
      await call('POST', `/${id}/items`, { target_type: 'prompt', slug });
    }
    const page = await open(`/collections/${id}`);
    const titles = () => page.getByRole('listitem').getByRole('heading').allTextContents();
    await page.getByRole('button', { name: 'Remove Kept one' }).waitFor();
    const change = async (button: string, method: string) => {
      const late = await holdFirst(page, `**/api/v1/collections/${id}`, 'GET');
      await lookUntilAsked(page, late);
      const changed = page.waitForResponse((response) => response.request().method() === method);
      await page.getByRole('button', { name: button }).click();
      await changed;
      await late.release();
      await nextTasks(page);
    };
    await change('Remove Kept one', 'DELETE');
    expect(await titles()).toEqual(['Kept two', 'Kept three']);
    await change('Move Kept two down', 'PATCH');
    expect(await titles()).toEqual(['Kept three', 'Kept two']);
  });

  test('is followed by another one if it came before a change was saved', async () => {
    const call = (method: string, path: string, body: object) =>
      browser.site.api(method, `/api/v1/collections${path}`, { token: admin.token, body });
    const { id } = (await call('POST', '', { name: 'Saved slowly' })).body;
    for (const title of ['Slow one', 'Slow two']) {
      const { slug } = await buildPrompt(browser.site, { title });
      await call('POST', `/${id}/items`, { target_type: 'prompt', slug });
    }
    const page = await open(`/collections/${id}`);
    const titles = () => page.getByRole('listitem').getByRole('heading').allTextContents();
    const removal = await holdFirst(page, `**/api/v1/collections/${id}/items/*`, 'DELETE', true);
    await page.getByRole('button', { name: 'Remove Slow one' }).click();
    await removal.asked;
    await expect.poll(titles).toEqual(['Slow two']);
    await lookAgain(page);
    await expect.poll(titles).toEqual(['Slow one', 'Slow two']);
    await removal.release();
    await expect.poll(titles).toEqual(['Slow two']);
  });

  test('leaves an email being sent', async () => {
    const id = randomUUID();
    const write = (method: string, path: string, body: object) =>
      browser.site.api(method, `/api/v1/admin/mailings${path}`, { token: admin.token, body });
    await write('POST', '', { id });
    await write('PATCH', `/${id}`, { subject: 'News', body: 'Hello.' });
    const page = await open(`/admin/mailings/${id}`);
    const send = page.getByRole('button', { name: 'Send...' });
    await send.waitFor();
    const late = await holdFirst(page, `**/api/v1/admin/mailings/${id}`, 'GET');
    await lookUntilAsked(page, late);
    await send.click();
    const sent = page.waitForResponse(/\/send$/);
    await page.getByRole('button', { name: 'Send now' }).click();
    await sent;
    await nextTasks(page);
    await late.release();
    await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
  });

  test('leaves an account suspended, and a page published', async () => {
    const { id: account } = await buildMember(browser.site);
    const own = randomUUID();
    const write = (method: string, path: string, body: object) =>
      browser.site.api(method, `/api/v1/admin/pages${path}`, { token: admin.token, body });
    await write('POST', '', { id: own, kind: 'own' });
    await write('PATCH', `/${own}`, { title: 'About us', body: 'Hello.' });
    for (const [path, press, answered, next] of [
      [`members/${account}`, ['Suspend account', 'Suspend account'], /\/suspension$/, 'Lift suspension'],
      [`pages/${own}`, ['Publish'], /\/publish$/, 'Unpublish'],
    ] as const) {
      const page = await open(`/admin/${path}`);
      const [first, second] = press.map((name) => ({ name, exact: true }));
      await page.getByRole('button', first).waitFor();
      const late = await holdFirst(page, `**/api/v1/admin/${path}`, 'GET');
      await lookUntilAsked(page, late);
      const changed = page.waitForResponse(answered);
      await page.getByRole('button', first).click();
      if (second) await page.getByRole('alertdialog').getByRole('button', second).click();
      await changed;
      await page.getByRole('button', { name: next }).waitFor();
      await late.release();
      await nextTasks(page);
      expect(await page.getByRole('button', { name: next }).count()).toBe(1);
    }
  });

  test('leaves the editor that was opened since', async () => {
    const { id } = await buildPrompt(browser.site, { title: 'Slow save' });
    await buildPrompt(browser.site, { title: 'Slow too' });
    const page = await open('/admin/prompts?q=slow');
    await page.getByRole('button', { name: 'Edit Slow save' }).click();
    await page.getByLabel('Description').fill('Changed.');
    const late = await holdFirst(page, `**/api/v1/admin/prompts/${id}`, 'PATCH');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await late.asked;
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Slow too' }).click();
    await page.getByRole('dialog').getByLabel('Title').waitFor();
    await late.release();
    await page.getByText('Prompt updated successfully!').waitFor();
    await nextTasks(page);
    expect(await page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('Slow too');
  });
});

describe('an editor that has said that it saved is left without a question, while its list is still loading', () => {
  test('a renamed plan', async () => {
    const page = await open('/admin/pricing');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await page.getByLabel('Name').fill('A plan renamed');
    const late = await holdFirst(page, '**/api/v1/admin/tiers', 'GET');
    await page.getByLabel('Name').press('Enter');
    await late.asked;
    await page.getByText('Tier updated successfully').waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'User Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await late.release();
  });

  test('new gift codes', async () => {
    const page = await open('/admin/offers');
    await page.getByText('No gift codes yet').waitFor();
    await page.getByRole('button', { name: 'Create gift codes' }).click();
    const modal = page.getByRole('dialog', { name: 'Create gift codes' });
    await modal.getByLabel('Plan').selectOption({ index: 1 });
    const late = await holdFirst(page, '**/api/v1/admin/offers/gifts*', 'GET');
    await modal.getByRole('button', { name: 'Create' }).click();
    await late.asked;
    await page.getByText('1 gift code created').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
    await late.release();
  });
});
