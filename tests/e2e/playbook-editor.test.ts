import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  sessionKey,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

const manual = (title: string, prompt_body = `Text of ${title}`) => ({ type: 'manual', title, prompt_body });
async function build(title: string) {
  const playbook = await buildPlaybook(browser.site, { title, description: 'About it.' });
  const library = await buildPrompt(browser.site, {
    title: `${title} prompt`,
    prompt_body: 'Of the library',
  });
  await buildStep(browser.site, playbook, {
    title: 'First',
    prompts: [
      manual('Alpha'),
      manual('Beta'),
      { type: 'library', prompt_id: library.id, title: library.title, prompt_body: 'An old copy' },
    ],
  });
  await buildStep(browser.site, playbook, { step_order: 1, title: 'Second' });
  await buildStep(browser.site, playbook, { step_order: 2, title: 'Third', description: 'The *third* one.' });
  return playbook;
}
async function open(title: string, options = {}) {
  const page = await browser.open(options);
  await signIn(page, admin, '/admin/playbooks');
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Playbook' });
  await editing.waitFor();
  return { page, editing };
}
const stepsOf = async (id: string) =>
  browser.site.db
    .selectFrom('playbook_steps_new')
    .select(['title', 'description', 'prompts'])
    .where('playbook_id', '=', id)
    .orderBy('step_order')
    .execute();
/** An editor's text, whether it is still a text area or not. */
const textOf = (field: Locator) => field.evaluate((element) => (element as HTMLTextAreaElement).value);
const titles = (steps: { title: string }[]) => steps.map(({ title }) => title);
/** Waits for the Markdown editor, which loads when it is near the window. */
const ready = (editing: Locator) =>
  editing.getByRole('toolbar').first().getByRole('button', { name: 'Bold', disabled: false }).waitFor();

/** Drags a handle to the upper half of another item. */
async function drag(page: Page, handle: Locator, target: Locator) {
  await handle.scrollIntoViewIfNeeded();
  await handle.hover();
  await page.mouse.down();
  const from = await handle.boundingBox();
  await page.mouse.move((from?.x ?? 0) + 12, (from?.y ?? 0) + 12, { steps: 3 });
  await page.locator('[data-dragging]').waitFor();
  const to = await target.boundingBox();
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 4, { steps: 5 });
  await page.mouse.up();
}

test('Escape closes the picker of prompts for a step, and nothing else', async () => {
  const page = await browser.open();
  await signIn(page, admin, '/admin/playbooks');
  await page.getByRole('button', { name: 'Add Playbook' }).click();
  const editing = page.getByRole('dialog', { name: 'Create New Playbook' });
  await expectFocused(editing.getByLabel('Title', { exact: true }));
  // In the order of the specification.
  const order =
    'Title, Description, Category, Status, Tier Access, Price, Purchasable, Playbook Image, Tags'.split(', ');
  const labels = await editing.locator('label, [id]').allTextContents();
  expect([...new Set(labels)].filter((label) => order.includes(label))).toEqual(order);
  await page.keyboard.type('Launch');
  await editing.getByRole('button', { name: 'Add Step' }).click();
  const library = editing.getByRole('button', { name: 'From Library' });
  await library.click();
  await expectFocused(editing.getByLabel('Search the library'));
  await page.keyboard.press('Escape');
  await editing.getByLabel('Search the library').waitFor({ state: 'detached' });
  await expectFocused(library);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await editing.getByRole('button', { name: 'Manual' }).click();
  await expectFocused(editing.getByLabel('Prompt title'));
  // Errors appear a moment after a field is left.
  await page.waitForTimeout(500);
  expect(await editing.getByText('Required').count()).toBe(0);
});

