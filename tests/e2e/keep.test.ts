import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { slug: 'plan', title: 'Plan a week', prompt_body: 'Plan for {{who}}.' });
    await buildPrompt(site, { slug: 'deep', title: 'Deep dive', tier_access: 1 });
    await buildPlaybook(site, { slug: 'launch', title: 'Launch', tier_access: 0 });
  },
});
let friend: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  friend = await buildMember(browser.site, { level: 0 });
});

const open = async (
  path: string,
  as: typeof friend,
  options: BrowserContextOptions & { expectedFaults?: RegExp },
) => {
  const page = await browser.open(options);
  await signIn(page, as, path);
  return page;
};

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s, items are put into a collection, in order, and shared', async (_name, viewport) => {
  const member = await buildMember(browser.site, { level: 1 });
  const page = await open('/prompt/plan', member, { viewport });
  const name = `Work on ${viewport.width}`;
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add to a collection' });
  await sheet.getByLabel('New collection').fill(name);
  await sheet.getByRole('button', { name: 'Create and add' }).click();
  await sheet.getByRole('checkbox', { name, checked: true }).waitFor();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  for (const path of ['/prompt/deep', '/playbook/launch']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Add to a collection' }).click();
    await sheet.getByRole('checkbox', { name }).check();
    await sheet.getByText(path === '/prompt/deep' ? '2 items' : '3 items').waitFor();
    await expectFocused(sheet.getByRole('checkbox', { name }));
  }
  await sheet.getByRole('link', { name: 'All collections' }).click();
  await page.getByRole('link', { name }).click();
  const titles = () => page.getByRole('listitem').getByRole('heading').allTextContents();
  await page.getByRole('button', { name: 'Move Launch up' }).click();
  await expect.poll(titles).toEqual(['Plan a week', 'Launch', 'Deep dive']);
  await page.getByLabel('Note on Launch').fill('Do this first');
  await page.getByRole('button', { name: 'Remove Plan a week' }).click();
  await expect.poll(titles).toEqual(['Launch', 'Deep dive']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual(['Plan a week', 'Launch', 'Deep dive']);
  await page.getByRole('button', { name: 'Share with a link' }).click();
  const link = await page.getByLabel('Link to this collection').inputValue();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const other = await open(link, friend, { viewport, expectedFaults: /status of 404/ });
  await other.getByText('Do this first').waitFor();
  expect(await other.getByRole('listitem').filter({ hasText: 'Deep dive' }).textContent()).toContain(
    'Pro Only',
  );
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Save a copy' }).click();
  await other.getByLabel('Name of this collection').waitFor();
  // The link will never work again, so there is a question first.
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop sharing this collection?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Link to this collection').inputValue()).toBe(link);
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expectFocused(page.getByRole('button', { name: 'Share with a link' }));
  await other.goto(link);
  await other.getByText('Collection not found').waitFor();
});

