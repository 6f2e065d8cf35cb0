import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { foldedLength } from '#constants';
import { expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPrompt } from '../harness/build.ts';
import { listen } from '../harness/live-regions.ts';

// A button with nothing left to do keeps the focus. When a button disappears, the focus moves on.
const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
  member = await buildMember(browser.site, { level: 1 });
});
const open = async (of: { email: string; password: string }, path: string, expectedFaults = /^$/) => {
  const page = await browser.open({ expectedFaults });
  const heard = await listen(page);
  await signIn(page, of, path);
  return { page, heard };
};
const press = async (target: Locator) => {
  await target.focus();
  await target.page().keyboard.press('Enter');
};
const expectOff = (button: Locator) => expect.poll(() => button.isDisabled()).toBe(true);

test.each([
  ['pages', { kind: 'privacy' }],
  ['mailings', {}],
])('“Save draft” keeps it in the editor of %s, and saves nothing twice', async (kind, json) => {
  const path = `admin/${kind}`;
  const { body } = await browser.site.api('POST', `/api/v1/${path}`, { token: admin.token, body: json });
  const { page } = await open(admin, `/${path}/${body.id}`);
  let writes = 0;
  page.on('request', (request) => {
    if (/^(PUT|PATCH)$/.test(request.method()) && request.url().includes(path)) writes += 1;
  });
  const save = page.getByRole('button', { name: 'Save draft' });
  for (const [index, words] of ['First words.', 'Second words.'].entries()) {
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(words);
    await press(save);
    await expect.poll(() => writes).toBe(index + 1);
    await expectOff(save);
    await expectFocused(save);
    await page.keyboard.press('Enter');
  }
  await expectOff(save);
  expect(writes).toBe(2);
});

test('the buttons of the blanks of a prompt keep it, and it goes on from a blank that is gone', async () => {
  const { title } = await buildPrompt(browser.site, { prompt_body: 'From {{first}} to {{last}}.' });
  const { page, heard } = await open(admin, `/admin/prompts?q=${title}`);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog');
  const down = dialog.getByRole('button', { name: 'Move First down' });
  await press(down);
  await expectOff(down);
  await expectFocused(down);
  await expect.poll(heard).toContain('First is now at position 2 of 2.');
  await press(dialog.getByRole('button', { name: /^Last last/ }));
  await press(dialog.getByRole('button', { name: 'Leave it as text' }));
  await expectFocused(
    dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Move First down' }) }),
  );
  await press(dialog.getByRole('button', { name: 'Make last a blank' }));
  await expectFocused(dialog.getByRole('heading', { name: 'Blanks' }));
});

test('the buttons that move an item of a list keep it, and the new place is said', async () => {
  const { token } = member;
  const { body: collection } = await browser.site.api('POST', '/api/v1/collections', {
    token,
    body: { name: 'Ordered' },
  });
  for (const title of ['Tea', 'Coffee']) {
    const { slug } = await buildPrompt(browser.site, { title });
    const item = { target_type: 'prompt', slug };
    await browser.site.api('POST', `/api/v1/collections/${collection.id}/items`, { token, body: item });
  }
  const { page, heard } = await open(member, `/collections/${collection.id}`);
  const down = page.getByRole('button', { name: 'Move Tea down' });
  await press(down);
  await expectOff(down);
  await expectFocused(down);
  await expect.poll(heard).toContain('Tea is now at position 2 of 2.');
  await press(page.getByRole('button', { name: 'Remove Tea' }));
  const undo = page.getByRole('button', { name: 'Undo' });
  await press(undo);
  await undo.waitFor({ state: 'detached' });
  await expectFocused(page.getByText('2 items').locator('xpath=..').getByRole('status'));
});

