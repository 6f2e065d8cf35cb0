import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { copiedMilliseconds } from '#constants';
import { expectLoaded, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { slug: 'letter', title: 'Letter', tier_access: 0 });
    await buildPrompt(site, { slug: 'poem', title: 'Poem', tier_access: 0 });
    const item = await buildPlaybook(site, { slug: 'launch', title: 'Launch', tier_access: 0 });
    await buildStep(site, item, { step_order: 0, title: 'Research', prompts: [] });
  },
});
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
});
const call = async (method: string, path: string, body?: object) =>
  (await browser.site.api(method, `/api/v1/${path}`, { token: member.token, ...(body && { body }) })).body;
async function open(path: string) {
  const page = await browser.open();
  await signIn(page, member, path);
  await expectLoaded(page, 'stray-clicks');
  return page;
}

/** The second half of a double click at the same place, after the effect of the first one is visible. */
async function clickAgain(page: Page) {
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

test("the second click of a double-click doesn't press a control that replaced the first one", async () => {
  const collection = await call('POST', 'collections', { name: 'Two things' });
  for (const slug of ['letter', 'poem'])
    await call('POST', `collections/${collection.id}/items`, { target_type: 'prompt', slug });
  const page = await open(`/collections/${collection.id}`);
  await page.getByRole('button', { name: 'Remove Letter' }).click();
  await page.getByText('Removed “Letter”').waitFor();
  await clickAgain(page);
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Share with a link' }).click();
  await page.getByRole('button', { name: 'Stop sharing' }).waitFor();
  await clickAgain(page);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  const { items } = await call('GET', `collections/${collection.id}`);
  expect(items).toMatchObject([{ title: 'Poem' }]);
});

/** "Copied!" stays until the answered function is called, however long the second click takes to come. */
async function holdCopied(page: Page) {
  await page.evaluate((milliseconds) => {
    const wait = window.setTimeout;
    const held: (() => void)[] = [];
    const setTimeout = (run: () => void, after?: number) =>
      after === milliseconds ? held.push(run) : wait(run, after);
    Object.assign(window, { setTimeout, held });
  }, copiedMilliseconds);
  return () =>
    page.evaluate(() => {
      for (const run of (window as unknown as { held: (() => void)[] }).held) run();
    });
}

test('a prompt is copied once, and a toggle follows each click', async () => {
  const page = await open('/prompt/letter');
  const release = await holdCopied(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied!' }).waitFor();
  await clickAgain(page);
  await release();
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  expect((await call('GET', 'history?action=copied')).total).toBe(1);
  const vote = page.getByRole('button', { name: 'Upvote' });
  await vote.click();
  await page.getByRole('button', { name: 'Upvote', pressed: true }).waitFor();
  await clickAgain(page);
  await page.getByRole('button', { name: 'Upvote', pressed: false }).waitFor();
});

test('a checkbox follows each click on its label', async () => {
  const page = await open('/settings/keys');
  const box = page.getByRole('checkbox', { name: 'library:read' });
  const before = await box.isChecked();
  await page.getByText('library:read', { exact: true }).click();
  await expect.poll(() => box.isChecked()).toBe(!before);
  await clickAgain(page);
  await expect.poll(() => box.isChecked()).toBe(before);
});

/** Presses a button, and again whenever it is enabled, until it disappears. */
async function keepPressing(button: Locator) {
  await button.evaluate((it: HTMLButtonElement) =>
    new MutationObserver(() => it.click()).observe(it, { attributeFilter: ['disabled'] }),
  );
  await button.click();
}

test('a record with its own page is created once, however often its button is pressed', async () => {
  const { id } = await call('POST', 'collections', { name: 'Shared' });
  const { link } = await call('PATCH', `collections/${id}`, { is_shared: true });
  const other = await buildMember(browser.site, { level: 0 });
  const page = await browser.open();
  await signIn(page, other, '/robots.txt');
  const total = async (path: string) =>
    (await browser.site.api('GET', `/api/v1/${path}`, { token: other.token })).body.total;
  for (const [path, name, made] of [
    ['/playbook/launch', 'Start', 'runs'],
    ['/prompt/letter', 'Make my version', 'my-versions'],
    [`/collections/shared/${link}`, 'Save a copy', 'collections'],
  ] as const) {
    await page.goto(path);
    await keepPressing(page.getByRole('button', { name, exact: true }));
    await page.waitForURL(new RegExp(`/${made}/(?!shared)`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([made, await total(made)]).toEqual([made, 1]);
  }
});

test("Enter pressed twice creates one, and doesn't ask for another name", async () => {
  const page = await open('/settings/keys');
  const enter = async (label: string, made: Locator) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill('Once');
    await field.press('Enter');
    await made.waitFor();
    await field.press('Enter');
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    expect(await field.getAttribute('aria-invalid')).toBeNull();
  };
  await enter('Name', page.getByRole('textbox', { name: 'Your new key' }));
  expect((await call('GET', 'keys')).items).toHaveLength(1);
  await page.goto('/prompt/letter');
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  await enter('New collection', page.getByRole('checkbox', { name: 'Once', checked: true }));
});

test('Enter that is held down presses once, and writes one new line after another', async () => {
  // Not the prompt of an earlier test, whose last change of its vote may not have been sent before the page was closed.
  const page = await open('/prompt/poem');
  // The page is complete, so nothing takes the focus from the button.
  await page.getByText('No comments yet').waitFor();
  await page.getByRole('button', { name: 'Upvote' }).focus();
  await page.keyboard.down('Enter');
  await page.getByRole('button', { name: 'Upvote', pressed: true }).waitFor();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const comment = page.getByLabel('Write a comment');
  await comment.focus();
  for (const _press of [1, 2, 3]) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await comment.inputValue()).toBe('\n\n\n');
  expect(await page.getByRole('button', { name: 'Upvote', pressed: true }).count()).toBe(1);
});