test('text typed into a collection is saved, even if its page is left while typing', async () => {
  const member = await buildMember(browser.site, { level: 1 });
  const call = async (method: string, path: string, body?: object) =>
    (
      await browser.site.api(method, `/api/v1/collections${path}`, {
        token: member.token,
        ...(body && { body }),
      })
    ).body;
  const { id } = await call('POST', '', { name: 'Work' });
  await call('POST', `/${id}/items`, { target_type: 'prompt', slug: 'plan' });
  const page = await open('/collections', member, {});
  const leaveAfter = async (label: string, text: string) => {
    await page.locator(`a[href="/collections/${id}"]`).click();
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.goBack();
    await page.waitForURL('**/collections');
  };
  await leaveAfter('Note', 'For Mondays');
  await leaveAfter('Note on Plan a week', 'Do this first');
  await leaveAfter('Name of this collection', 'Office work');
  await expect
    .poll(() => call('GET', `/${id}`))
    .toMatchObject({ name: 'Office work', note: 'For Mondays', items: [{ note: 'Do this first' }] });
});

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s, the history shows what was copied, and what has changed since', async (_name, viewport) => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const { id, slug } = await buildPrompt(site, {
    title: 'Letter',
    prompt_body: 'Dear {{name}},\nHow are you?\n',
  });
  const page = await open(`/prompt/${slug}`, member, { viewport });
  const { token } = member;
  await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token, body: { values: { name: 'Ada' } } });
  await site.db
    .updateTable('prompts')
    .set({ prompt_body: 'Hello {{name}},\nHow are you?\n' })
    .where('id', '=', id)
    .execute();
  await page.reload();
  await page.getByText(/Changed since you copied it on/).waitFor();
  await page.getByRole('button', { name: 'See the difference' }).click();
  const dialog = page.getByRole('dialog', { name: 'Letter' });
  await dialog.getByText('Removed: Dear {{name}},').waitFor();
  await dialog.getByText('Dear Ada,').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy again' }).click();
  await dialog.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dear Ada,\nHow are you?\n');
  // A moment later, it can be seen to work again.
  await dialog.getByRole('button', { name: 'Copy again' }).waitFor();
  await page.goto('/history');
  await page.getByText('Changed since').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Copied', exact: true }).click();
  const rows = page.getByRole('listitem').filter({ hasText: /^Letter/ });
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').first().click();
  await page.waitForURL(`**/prompt/${slug}`);
  await page.goBack();
  await page.getByRole('button', { name: 'Copied', exact: true, pressed: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  // Lists that were requested before or while an entry is erased must not bring it back.
  const [asked, erased, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  await page.route(
    /\/api\/v1\/history$/,
    async (route) => {
      const response = await route.fetch();
      asked?.resolve();
      await erased?.promise;
      await route.fulfill({ response }).catch(() => undefined);
      answered?.resolve();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await asked?.promise;
  const before = await rows.count();
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await rows
    .filter({ hasText: 'Copied' })
    .getByRole('button', { name: /^Erase/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Erase this entry?' });
  await question.getByText('Letter').waitFor();
  await question.getByRole('button', { name: 'Erase', exact: true }).click();
  await gone;
  erased?.resolve();
  await answered?.promise;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await rows.count()).toBe(before - 1);
  await page.getByRole('button', { name: 'Copied', exact: true }).click();
  await page.getByText('Nothing here yet').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Erase history' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase history' }).click();
  await page.getByText('Your history has been erased.').waitFor();
  await page.getByText('Nothing here yet').waitFor();
});

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s, a prompt is made one’s own, and takes in a change of the original', async (_name, viewport) => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const { id, slug } = await buildPrompt(site, {
    title: 'Letter',
    tier_access: 1,
    prompt_body: 'Dear {{name}},\nHow are you?\nBye\n',
  });
  const rewrite = (prompt_body: string) =>
    site.db.updateTable('prompts').set({ prompt_body }).where('id', '=', id).execute();
  const page = await open(`/prompt/${slug}`, member, { viewport });
  const isPhone = viewport === phone;
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  if (!isPhone) await name.fill('Ben');
  await page.getByRole('button', { name: 'Make my version' }).click();
  await page.waitForURL(/\/my-versions\//);
  // The prompt's page also has a field for the name, and disappears a moment after the URL changes.
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  if (isPhone) await page.getByRole('button', { name: 'Fill in 1 blank' }).click();
  expect(await name.inputValue()).toBe(isPhone ? '' : 'Ben');
  await name.fill('Ada');
  if (isPhone) {
    const sheet = page.getByRole('dialog', { name: 'Fill in' });
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Copy', exact: true }).click();
    await sheet.getByText('Copied!').waitFor();
    await sheet.getByRole('button', { name: 'See the text' }).click();
    await sheet.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Text').fill('Dear {{name}},\nHow are you?\nYours\n');
  // Switching views keeps what was typed, and says that the others show the saved text.
  const notice = page.getByText("Your changes under Edit aren't saved yet.");
  await page.getByRole('button', { name: 'Difference', exact: true }).click();
  await page.getByText("You haven't saved any changes yet.").waitFor();
  await notice.waitFor();
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await page.getByRole('region', { name: 'Text' }).waitFor();
  await notice.waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await notice.count()).toBe(0);
  expect(await page.getByLabel('Text').inputValue()).toBe('Dear {{name}},\nHow are you?\nYours\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your version has been saved.').waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dear Ada,\nHow are you?\nYours\n');
  await page.getByRole('button', { name: 'Difference', exact: true }).click();
  await page.getByText('Removed: Bye').waitFor();
  await expectAccessible(page);

  await rewrite('Hello {{name}},\nHow are you?\nGoodbye\n');
  await page.reload();
  await page.getByText('The original has changed since').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Merge the change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge the change' });
  await dialog.getByText('Hello {{name}},').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save the result' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await page.getByText('The change has been merged.').waitFor();
  await page.getByText('Hello Ada,').waitFor();
  expect(await page.getByText('The original has changed since').count()).toBe(0);

  // The plan ends: the version stays readable, but the original doesn't.
  await site.db.updateTable('profiles').set({ tier_id: null }).where('id', '=', member.id).execute();
  await page.goto('/my-versions');
  await page.getByRole('link', { name: 'Letter' }).click();
  await page.getByText("You can't read the original at the moment.").waitFor();
  await page.getByText('Hello Ada,').waitFor();
});