test('it goes on to the first further item of a public list, or to “Try again”', async () => {
  const { page } = await open(member, '/browse', /ERR_FAILED/);
  await page.locator('html[data-app=ready]').waitFor();
  const items = page.locator('[data-list-items] > li');
  const more = page.getByRole('link', { name: 'Load more' });
  await page.route(/\/api\/v1\/prompts\?.*cursor=/, (route) => route.abort(), { times: 1 });
  await press(more);
  await expectFocused(page.getByRole('link', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await expectFocused(items.nth(24).getByRole('link').first());
  await press(more);
  await expectFocused(items.nth(48).getByRole('link').first());
});

test('it goes on to the text that is shown whole', async () => {
  const { slug } = await buildPrompt(browser.site, { prompt_body: 'word '.repeat(foldedLength / 4) });
  const { page } = await open(member, `/prompt/${slug}`);
  await press(page.getByRole('button', { name: /^Show all/ }));
  await expectFocused(page.locator('pre'));
});

test('it goes on to the color when the standard one is chosen', async () => {
  const { page } = await open(admin, '/admin/site');
  const color = page.getByLabel('Accent color', { exact: true });
  await color.fill('#224466');
  await press(page.getByRole('button', { name: 'Use the default color' }));
  await expectFocused(color);
  expect(await color.inputValue()).toBe('');
});

test('it goes on to the view that is shown when an own version is saved', async () => {
  const { slug } = await buildPrompt(browser.site);
  const { token } = member;
  const { body } = await browser.site.api('POST', '/api/v1/my-versions', { token, body: { prompt: slug } });
  const { page } = await open(member, `/my-versions/${body.id}`);
  await press(page.getByRole('button', { name: 'Edit', exact: true }));
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Mine alone.');
  await text.press('Control+s');
  await text.waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('button', { name: 'Use', exact: true }));
});

test('a comment that is hidden and shown again keeps it, and says so', async () => {
  const { slug } = await buildPrompt(browser.site);
  const comments = `/api/v1/prompts/${slug}/comments`;
  await browser.site.api('POST', comments, { token: member.token, body: { body: 'Read this' } });
  const { page, heard } = await open(admin, `/prompt/${slug}`);
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await press(comment.getByRole('button', { name: 'Hide' }));
  await expect.poll(heard).toContain('Comment hidden.');
  await expectFocused(comment.getByRole('button', { name: 'Show' }));
  await page.keyboard.press('Enter');
  await expect.poll(heard).toContain('Comment shown.');
  await expectFocused(comment.getByRole('button', { name: 'Hide' }));
});

test('Enter in the name of a collection saves it, and the focus goes on to the heading', async () => {
  const { token } = member;
  const { body } = await browser.site.api('POST', '/api/v1/collections', { token, body: { name: 'Mine' } });
  const { page } = await open(member, `/collections/${body.id}`);
  const name = page.getByRole('textbox', { name: 'Name of this collection' });
  await name.fill('  Ours ');
  await press(name);
  const saved = () => browser.site.api('GET', `/api/v1/collections/${body.id}`, { token });
  await expect.poll(async () => (await saved()).body.name).toBe('Ours');
  await expectFocused(page.getByRole('heading', { level: 1 }));
  expect(await name.inputValue()).toBe('Ours');
});

test('“Clear” and “Use my last values” keep it when there is nothing more to clear or to use', async () => {
  const { slug } = await buildPrompt(browser.site, { prompt_body: 'Write to {{company}}.' });
  const { page } = await open(member, `/prompt/${slug}`);
  await page.getByLabel('Company').fill('Acme');
  const clear = page.getByRole('button', { name: 'Clear' });
  await press(clear);
  await expectOff(clear);
  await expectFocused(clear);
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByText('Copied!').first().waitFor();
  await page.reload();
  const last = page.getByRole('button', { name: /^Use my last value/ });
  await page.getByLabel('Company').fill('');
  await press(last);
  await expectOff(last);
  await expectFocused(last);
});

test('it goes on to the heading when the whole history is erased', async () => {
  const path = '/api/v1/prompts/headline-workshop/copies';
  await browser.site.api('POST', path, { token: member.token, body: {} });
  const { page } = await open(member, '/history');
  await press(page.getByRole('button', { name: 'Erase history' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Erase history' }));
  await page.getByText('Your history has been erased.').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('heading', { level: 1, name: 'History' }));
});

test('it goes into the form that edits a plan in the list, and back to its button', async () => {
  const { page } = await open(admin, '/admin/pricing');
  const edit = page.getByRole('button', { name: 'Edit Studio' });
  for (const leave of ['Cancel', 'Save Changes']) {
    await press(edit);
    await expectFocused(page.getByLabel('Name', { exact: true }));
    await press(page.getByRole('button', { name: leave }));
    await expectFocused(edit);
  }
});

test('it goes on to the heading when the list of first steps is hidden', async () => {
  const { page } = await open(admin, '/admin');
  await press(page.getByRole('button', { name: 'Hide this list' }));
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }));
});

