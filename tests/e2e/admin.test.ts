import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options = {}) => {
  const page = await browser.open(options);
  await signIn(page, admin, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#27c' } })
    .png()
    .toBuffer();

describe('the admin area', () => {
  test('links to all seven areas, and each links back', async () => {
    const page = await open('/admin');
    const areas = {
      Users: 'Users',
      'Manage Prompts': 'Prompts Management',
      'Manage Playbooks': 'Playbooks Management',
      Categories: 'Categories',
      Pricing: 'Pricing Management',
      'Site Settings': 'Site Settings',
      Analytics: 'Analytics',
    };
    for (const [link, title] of Object.entries(areas)) {
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).last().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    }
    await page.goto('/admin/categories');
    await page.getByText('Categories management interface coming soon').waitFor();
    await page.goto('/admin/analytics');
    await page.getByText('Detailed analytics coming soon').waitFor();
    expect(await page.getByText('+0% from last month').count()).toBe(4);
  });

  test('lists users and finds them by address', async () => {
    const member = await buildMember(browser.site, { level: 1 });
    const page = await open('/admin/users');
    await page.getByText(/Showing (\d+) of \1 users/).waitFor();
    await page.getByPlaceholder('Search by email...').fill(member.email.toUpperCase());
    await page.getByText(/Showing 1 of \d+ users/).waitFor();
    const row = page.getByRole('row').filter({ hasText: member.email });
    expect(await row.textContent()).toMatch(/memberTier /);
    const without = await buildMember(browser.site);
    await page.getByPlaceholder('Search by email...').fill(without.email);
    await page.getByRole('row').filter({ hasText: without.email }).getByText('No tier').waitFor();
    await page.getByPlaceholder('Search by email...').fill('nobody-at-all');
    await page.getByText('No users found').waitFor();
  });
});

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('prompts on %s', (_device, viewport) => {
  const title = `Chess Coach`;

  test('are imported with a pasted picture, edited and deleted', async () => {
    const page = await open('/admin/prompts', { viewport });
    await page.getByText('Showing 62 prompts').waitFor();
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    const importing = dialog(page, 'Import New Prompt');
    const text = importing.getByLabel('Prompt', { exact: true });
    const run = importing.getByRole('button', { name: 'Import' });
    expect(await run.isDisabled()).toBe(true);
    await text.fill(
      'You are a chess coach. Look at my game {{moves}} and explain three mistakes of the player.',
    );
    const level = importing.getByLabel(/Optimization level/);
    await level.fill('4');
    await importing.getByText('Coming Soon').waitFor();
    expect(await run.isDisabled()).toBe(true);
    await level.fill('2');
    await importing.getByText('Uses a large language model').waitFor();
    await importing.getByRole('button', { name: 'Image', exact: true }).click();
    await importing.getByText('not yet available').waitFor();
    expect(await run.isDisabled()).toBe(true);
    await importing.getByRole('button', { name: 'Text', exact: true }).click();
    await level.fill('0');
    const data = (await picture()).toString('base64');
    await text.evaluate((element, base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
    await page.getByText('Image pasted successfully!').waitFor();
    await expectAccessible(page);
    await run.click();
    await page.getByText('Prompt imported successfully!').waitFor();
    await page.getByText('Showing 63 prompts').waitFor();
    const row = page.getByRole('row').filter({ hasText: title });
    expect(await row.locator('img').getAttribute('src')).toMatch(/\/media\/prompts\/.*card\.webp$/);
    expect(await row.textContent()).toContain(admin.email);

    await row.getByRole('button', { name: /^Edit/ }).click();
    const editing = dialog(page, 'Edit Prompt');
    await editing.getByLabel('Title', { exact: true }).fill('Chess Coach, revised');
    await editing.getByLabel('Tier Access').fill('2');
    await editing.getByLabel('Status').selectOption('draft');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
    const edited = page.getByRole('row').filter({ hasText: 'Chess Coach, revised' });
    await edited.getByText('Level 2').waitFor();
    await edited.getByText('draft').waitFor();
    await edited.getByRole('button', { name: /^Delete/ }).click();
    await page
      .getByText('Are you sure you want to delete this prompt? This action cannot be undone.')
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Prompt deleted successfully!').waitFor();
    await page.getByText('Showing 62 prompts').waitFor();
  });
});

describe('an editor', () => {
  test('asks before it discards changes, and keeps them when a save fails', async () => {
    const page = await open('/admin/prompts', { expectedFaults: /status of 500/ });
    await page.getByRole('button', { name: 'Edit Source critic' }).click();
    const editing = dialog(page, 'Edit Prompt');
    await editing.getByLabel('Description').fill('Changed words');
    await page.keyboard.press('Escape');
    await page.getByText('Leave without saving?').waitFor();
    // The open question comes first, so the shortcut does nothing.
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await page.route('**/api/v1/admin/prompts/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to update prompt').waitFor();
    expect(await editing.getByLabel('Description').inputValue()).toBe('Changed words');
    await page.unroute('**/api/v1/admin/prompts/*');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
  });

  test('asks before another page takes its place, by Cancel, a link or back', async () => {
    const page = await open('/admin/settings');
    await page.getByLabel('Site name').fill('Half typed');
    await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click();
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Site name').inputValue()).toBe('Half typed');
    await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();

    await page.getByRole('link', { name: 'Manage Prompts' }).last().click();
    await page.getByRole('button', { name: 'Edit Plain words editor' }).click();
    const editing = dialog(page, 'Edit Prompt');
    await editing.getByLabel('Category').fill('Half typed');
    await page.goBack();
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await editing.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await editing.waitFor({ state: 'detached' });
  });

  test('takes a dropped picture, refuses other files, and deletes a removed one with the save', async () => {
    const page = await open('/admin/prompts', { expectedFaults: /status of 415/ });
    await page.getByRole('button', { name: 'Edit Headline workshop' }).click();
    const editing = dialog(page, 'Edit Prompt');
    const file = editing.getByLabel('Preview Image');
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByText('Please select an image file').first().waitFor();
    await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_300_000) });
    await page.getByText('File size must be less than 5MB').waitFor();
    const refused = page.waitForResponse((answer) => answer.status() === 415);
    await file.setInputFiles({ name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await refused;
    await editing.getByText('Choose image').waitFor();
    await nextTasks(page);
    await editing.getByText('Choose, drop or paste an image').evaluate(
      (element, data) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], 'drop.png', { type: 'image/png' }));
        element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      (await picture()).toString('base64'),
    );
    await editing.getByText('Replace image').waitFor();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
    const address = async () =>
      (await browser.site.api('GET', '/api/v1/prompts/headline-workshop', { token: admin.token })).body
        .preview_image_url;
    const stored = await address();
    expect((await fetch(`${browser.site.url}${stored}`)).status).toBe(200);
    await page.getByRole('button', { name: 'Edit Headline workshop' }).click();
    await editing.getByRole('button', { name: 'Remove image' }).click();
    await expectFocused(file);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(address).toBeNull();
    await expect.poll(async () => (await fetch(`${browser.site.url}${stored}`)).status).toBe(404);
  });
});