test('an own version that was saved in another tab is not overwritten', async () => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const body = { prompt: 'plan', text: 'First' };
  const { body: mine } = await site.api('POST', '/api/v1/my-versions', { token: member.token, body });
  const page = await open(`/my-versions/${mine.id}`, member, { expectedFaults: /status of 409/ });
  const other = await page.context().newPage();
  await other.goto(`/my-versions/${mine.id}`);
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Text').fill('From this tab');
  await other.getByLabel('Text').fill('From the other tab');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other.getByText('Your version has been saved.').waitFor();
  // Saving a name returns the current version; the text is still based on the version that was opened.
  const named = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByLabel('Name of this version').fill('My plan');
  await page.getByLabel('Text').focus();
  await (await named).finished();
  await nextTasks(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This was saved on another device while you were editing.').waitFor();
  expect(await page.getByLabel('Text').inputValue()).toBe('From this tab');
  const theirs = page.getByRole('radio', { name: 'On the other device: From the other tab' });
  await page.getByRole('radio', { name: 'On this device: From this tab', checked: true }).waitFor();
  const { token } = member;
  expect((await site.api('GET', `/api/v1/my-versions/${mine.id}`, { token })).body).toMatchObject({
    name: 'My plan',
    text: 'From the other tab',
  });
  await expectAccessible(page);
  await theirs.check();
  await page.getByRole('button', { name: 'Save my choices' }).click();
  await expect.poll(() => page.getByLabel('Text').inputValue()).toBe('From the other tab');
});

test('an own version is saved after a lost answer, by keys, and what is typed into it survives a reload', async () => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const body = { prompt: 'plan', text: 'First' };
  const { token } = member;
  const { body: mine } = await site.api('POST', '/api/v1/my-versions', { token, body });
  const page = await open(`/my-versions/${mine.id}`, member, {
    expectedFaults: /ERR_FAILED|status of 409/,
  });
  const text = page.getByLabel('Text');
  const kept = async () => (await site.api('GET', `/api/v1/my-versions/${mine.id}`, { token })).body.text;
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.route('**/api/v1/my-versions/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await text.fill('Seconds');
  await page.keyboard.press('Control+s');
  await page.getByText("The site can't be reached").waitFor();
  expect(await kept()).toBe('Seconds');
  await page.unroute('**/api/v1/my-versions/*');
  await text.fill('Second');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your version has been saved.').waitFor();
  expect(await kept()).toBe('Second');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await text.fill('Third, not saved');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('my-version:');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await page.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => text.inputValue()).toBe('Third, not saved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your version has been saved.').waitFor();
  expect(await kept()).toBe('Third, not saved');
  await page.goto('/robots.txt');
  expect(asked).toHaveLength(1);
});

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s, a reader sees what changed, and an admin restores an earlier text', async (_name, viewport) => {
  const { site } = browser;
  const { id, slug } = await buildPrompt(site, { tier_access: 1, prompt_body: 'Dear all,\nHow are you?\n' });
  const admin = await buildAdmin(site);
  const save = (prompt_body: string) =>
    site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token: admin.token, body: { prompt_body } });
  await save('Hello all,\nHow are you?\n');
  const reader = await open(`/prompt/${slug}`, await buildMember(site, { level: 1 }), { viewport });
  await reader.getByText(/^Version 2, changed \w+ \d+, \d{4}\./).waitFor();
  await reader.getByRole('button', { name: 'What changed' }).click();
  const dialog = reader.getByRole('dialog', { name: 'What changed' });
  await dialog.getByText('Removed: Dear all,').waitFor();
  await dialog.getByText('Added: Hello all,').waitFor();
  await dialog.getByText(/^Saved \w+ \d+, \d{4}, \d+:\d+/).waitFor();
  await dialog.getByRole('button', { name: 'Version 1' }).click();
  await dialog.getByText('Added: Dear all,').waitFor();
  expect(await dialog.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  await expectAccessible(reader);
  await expectNoSidewaysScroll(reader);

  const page = await open(`/prompt/${slug}`, admin, { viewport, expectedFaults: /status of 409/ });
  await page.getByRole('button', { name: 'What changed' }).click();
  const versions = page.getByRole('dialog', { name: 'What changed' });
  expect(await versions.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  await versions.getByRole('button', { name: 'Version 1' }).click();
  const restore = versions.getByRole('button', { name: 'Restore version 1' });
  await restore.waitFor();
  // Another admin's save is shown first, not overwritten.
  await save('Good morning,\nHow are you?\n');
  await restore.click();
  await page.getByText('Someone else has saved changes. Compare them before you save again.').waitFor();
  await versions.getByRole('button', { name: 'Version 3 (current)' }).click();
  await versions.getByText('Added: Good morning,').waitFor();
  await versions.getByRole('button', { name: 'Version 1' }).click();
  await restore.click();
  await page.getByText('The text of version 1 is published again, as a new version.').waitFor();
  await page.getByText(/^Version 4, changed/).waitFor();
  expect(await page.locator('pre').first().textContent()).toBe('Dear all,\nHow are you?\n');
});