test('it goes on to the name of the file when an import is checked again or started', async () => {
  const { page } = await open(admin, '/admin/imports');
  const buffer = Buffer.from('title,prompt\nKept tea,Suggest a tea for my mood.');
  await page.getByLabel('Choose a file').setInputFiles({ name: 'tea.csv', mimeType: 'text/csv', buffer });
  const name = page.getByRole('heading', { name: 'tea.csv' });
  await page.getByLabel('Category for all').fill('Teas');
  await press(page.getByRole('button', { name: 'Check again' }));
  await page.getByRole('button', { name: 'Import 1 item' }).waitFor();
  await expectFocused(name);
  await press(page.getByRole('button', { name: 'Import 1 item' }));
  await page.getByText('Imported', { exact: true }).waitFor();
  await expectFocused(name);
  // The list is at the same address.
  await press(page.getByRole('link', { name: 'All imports' }));
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Imports' }));
  await press(page.getByRole('link', { name: 'tea.csv' }));
  await expectFocused(name);
});

test('it goes on to the heading when a new key has been noted down', async () => {
  const { page } = await open(admin, '/settings/keys');
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await press(page.getByRole('button', { name: 'Done' }));
  await expectFocused(page.getByRole('heading', { level: 1, name: 'API keys' }));
});

test('it goes on to the button that undoes a suspension, and back', async () => {
  const { id } = await buildMember(browser.site);
  const { page } = await open(admin, `/admin/members/${id}`);
  const suspend = page.getByRole('button', { name: 'Suspend account' });
  const lift = page.getByRole('button', { name: 'Lift suspension' });
  await press(suspend);
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Suspend account' }));
  await expectFocused(lift);
  await press(lift);
  await expectFocused(suspend);
});

test('it goes on to the next benefit, question or link when one is removed', async () => {
  const { page } = await open(admin, '/admin/site');
  for (const noun of ['benefit', 'question', 'link']) {
    const remove = page.getByRole('button', { name: `Remove ${noun} 1`, exact: true });
    const add = page.getByRole('button', { name: `Add ${noun}` });
    await add.click();
    await add.click();
    await press(remove);
    const next = remove.locator('xpath=..');
    await expectFocused(next);
  }
});

test('it goes on from “Show more results”, and each result that can be deleted is named', async () => {
  const { slug } = await buildPrompt(browser.site);
  const path = `/api/v1/prompts/${slug}/results`;
  const kept = { id: crypto.randomUUID(), result: 'An answer', model: 'stand-in', version: 1 };
  await browser.site.api('POST', path, { token: member.token, body: kept });
  const { page } = await open(member, '/prompts');
  await page.route(`**${path}**`, async (route) => {
    const isFurther = route.request().url().includes('cursor');
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/[?&]cursor=[^&]*/, ''),
    });
    const list = await answer.json();
    const page = isFurther ? { items: [], next_cursor: null } : { next_cursor: 'further' };
    await route.fulfill({ json: { ...list, ...page } });
  });
  await page.goto(`/prompt/${slug}`);
  const results = page.getByRole('region', { name: 'Your results' });
  await press(results.getByRole('button', { name: 'Show more results' }));
  await expectFocused(results.getByText('More items loaded.').locator('xpath=..'));
  const about = await results
    .getByRole('button', { name: 'Delete this result' })
    .evaluate(
      (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    );
  expect(about).toMatch(/stand-in, version 1$/);
});