describe('playbooks', () => {
  test('are made of library and manual prompts, reordered, previewed, priced, and opened by members', async () => {
    const page = await open('/admin/playbooks');
    await page.getByText('Showing 8 playbooks').waitFor();
    await page.getByRole('button', { name: 'Add Playbook' }).click();
    const modal = dialog(page, 'Create New Playbook');
    await modal.getByLabel('Title', { exact: true }).fill('A made guide');
    await modal.getByLabel('Description', { exact: true }).fill('This is **bold**');
    await modal.getByRole('button', { name: 'Preview' }).first().click();
    expect(await modal.locator('strong').textContent()).toBe('bold');
    await modal.getByText('Markdown Help').first().click();
    await modal.getByText('Video from Vimeo').first().waitFor();
    for (const number of [1, 2]) {
      await modal.getByRole('button', { name: 'Add Step' }).click();
      await modal.getByLabel(`Title of step ${number}`).fill(`Step ${number}`);
    }
    await modal.getByRole('button', { name: 'From Library' }).first().click();
    await modal.getByLabel('Search the library').fill('api design');
    await modal
      .getByRole('button', { name: /API design review.*Level 2: this playbook unlocks it at level 0/ })
      .click();
    const warning = modal.getByText('This free playbook gives access to 1 prompt from a higher level.');
    await warning.waitFor();
    await modal.getByText('API design review (level 2).').waitFor();
    await modal.getByLabel('Tier Access').fill('2');
    await warning.waitFor({ state: 'detached' });
    await modal.getByLabel('Tier Access').fill('0');
    await warning.waitFor();
    await modal.getByRole('button', { name: 'Manual' }).last().click();
    await modal.getByRole('button', { name: 'Add prompt' }).click();
    await page.getByText('Please fill in both title and prompt body').waitFor();
    await modal.getByLabel('Prompt title').fill('By hand');
    await modal.getByLabel('Prompt body').fill('Do it by hand.');
    await modal.getByRole('button', { name: 'Add prompt' }).click();
    await modal.getByRole('button', { name: 'Move step 2 up' }).click();
    await expect.poll(() => modal.getByLabel('Title of step 1').inputValue()).toBe('Step 2');
    await modal.getByLabel('Price').fill('19.99');
    await modal.getByLabel('Purchasable').selectOption('yes');
    await modal.getByLabel('Status').selectOption('published');
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Playbook created successfully!').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'A made guide' });
    await row.getByText('$19.99').waitFor();
    await row.getByText('Unlocks level 2').waitFor();
    const saved = await browser.site.db
      .selectFrom('playbooks')
      .select(['price', 'slug'])
      .where('title', '=', 'A made guide')
      .executeTakeFirst();
    expect(saved).toEqual({ price: 1999, slug: 'a-made-guide' });

    await page.goto('/playbook/a-made-guide?step=1');
    await page.getByRole('heading', { level: 1, name: 'Step 2' }).waitFor();
    await page.getByRole('button', { name: 'By hand' }).waitFor();
    await page.goto('/admin/playbooks');
    await row.getByRole('button', { name: /^Edit/ }).click();
    const editing = dialog(page, 'Edit Playbook');
    await editing.getByRole('button', { name: 'Remove step 1' }).click();
    await expect.poll(() => editing.getByLabel('Title of step 1').inputValue()).toBe('Step 1');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Playbook updated successfully!').waitFor();
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Playbook deleted successfully!').waitFor();
    await page.getByText('Showing 8 playbooks').waitFor();
  });

  test('with fifty steps can be edited on a phone', async () => {
    const steps = Array.from({ length: 50 }, (_, index) => ({
      title: `Long ${index}`,
      description: 'x '.repeat(200),
    }));
    await browser.site.api('POST', '/api/v1/admin/playbooks', {
      token: admin.token,
      body: { title: 'Fifty steps', steps },
    });
    const page = await open('/admin/playbooks', { viewport: phone });
    await page.getByRole('button', { name: 'Edit Fifty steps' }).click();
    const editing = dialog(page, 'Edit Playbook');
    await editing.getByLabel('Title of step 50').fill('The last one');
    await expectNoSidewaysScroll(page);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Playbook updated successfully!').waitFor();
  });
});

