import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPlaybook, buildPrompt, buildTier } from '../harness/build.ts';

// Text in an editor must survive faults of the network, the session and the browser, and saves by others.

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options = {}, who = admin) => {
  const page = await browser.open(options);
  await signIn(page, who, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const promptOf = (id: string) =>
  browser.site.db.selectFrom('prompts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const edit = async (page: Page, title: string) => {
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  return dialog(page, 'Edit Prompt');
};
const paste = (control: Locator, parts: { text?: string; picture?: string }) =>
  control.evaluate((element, { text, picture }) => {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    if (picture) {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
    }
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return element.dispatchEvent(event);
  }, parts);
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#27c' } })
    .png()
    .toBuffer();

describe('without a network', () => {
  test('a save fails, the text stays, and is saved when the network is back', async () => {
    const prompt = await buildPrompt(browser.site, { title: 'Lost line' });
    const page = await open('/admin/prompts', {
      fresh: true,
      expectedFaults: /ERR_INTERNET_DISCONNECTED|Failed to load/,
    });
    const editing = await edit(page, prompt.title);
    await editing.getByLabel('Description').fill('Typed before the tunnel');
    await page.context().setOffline(true);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to update prompt').waitFor();
    expect(await editing.getByLabel('Description').inputValue()).toBe('Typed before the tunnel');
    await page.context().setOffline(false);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
    expect((await promptOf(prompt.id)).description).toBe('Typed before the tunnel');
  });

  test('saved settings stay on the page when the requests after the save fail', async () => {
    const page = await open('/admin/settings', { expectedFaults: /ERR_FAILED|Failed to load|502/ });
    await page.getByLabel('Site name').fill('Behind the tunnel');
    await page.route('**/*.data*', (route) => route.abort());
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings saved successfully!').waitFor();
    expect(await page.getByLabel('Site name').inputValue()).toBe('Behind the tunnel');
  });

  test('a plan that could not be saved has a message of its own', async () => {
    const tier = await buildTier(browser.site, { price: 500 });
    const page = await open('/admin/pricing', { expectedFaults: /status of 500|ERR_FAILED/ });
    await page.getByRole('button', { name: `Edit ${tier.name}` }).click();
    await page.getByLabel('Trial days').fill('7');
    const one = '**/api/v1/admin/tiers/*';
    await page.route(one, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to update tier').waitFor();
    await page.unroute(one);

    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.route(one, (route) => route.abort());
    await page.getByRole('button', { name: `Delete ${tier.name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete tier').waitFor();
  });

  test('a prompt that is sent again after a lost response is created once, with the latest text', async () => {
    const page = await open('/admin/prompts', { expectedFaults: /ERR_FAILED/ });
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    await page.getByRole('button', { name: 'Create manually' }).click();
    const modal = dialog(page, 'Create New Prompt');
    await modal.getByLabel('Title', { exact: true }).fill('Sent twice');
    await modal.getByLabel('Prompt Body').fill('First words.');
    const all = '**/api/v1/admin/prompts';
    await page.route(all, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await modal.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to create prompt').waitFor();
    await page.unroute(all);
    await modal.getByLabel('Prompt Body').fill('Second words.');
    await modal.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt created successfully!').waitFor();
    const rows = await browser.site.db
      .selectFrom('prompts')
      .select(['slug', 'prompt_body'])
      .where('title', '=', 'Sent twice')
      .execute();
    expect(rows).toEqual([{ slug: 'sent-twice', prompt_body: 'Second words.' }]);
  });

  test("discarding a draft that was sent doesn't change the created record", async () => {
    const page = await open('/admin/playbooks', { expectedFaults: /ERR_FAILED/ });
    const modal = dialog(page, 'Create New Playbook');
    const save = () => modal.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Add Playbook' }).click();
    await modal.getByLabel('Title', { exact: true }).fill('Made unseen');
    const all = '**/api/v1/admin/playbooks';
    await page.route(all, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save();
    await page.getByText('Failed to create playbook').waitFor();
    await page.unroute(all);
    page.once('dialog', (asking) => void asking.accept());
    await page.reload();
    await modal.getByRole('button', { name: 'Discard them' }).click();
    await modal.getByLabel('Title', { exact: true }).fill('Another one');
    await save();
    await page.getByText('Playbook created successfully!').waitFor();
    const rows = await browser.site.db
      .selectFrom('playbooks')
      .select('title')
      .where('title', 'in', ['Made unseen', 'Another one'])
      .orderBy('title')
      .execute();
    expect(rows).toEqual([{ title: 'Another one' }, { title: 'Made unseen' }]);
  });
});

describe('what is typed', () => {
  test('survives a reload, and a session that ends', async () => {
    const prompt = await buildPrompt(browser.site, { title: 'Long night' });
    const other = await buildAdmin(browser.site);
    const page = await open('/admin/prompts', { expectedFaults: /status of 40[013]/ }, other);
    let editing = await edit(page, prompt.title);
    await editing.getByLabel('Description').fill('Half a sentence');
    page.once('dialog', (asking) => void asking.accept());
    await page.reload();
    editing = dialog(page, 'Edit Prompt');
    await expect.poll(() => editing.getByLabel('Description').inputValue()).toBe('Half a sentence');
    await editing.getByText('Your unsaved changes are back.').waitFor();
    await expectAccessible(page);
    await editing.getByLabel('Category').fill('Typed later');
    await browser.site.db.deleteFrom('auth.sessions').where('user_id', '=', other.id).execute();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(other.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => editing.getByLabel('Category').inputValue()).toBe('Typed later');
    expect(await editing.getByLabel('Description').inputValue()).toBe('Half a sentence');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
    editing = await edit(page, prompt.title);
    expect(await editing.getByText('Your unsaved changes are back.').count()).toBe(0);
    await editing.getByLabel('Category').fill('Not meant');
    await editing.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    editing = await edit(page, prompt.title);
    expect(await editing.getByLabel('Category').inputValue()).toBe('Typed later');
  });

  test('stays, and every editor says why it leads to the sign-in', async () => {
    const [prompt, playbook] = [await buildPrompt(browser.site), await buildPlaybook(browser.site)];
    for (const [path, field, button] of [
      [`/admin/prompts?edit=${prompt.id}`, 'Category', 'Save Changes'],
      [`/admin/playbooks?edit=${playbook.id}`, 'Category', 'Save Changes'],
      ['/admin/site', 'Site name', 'Save Settings'],
      ['/admin/settings', 'Site name', 'Save Settings'],
      ['/settings', 'Bio', 'Save Changes'],
    ] as const) {
      const other = await buildAdmin(browser.site);
      const page = await browser.open({ expectedFaults: /status of 40[013]/ });
      await signIn(page, other, path);
      await page.getByLabel(field, { exact: true }).pressSequentially('!');
      // Requests to read wait, because they would lead to the sign-in by themselves.
      const saved = Promise.withResolvers<void>();
      await page.route('**/api/v1/**', async (route) => {
        if (route.request().method() === 'GET') await saved.promise;
        else saved.resolve();
        await route.continue();
      });
      await browser.site.db.deleteFrom('auth.sessions').where('user_id', '=', other.id).execute();
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText('Your session has ended. Please sign in again.').waitFor();
      await page.waitForURL('**/signin');
      await page.close();
    }
  });

  test('is saved completely: a picture being uploaded, a prompt not added yet, use cases with commas', async () => {
    const prompt = await buildPrompt(browser.site, {
      title: 'All of it',
      use_cases: ['Plan, then write', 'Check'],
      tags: ['red, green'],
    });
    const page = await open('/admin/prompts');
    const editing = await edit(page, prompt.title);
    await page.route('**/api/v1/admin/media/**', async (route) => {
      const answer = await route.fetch();
      await isSaved;
      await route.fulfill({ response: answer });
    });
    let release = () => {};
    const isSaved = new Promise<void>((resolve) => (release = resolve));
    await editing
      .getByLabel('Preview Image')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture() });
    await editing.getByText('Uploading').first().waitFor();
    await editing.getByLabel('Use Cases').fill(`${await editing.getByLabel('Use Cases').inputValue()}, Send`);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    release();
    await page.getByText('Prompt updated successfully!').waitFor();
    const saved = await promptOf(prompt.id);
    expect(saved.preview_image_url).toMatch(/^\/media\/prompts\//);
    expect(saved.use_cases).toEqual(['Plan, then write', 'Check', 'Send']);
    expect(saved.tags).toEqual(['red, green']);
    await page.goto(`/prompts?${new URLSearchParams({ q: prompt.title })}`);
    const shown = page.getByRole('article').locator('img');
    expect(await shown.getAttribute('src')).toMatch(/^\/media\/prompts\/.*\.card\.webp$/);
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    const playbook = await buildPlaybook(browser.site, { title: 'Typed, not added' });
    await page.goto('/admin/playbooks');
    await page.getByRole('button', { name: `Edit ${playbook.title}` }).click();
    const guide = dialog(page, 'Edit Playbook');
    await guide.getByRole('button', { name: 'Add Step' }).click();
    await guide.getByLabel('Title of step 1').fill('One');
    await guide.getByRole('button', { name: 'Manual' }).click();
    await guide.getByLabel('Prompt title').fill('By hand');
    await guide.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Please fill in both title and prompt body').waitFor();
    await guide.getByLabel('Prompt body').fill('Do it.');
    await guide.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Playbook updated successfully!').waitFor();
    const [step] = await browser.site.db
      .selectFrom('playbook_steps_new')
      .select('prompts')
      .where('playbook_id', '=', playbook.id)
      .execute();
    expect(step?.prompts).toEqual([{ type: 'manual', title: 'By hand', prompt_body: 'Do it.' }]);
  });

  test('has its pictures before it is saved, in the order they were chosen, and the focus stays where it went', async () => {
    const prompt = await buildPrompt(browser.site, { title: 'Illustrated', use_cases: [] });
    const page = await open('/admin/prompts');
    let way = Promise.withResolvers<void>();
    await page.route('**/api/v1/admin/media/**', async (route) => {
      const answer = await route.fetch();
      await way.promise;
      await route.fulfill({ response: answer });
    });
    const editing = await edit(page, prompt.title);
    const choose = async (...names: string[]) => {
      const insert = editing.getByRole('button', { name: 'Insert an image' });
      // The editor only loads when it is near the window.
      await insert.scrollIntoViewIfNeeded();
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), insert.click()]);
      const buffer = await picture();
      await chooser.setFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer })));
      await editing.getByText('Uploading an image').waitFor();
    };
    await choose('first.png', 'second.png');
    const useCases = editing.getByLabel('Use Cases');
    await useCases.fill('Write');
    way.resolve();
    const output = editing.getByRole('textbox', { name: 'Sample Output' });
    await expect.poll(() => output.textContent()).toContain('![second]');
    expect(await useCases.evaluate((element) => element === document.activeElement)).toBe(true);
    way = Promise.withResolvers();
    // The name of the first picture is selected.
    await output.press('Control+End');
    await choose('third.png');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.getByRole('button', { name: 'Saving' }).waitFor();
    way.resolve();
    await page.getByText('Prompt updated successfully!').waitFor();
    const { example_output } = await promptOf(prompt.id);
    for (const name of ['first', 'second', 'third']) expect(example_output).toContain(`![${name}](/media/`);
    expect(example_output.indexOf('![first]')).toBeLessThan(example_output.indexOf('![second]'));
  });

  test('is pasted as text even if a picture comes with it', async () => {
    const page = await open('/admin/prompts');
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    const text = dialog(page, 'Import New Prompt').getByLabel('Prompt', { exact: true });
    const data = (await picture()).toString('base64');
    // False if the page has handled the event itself.
    expect(await paste(text, { text: 'A cell of a table', picture: data })).toBe(true);
    expect(await paste(text, { picture: data })).toBe(false);
    await page.getByText('Image pasted successfully!').waitFor();
  });
});

describe('somebody else', () => {
  test.each([
    { kind: 'prompt', isForever: false },
    { kind: 'playbook', isForever: false },
    { kind: 'prompt', isForever: true },
  ] as const)('deletes a $kind that is being edited (for good: $isForever)', async ({ kind, isForever }) => {
    const build = kind === 'prompt' ? buildPrompt : buildPlaybook;
    const { id } = await build(browser.site, { category: 'Before' });
    const path = `/api/v1/admin/${kind}s/${id}`;
    const call = (method: string, rest = '') =>
      browser.site.api(method, `${path}${rest}`, { token: admin.token });
    const page = await browser.open({ expectedFaults: /status of 40[49]/ });
    await signIn(page, admin, `/admin/${kind}s?edit=${id}`);
    const category = page.getByRole('dialog').getByLabel('Category');
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save Changes' });
    await category.fill('Typed meanwhile');
    await call('DELETE');
    if (isForever) await call('DELETE', '?forever=true');
    await save.click();
    await page.getByText(`This ${kind} was deleted. To save your changes, restore it`).waitFor();
    expect(await category.inputValue()).toBe('Typed meanwhile');
    if (isForever) return;

    await call('POST', '/restore');
    await save.click();
    await page.getByText('updated successfully!').waitFor();
    expect((await call('GET')).body.category).toBe('Typed meanwhile');
  });

  test('keeps what they saved in the settings', async () => {
    const mine = await open('/admin/settings');
    await mine.getByLabel('Support email').fill('mine@example.com');
    await browser.site.api('PUT', '/api/v1/admin/settings', {
      token: admin.token,
      body: { site_name: 'Their name' },
    });
    await mine.getByRole('button', { name: 'Save Settings' }).click();
    await mine.getByText('Settings saved successfully!').waitFor();
    await expect.poll(() => mine.getByLabel('Site name').inputValue()).toBe('Their name');
  });

  test('keeps the fields of a prompt that nobody else touched; the others are chosen one by one', async () => {
    const prompt = await buildPrompt(browser.site, { title: 'Two hands', category: 'Before', tags: ['a'] });
    const page = await open('/admin/prompts', { expectedFaults: /status of 409/ });
    const theirs = (body: object) =>
      browser.site.api('PATCH', `/api/v1/admin/prompts/${prompt.id}`, { token: admin.token, body });
    let editing = await edit(page, prompt.title);
    await editing.getByLabel('Description').fill('Mine');
    await theirs({ category: 'Theirs' });
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
    expect(await promptOf(prompt.id)).toMatchObject({ description: 'Mine', category: 'Theirs' });

    editing = await edit(page, prompt.title);
    await editing.getByLabel('Description').fill('Mine again');
    await editing.getByLabel('Category').fill('My category');
    await editing.getByLabel('Tags').fill('mine');
    await theirs({ description: 'Their words', category: 'Their category', difficulty: 'advanced' });
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    const notice = editing.getByRole('alert').filter({ hasText: 'Someone else saved changes' });
    await notice.waitFor();
    await expectFocused(notice);
    expect(await notice.getByRole('group').count()).toBe(2);
    await notice
      .getByRole('group', { name: 'Category' })
      .getByRole('radio', { name: /Their category/ })
      .check();
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Save my choices' }).click();
    await page.getByText('Prompt updated successfully!').last().waitFor();
    await expect
      .poll(() => promptOf(prompt.id))
      .toMatchObject({
        description: 'Mine again',
        category: 'Their category',
        tags: ['mine'],
        difficulty: 'advanced',
      });
  });
});