test('steps and their prompts are dragged, moved by keys, and edited in place', async () => {
  const playbook = await build('Ordered');
  const { page, editing } = await open('Ordered');
  await drag(
    page,
    editing.getByRole('button', { name: 'Move step 3', exact: true }),
    editing.getByRole('listitem').filter({ has: page.getByLabel('Title of step 1') }),
  );
  await editing.getByText('3. Third is now at position 1 of 3.').waitFor();
  await expect.poll(() => editing.getByLabel('Title of step 1').inputValue()).toBe('Third');
  const handle = editing.getByRole('button', { name: 'Move step 1', exact: true });
  await handle.press('ArrowDown');
  await editing.getByText('1. Third is now at position 2 of 3.').waitFor();
  const focused = editing.getByRole('button', { name: 'Move step 2', exact: true });
  await expectFocused(focused);
  await focused.press('End');
  await expect.poll(() => editing.getByLabel('Title of step 3').inputValue()).toBe('Third');
  await editing.getByRole('button', { name: 'Move step 2 up' }).click();
  await expect.poll(() => editing.getByLabel('Title of step 1').inputValue()).toBe('Second');

  const prompts = editing
    .getByRole('list')
    .filter({ has: page.getByText('Text of Alpha') })
    .last();
  await prompts.getByText('Text of Beta').waitFor();
  await drag(
    page,
    editing.getByRole('button', { name: 'Move Beta', exact: true }),
    prompts.getByRole('listitem').filter({ hasText: 'Alpha' }),
  );
  await editing.getByText('Beta is now at position 1 of 3.').waitFor();
  await editing.getByRole('button', { name: /^Alpha/ }).click();
  const down = editing.getByRole('button', { name: 'Move Alpha down' });
  await down.click();
  await editing.getByText('Alpha is now at position 3 of 3.').waitFor();
  await expectFocused(down);
  await editing.getByRole('button', { name: 'Move Alpha up' }).click();
  await editing.getByText('Alpha is now at position 2 of 3.').waitFor();
  await editing.getByLabel('Prompt title').fill('');
  await editing.getByLabel('Prompt body').fill('Written anew');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect
    .poll(() => editing.getByLabel('Prompt title').evaluate((element) => element === document.activeElement))
    .toBe(true);
  await editing.getByLabel('Prompt title').fill('Omega');
  await editing.getByRole('button', { name: /^Ordered prompt/ }).click();
  await editing.getByText('Members get this prompt as it is in the library today.').waitFor();
  await editing.getByText('Of the library').waitFor();
  await expectAccessible(page);
  await editing.getByRole('button', { name: 'Edit a copy here' }).click();
  await editing.getByLabel('Prompt body').last().fill('My own copy');

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/'))
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await editing.getByLabel('Title', { exact: true }).fill('Put in order');
  await editing.getByLabel('Title', { exact: true }).press('Control+s');
  await page.getByText('Playbook updated successfully!').waitFor();
  await page.getByRole('link', { name: 'Put in order' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([`PATCH /api/v1/admin/playbooks/${playbook.id}`]);
  const steps = await stepsOf(playbook.id);
  expect(titles(steps)).toEqual(['Second', 'First', 'Third']);
  expect(steps.map(({ description }) => description)).toEqual(['', '', 'The *third* one.']);
  expect(steps[1]?.prompts).toEqual([
    manual('Beta'),
    manual('Omega', 'Written anew'),
    manual('Ordered prompt', 'My own copy'),
  ]);
});

test('Markdown has buttons, shortcuts, pictures and a preview beside it, and survives a reload', async () => {
  const playbook = await build('Formatted');
  const { page, editing } = await open('Formatted');
  await ready(editing);
  const text = editing.getByRole('textbox', { name: 'Description', exact: true });
  await text.click();
  await text.press('Control+a');
  await page.keyboard.type('Do this now:');
  await text.press('Shift+Home');
  const bar = editing.getByRole('toolbar', { name: 'Formatting', description: 'Description', exact: true });
  await bar.getByRole('button', { name: 'Bold' }).click();
  await text.press('End');
  await text.press('Enter');
  await text.press('Enter');
  await bar.getByRole('button', { name: 'Bulleted list' }).click();
  await page.keyboard.type('one');
  await text.press('Enter');
  await page.keyboard.type('two');
  expect(await textOf(text)).toBe('**Do this now:**\n\n- one\n- two');
  await text.press('Control+z');
  await text.press('Control+y');
  const preview = editing.getByRole('region', { name: 'Preview of Description', exact: true });
  await editing.getByRole('button', { name: 'Preview' }).first().click();
  await preview.locator('strong', { hasText: 'Do this now:' }).waitFor();
  await text.press('Control+End');
  await page.keyboard.type(' and *three*');
  await preview.locator('em', { hasText: 'three' }).waitFor();
  expect(await preview.locator('li').count()).toBe(2);
  expect(await text.isVisible()).toBe(true);
  await expectAccessible(page);

  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#27c' } })
    .png()
    .toBuffer();
  const paste = (words?: string) =>
    text.evaluate(
      (element, { bytes, words }) => {
        const clipboardData = new DataTransfer();
        if (words) clipboardData.setData('text/plain', words);
        const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        clipboardData.items.add(new File([content], 'shot.png', { type: 'image/png' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      { bytes: picture.toString('base64'), words },
    );
  await page.keyboard.press('Enter');
  await paste();
  await expect.poll(() => textOf(text)).toMatch(/- !\[shot\]\(\/media\/playbooks\/\d+-shot\.webp\)$/);
  await preview.getByRole('img', { name: 'shot' }).waitFor();
  await paste(' with words');
  await expect.poll(() => textOf(text)).toContain('with words');

  const typed = await textOf(text);
  await page.reload();
  await editing.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => textOf(text)).toBe(typed);
  await ready(editing);
  await text.press('Control+s');
  await page.getByText('Playbook updated successfully!').waitFor();
  const { description } = await browser.site.db
    .selectFrom('playbooks')
    .select('description')
    .where('id', '=', playbook.id)
    .executeTakeFirstOrThrow();
  expect(description).toBe(typed);
});

test('on a phone in the dark the preview takes the place of the text, and steps are moved by keys', async () => {
  const playbook = await build('Pocket');
  const { page, editing } = await open('Pocket', { viewport: phone, colorScheme: 'dark', hasTouch: true });
  await ready(editing);
  const text = editing.getByRole('textbox', { name: 'Description', exact: true });
  await text.fill('A *pocket* guide');
  await editing.getByRole('button', { name: 'Preview' }).first().tap();
  await editing.locator('em', { hasText: 'pocket' }).waitFor();
  expect(await text.isVisible()).toBe(false);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await editing.getByRole('button', { name: 'Edit' }).first().tap();
  await editing.getByRole('button', { name: 'Move step 1 down' }).tap();
  await editing.getByText('1. First is now at position 2 of 3.').waitFor();
  await editing.getByRole('button', { name: /^Alpha/ }).tap();
  await editing.getByLabel('Prompt body').fill('From the train');
  // The picker's hint about a prompt of a higher tier fits.
  await editing.getByRole('button', { name: 'From Library', exact: true }).first().tap();
  const found = editing.getByRole('list').filter({ hasText: 'this playbook unlocks it' }).last();
  await found.waitFor();
  expect(await found.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await editing.getByRole('button', { name: 'Save Changes' }).tap();
  await page.getByText('Playbook updated successfully!').waitFor();
  const steps = await stepsOf(playbook.id);
  expect(titles(steps)).toEqual(['Second', 'First', 'Third']);
  expect(JSON.stringify(steps[1]?.prompts)).toContain('From the train');
});

test("typing is neither interrupted, nor blocked if the editor can't be loaded", async () => {
  await build('Offline');
  const page = await browser.open({ viewport: desktop, expectedFaults: /ERR_FAILED|Failed to fetch/ });
  await page.route('**/assets/code-editor-*', (route) => route.abort());
  await signIn(page, admin, '/admin/playbooks');
  await page.getByRole('button', { name: 'Edit Offline' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Playbook' });
  const text = editing.getByLabel('Description', { exact: true });
  await text.fill('Plain *text*');
  await editing.getByRole('button', { name: 'Preview' }).first().click();
  await editing.locator('em', { hasText: 'text' }).waitFor();
  await text.press('Control+s');
  await page.getByText('Playbook updated successfully!').waitFor();
});

test('text typed while the editor replaces the text area is kept', async () => {
  await build('Taken over');
  const page = await browser.open({ viewport: desktop });
  // Simulates a busy browser, in which React renders late.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
      setTimeout(() => Reflect.apply(postMessage, this, message), 100);
    };
  });
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/code-editor-*', async (route) => {
    await code.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/code-editor-*');
  await signIn(page, admin, '/admin/playbooks');
  await page.getByRole('button', { name: 'Edit Taken over' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Playbook' });
  const text = editing.getByLabel('Description', { exact: true });
  await text.waitFor();
  const address = (await asked).url();
  code.resolve();
  await page.evaluate(`import(${JSON.stringify(address)}).then(() => null)`);
  await text.focus();
  await editing.locator('.cm-content').first().waitFor();
  await page.keyboard.type('Kept');
  expect(await text.evaluate((element) => (element as HTMLTextAreaElement).value)).toContain('Kept');
});

test("a session that ends doesn't lose the last words of a long text", async () => {
  await build('Very long');
  const { page, editing } = await open('Very long');
  await ready(editing);
  const text = editing.getByRole('textbox', { name: 'Description', exact: true });
  await text.click();
  await page.keyboard.insertText('long '.repeat(4_100));
  const drafts = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(drafts).toContain('long long');
  // Typing never pauses long enough to save the draft.
  await page.evaluate(() => {
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0) => start(run, delay === 200 ? 60_000 : delay),
    });
  });
  await page.keyboard.insertText('and its end');
  await page.evaluate((key) => {
    localStorage.removeItem(key);
    new BroadcastChannel(key).postMessage({ event: 'SIGNED_OUT', session: null });
  }, sessionKey);
  await page.waitForURL('**/signin');
  // The editor disappears a moment after the URL changes.
  await expect.poll(drafts).toContain('and its end');
});

test('the picker says that there is more than it lists, and that typing finds it', async () => {
  const { editing } = await open((await build('Picking')).title);
  await editing.getByRole('button', { name: 'From Library', exact: true }).first().click();
  const { total } = await browser.site.db
    .selectFrom('prompts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow();
  await editing.getByText(`Showing 30 of ${total}. Type to find others.`).waitFor();
  await editing.getByLabel('Search the library').fill('source critic');
  await editing.getByRole('button', { name: 'Source critic' }).waitFor();
  await editing.getByText('Type to find others.').waitFor({ state: 'detached' });
  await editing
    .getByRole('status')
    .filter({ hasText: /^\d+ prompts?$/ })
    .waitFor();
});

test('the picker tells prompts of one title apart', async () => {
  for (const description of ['For a short letter', 'For a long speech'])
    await buildPrompt(browser.site, { title: 'One of two', description });
  const { editing } = await open((await build('Twins')).title);
  await editing.getByRole('button', { name: 'From Library', exact: true }).first().click();
  await editing.getByLabel('Search the library').fill('one of two');
  await editing.getByRole('button', { name: 'One of two For a short letter' }).waitFor();
  await editing.getByRole('button', { name: 'One of two For a long speech' }).waitFor();
});