describe('plans', () => {
  test('are created, edited in place and deleted, with a warning about their members', async () => {
    const page = await open('/admin/pricing');
    await page.getByRole('button', { name: 'Add Tier' }).click();
    const modal = dialog(page, 'Create New Tier');
    await modal.getByText('Access level guide').waitFor();
    expect(await modal.getByLabel('Daily copy limit').inputValue()).toBe('10');
    await modal.getByRole('button', { name: 'Create tier' }).click();
    await page.getByText('Please enter a tier name').waitFor();
    await modal.getByLabel('Name').fill('Team');
    await modal.getByLabel(/^Price/).fill('49.50');
    await modal.getByLabel('Daily copy limit').fill('999999');
    await modal.getByText('Unlimited', { exact: true }).waitFor();
    const features = modal.getByLabel('Features');
    for (const feature of ['Five seats', '   ', 'Shared favorites']) {
      await features.fill(feature);
      await features.press('Enter');
    }
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Create tier' }).click();
    await page.getByText('Tier created successfully').waitFor();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Team' }) });
    await row.getByText('$49.50 / month').waitFor();
    await row.getByText('Unlimited').waitFor();
    await row.getByText('Shared favorites').waitFor();
    const pricing = async () => (await fetch(`${browser.site.url}/pricing`)).text();
    await expect.poll(pricing).toContain('Five seats');

    const member = await buildMember(browser.site);
    const { id } = await browser.site.db
      .selectFrom('tiers')
      .select('id')
      .where('name', '=', 'Team')
      .executeTakeFirstOrThrow();
    await browser.site.db.updateTable('profiles').set({ tier_id: id }).where('id', '=', member.id).execute();
    await row.getByRole('button', { name: 'Edit Team' }).click();
    await page.getByLabel('Trial days').fill('14');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Tier updated successfully').waitFor();
    await row.getByText('14 days').waitFor();
    await row.getByRole('button', { name: 'Delete Team' }).click();
    await page
      .getByText('Are you sure you want to delete this tier? Users with this tier may be affected.')
      .waitFor();
    await page.getByText('1 member on Team will lose their plan.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Tier deleted successfully').waitFor();
  });
});

test('lists ignore invalid values in their address', async () => {
  const page = await browser.open();
  await signIn(page, admin, '/robots.txt');
  const query = `role=king&tier=gold&type=Book&status=lost&sort=zzz&order=up&page=first&category=&area=%00&q=%00`;
  for (const path of ['users', 'prompts', 'playbooks', 'audit']) {
    await page.goto(`/admin/${path}?${query}`);
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const asked = page.waitForResponse((response) => response.url().includes(`/api/v1/admin/${path}?`));
    await page.goto(`/admin/${path}?q=${'long'.repeat(60)}`);
    expect((await asked).status()).toBe(200);
  }
});

describe('the settings', () => {
  test('show secrets only while they are typed, and change the site at once', async () => {
    const page = await open('/admin/settings');
    const secret = page.getByLabel('Secret key', { exact: true });
    await secret.fill('sk_test_0123456789abcdefWXYZ');
    expect(await secret.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => secret.getAttribute('type')).toBe('text');
    await page.getByLabel('Site name').fill('Prompt House');
    await page.getByRole('button', { name: 'Crown' }).click();
    await page.getByLabel('Support email').fill('help@example.com');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings saved successfully!').waitFor();
    await page.getByText('A value is set.').waitFor();
    expect(await secret.inputValue()).toBe('');
    expect(await page.content()).not.toContain('sk_test_0123');
    await page.getByRole('banner').getByText('Prompt House').waitFor();
    await expect.poll(async () => (await fetch(`${browser.site.url}/`)).text()).toContain('Prompt House');
    await page.reload();
    await expect.poll(() => page.getByLabel('Site name').inputValue()).toBe('Prompt House');
    await expectAccessible(page);
  });
});
