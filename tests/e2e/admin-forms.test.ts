import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectFocused, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

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

/** Collects the URLs of the page's API requests that change something. */
function countWrites(page: Page) {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/v1/')) writes.push(request.url());
  });
  return writes;
}
/** The error that screen readers announce for an invalid control; undefined for a valid one. */
const errorOf = (control: Locator) =>
  control.evaluate((element) =>
    element.ariaInvalid === 'true' ? element.ariaDescribedByElements?.[0]?.textContent : undefined,
  );
const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);

test.each([
  ['/admin/prompts', 'Edit Source critic', 'Edit Prompt', 'Sample Output'],
  ['/admin/playbooks', 'Add Playbook', 'Create New Playbook', 'Description'],
])(
  'on %s, %s opens a form in which the label of a long text names that field alone',
  async (path, opener, title, label) => {
    const page = await open(path);
    await page.getByRole('button', { name: opener }).click();
    const editing = page.getByRole('dialog', { name: title });
    const toolbar = editing.getByRole('toolbar', { description: label });
    // The editor loads when it is near the window.
    await toolbar.scrollIntoViewIfNeeded();
    await toolbar.getByRole('button', { name: 'Bold', disabled: false }).waitFor();
    await editing.getByLabel(label).fill('In short: *well*.');
    await editing.getByRole('button', { name: 'Preview', exact: true }).click();
    await editing.locator('em', { hasText: 'well' }).waitFor();
  },
);

describe('an invalid prompt', () => {
  test('with an invalid tier access is explained in plain words, and not sent', async () => {
    const page = await open('/admin/prompts');
    await page.getByRole('button', { name: 'Edit Source critic' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
    const level = editing.getByLabel('Tier Access');
    const title = editing.getByLabel('Title', { exact: true });
    const writes = countWrites(page);
    for (const [value, message] of [
      ['1.5', 'Enter a whole number'],
      ['-1', 'Must be 0 or more'],
      ['5000', 'Must be 1,000 or less'],
      ['', 'Enter a number'],
    ] as const) {
      await level.fill(value);
      await title.press('Enter');
      await expect.poll(() => errorOf(level)).toBe(message);
      await expect.poll(() => isFocused(level)).toBe(true);
      expect(writes).toEqual([]);
      if (value === '') await expectAccessible(page);
      await level.fill('1');
      await expect.poll(() => errorOf(level)).toBeUndefined();
    }
    await level.press('Enter');
    await page.getByText('Prompt updated successfully!').waitFor();
    expect(writes).toHaveLength(1);
  });

  test('gets the focus on its first wrong field, wherever the modal is scrolled to', async () => {
    const page = await open('/admin/prompts', { viewport: phone });
    await page.getByRole('button', { name: 'Edit Plain words editor' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
    const writes = countWrites(page);
    await editing.getByLabel('Title', { exact: true }).fill('  ');
    await editing.getByLabel('Prompt Body').fill('');
    await editing.getByLabel('Tags').fill(`fine, ${'x'.repeat(101)}`);
    await editing.getByLabel('Sample Output', { exact: true }).focus();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => isFocused(editing.getByLabel('Title', { exact: true }))).toBe(true);
    await expect.poll(() => errorOf(editing.getByLabel('Title', { exact: true }))).toBe('Required');
    await expect.poll(() => errorOf(editing.getByLabel('Prompt Body'))).toBe('Required');
    await expect.poll(() => errorOf(editing.getByLabel('Tags'))).toMatch(/^“x+…”: At most 100 characters$/);
    expect(writes).toEqual([]);
  });

  test('for a reason that only the server knows is marked at the field that the server names', async () => {
    const page = await open('/admin/prompts', { expectedFaults: /status of 422/ });
    await page.getByRole('button', { name: 'Edit Source critic' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
    await editing.waitFor();
    await page.route('**/api/v1/admin/prompts/*', (route) =>
      route.fulfill({
        status: 422,
        json: { error: 'category: Choose another category', code: 'validation_failed' },
      }),
    );
    await editing.getByLabel('Title', { exact: true }).press('Enter');
    const category = editing.getByLabel('Category');
    await expect.poll(() => errorOf(category)).toBe('Choose another category');
    expect(await isFocused(category)).toBe(true);
    await page.getByText('Failed to save prompt', { exact: true }).waitFor();
    await page.unroute('**/api/v1/admin/prompts/*');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
  });
});

describe('an invalid playbook', () => {
  test('is marked at its steps and its price, the first one on the page with the focus', async () => {
    const page = await open('/admin/playbooks');
    await page.getByRole('button', { name: 'Add Playbook' }).click();
    const modal = page.getByRole('dialog', { name: 'Create New Playbook' });
    const writes = countWrites(page);
    await modal.getByLabel('Title', { exact: true }).fill('Careful');
    await modal.getByRole('button', { name: 'Add Step' }).click();
    const step = modal.getByLabel('Title of step 1');
    await expect.poll(() => isFocused(step)).toBe(true);
    for (const wrong of ['', '1.999', '-5']) {
      await modal.getByLabel('Price').fill(wrong);
      await modal.getByLabel('Price').press('Enter');
      await expect.poll(() => isFocused(step)).toBe(true);
      await expect.poll(() => errorOf(step)).toBe('Required');
      await expect.poll(() => errorOf(modal.getByLabel('Price'))).toBe('Enter an amount, such as 19.99');
    }
    await expectAccessible(page);
    expect(writes).toEqual([]);
    await step.fill('Only');
    await modal.getByLabel('Price').fill('5');
    await modal.getByLabel('Price').press('Enter');
    await page.getByText('Playbook created successfully!').waitFor();
    expect(writes).toHaveLength(1);
  });

  test('is not saved by Enter in the inputs for a prompt of a step', async () => {
    await buildPlaybook(browser.site, { title: 'Enter stays here' });
    const page = await open('/admin/playbooks');
    await page.getByRole('button', { name: 'Edit Enter stays here' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Playbook' });
    const writes = countWrites(page);
    await editing.getByRole('button', { name: 'Add Step' }).click();
    await editing.getByLabel('Title of step 1').fill('One');
    await editing.getByRole('button', { name: 'From Library' }).click();
    await editing.getByLabel('Search the library').press('Enter');
    await editing.getByRole('button', { name: 'Cancel' }).first().click();
    await editing.getByRole('button', { name: 'Manual' }).click();
    const title = editing.getByLabel('Prompt title');
    await title.fill('By hand');
    await title.press('Enter');
    await page.getByText('Please fill in both title and prompt body').waitFor();
    const body = editing.getByLabel('Prompt body');
    await expect.poll(() => isFocused(body)).toBe(true);
    await expect.poll(() => errorOf(body)).toBe('Required');
    await body.fill('Text');
    await title.press('Enter');
    await editing.getByRole('button', { name: 'Remove By hand' }).waitFor();
    expect(writes).toEqual([]);
    await editing.getByLabel('Title of step 1').press('Enter');
    await page.getByText('Playbook updated successfully!').waitFor();
  });
});

describe('an invalid plan', () => {
  test('asks for its name and its numbers, in the modal and in the list', async () => {
    const page = await open('/admin/pricing');
    await page.getByRole('button', { name: 'Add Tier' }).click();
    const modal = page.getByRole('dialog', { name: 'Create New Tier' });
    const writes = countWrites(page);
    const name = modal.getByLabel('Name');
    await modal.getByLabel('Trial days').fill('');
    await modal.getByLabel('Trial days').press('Enter');
    await page.getByText('Please enter a tier name').waitFor();
    await expect.poll(() => isFocused(name)).toBe(true);
    await expect.poll(() => errorOf(name)).toBe('Required');
    await expect.poll(() => errorOf(modal.getByLabel('Trial days'))).toBe('Enter a number');
    await expectAccessible(page);
    expect(writes).toEqual([]);
    await name.fill('Careful plan');
    await modal.getByLabel('Trial days').fill('7');
    await modal.getByLabel('Trial days').press('Enter');
    await page.getByText('Tier created successfully').waitFor();

    await page.getByRole('button', { name: 'Edit Careful plan' }).click();
    const price = page.getByLabel(/^Price/);
    await price.fill('');
    await price.press('Enter');
    await expect.poll(() => errorOf(price)).toBe('Enter an amount, such as 19.99');
    expect(writes).toHaveLength(1);
    await price.fill('12.50');
    await price.press('Enter');
    await page.getByText('Tier updated successfully').waitFor();
    await page.getByText('$12.50 / month').waitFor();
  });
});

test.each(['/admin/settings', '/admin/site'])('changes on %s can be saved there', async (path) => {
  const page = await open(path, { viewport: phone });
  const save = page.getByRole('button', { name: 'Save Settings' });
  await save.waitFor();
  const below = () => save.evaluate((button) => button.getBoundingClientRect().bottom - innerHeight);
  expect(await below()).toBeLessThanOrEqual(0);
  // Focused fields are above it.
  for (const input of (await page.locator('form input:visible').all()).slice(0, 12)) {
    await input.focus();
    const bottom = await input.evaluate((element) => element.getBoundingClientRect().bottom);
    const top = await save.evaluate((button) => button.parentElement?.getBoundingClientRect().top);
    expect(bottom).toBeLessThanOrEqual(top ?? 0);
  }
});

describe('invalid settings', () => {
  test("are marked at their fields; an emptied number doesn't count as zero", async () => {
    const page = await open('/admin/settings');
    const writes = countWrites(page);
    const grace = page.getByLabel('Grace period (days)');
    const address = page.getByLabel('Support email');
    await grace.fill('');
    await address.fill('nobody');
    await address.press('Enter');
    await expect.poll(() => isFocused(grace)).toBe(true);
    await expect.poll(() => errorOf(grace)).toBe('Enter a number');
    await expect.poll(() => errorOf(address)).toBe('Enter an email address');
    await grace.fill('91');
    await expect.poll(() => errorOf(grace)).toBe('Must be 90 or less');
    await page.getByRole('button', { name: 'Image URL' }).click();
    await page.getByLabel('Logo image URL').fill('no address');
    await grace.fill('5');
    await address.fill('help@example.com');
    await address.press('Enter');
    await expect.poll(() => errorOf(page.getByLabel('Logo image URL'))).toBe('Enter the URL of an image');
    await expectAccessible(page);
    expect(writes).toEqual([]);
    await page.getByLabel('Logo image URL').fill('');
    await address.press('Enter');
    await page.getByText('Settings saved successfully!').waitFor();
    expect(writes).toHaveLength(1);
    expect(await grace.inputValue()).toBe('5');
  });

  test.each([
    ['/admin/settings', 'Support email', 'support_email'],
    ['/admin/site', 'Tagline', 'brand.site_tagline'],
  ])('on %s say what only the server knows, at the field or as a message', async (path, label, name) => {
    const page = await open(path, { expectedFaults: /status of 422/ });
    const field = page.getByLabel(label);
    const answers = [`${name}: Not this one`, 'Not today'];
    await page.route(`**/api/v1${path}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fulfill({ status: 422, json: { error: answers.shift(), code: 'validation_failed' } });
    });
    await field.fill('typed@example.com');
    await field.press('Enter');
    await expect.poll(() => errorOf(field)).toBe('Not this one');
    await page.getByText('Failed to save settings', { exact: true }).waitFor();
    await field.fill('again@example.com');
    await field.press('Enter');
    await page.getByText('Failed to save settings: Not today').waitFor();
  });

  test('on /admin/site lead to a picture that the server refuses', async () => {
    const page = await open('/admin/site', { expectedFaults: /status of 422/ });
    await page.route('**/api/v1/admin/site', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const error = 'brand.site_favicon: Not this one';
      await route.fulfill({ status: 422, json: { error, code: 'validation_failed' } });
    });
    await page.getByLabel('Tagline').fill('For everyone');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Not this one').waitFor();
    const picture = page.locator('[name="brand.site_favicon"]');
    await expectFocused(picture);
    expect(await errorOf(picture)).toBe('Not this one');
  });
});

describe('texts with Windows line ends', () => {
  const crlf = 'One line.\r\nAnother.\r\n';
  /** Changes the title, moves the focus through these fields, and saves. @returns the sent body */
  async function sent(editing: Locator, fields: string[]) {
    const page = editing.page();
    await editing.getByLabel('Title', { exact: true }).first().fill('Another title');
    for (const name of fields) {
      await editing.getByLabel(name, { exact: true }).first().focus();
      await page.keyboard.press('Tab');
    }
    const saving = page.waitForRequest((request) => request.method() === 'PATCH');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    return (await saving).postDataJSON();
  }

  test('are not sent with another field of a prompt', async () => {
    const texts = { prompt_body: crlf, example_output: crlf };
    const { updated_at } = await buildPrompt(browser.site, { title: 'From Windows', ...texts });
    const page = await open('/admin/prompts');
    await page.getByRole('button', { name: 'Edit From Windows' }).click();
    const changes = await sent(page.getByRole('dialog', { name: 'Edit Prompt' }), [
      'Prompt Body',
      'Sample Output',
    ]);
    expect(changes).toEqual({ title: 'Another title', updated_at: updated_at.toISOString() });
  });

  test('are not sent with another field of a playbook', async () => {
    const playbook = await buildPlaybook(browser.site, { title: 'Also Windows', description: crlf });
    await buildStep(browser.site, playbook, {
      description: crlf,
      prompts: [{ type: 'manual', title: 'Ask', prompt_body: crlf }],
    });
    const page = await open('/admin/playbooks');
    await page.getByRole('button', { name: 'Edit Also Windows' }).click();
    const changes = await sent(page.getByRole('dialog', { name: 'Edit Playbook' }), ['Description']);
    expect(Object.keys(changes).sort()).toEqual(['title', 'updated_at']);
  });
});

describe('a change by an admin', () => {
  /** Only by links, because a reload would hide stale data. */
  const goTo = async (page: Page, area: string) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
    await page.getByRole('main').getByRole('link', { name: area, exact: true }).last().click();
  };
  const goToDashboard = async (page: Page) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'User Dashboard' }).click();
    await page.getByRole('button', { name: 'More Filters' }).click();
  };

  test('shows on the dashboard of the same session: a created prompt, and a deleted one', async () => {
    const page = await open('/dashboard');
    const total = page.locator('dl > div').filter({ hasText: 'Total Prompts' }).locator('dd');
    const category = page.getByRole('button', { name: /Short-lived/ });
    const card = page.getByRole('heading', { name: 'A prompt for a minute' });
    const first = page.getByRole('main').getByRole('listitem').first();
    await page.getByRole('button', { name: 'More Filters' }).click();
    await page.getByRole('button', { name: /^Writing/ }).waitFor();
    await first.waitFor();
    await expect.poll(() => total.textContent()).toMatch(/^\d+$/);
    const before = Number(await total.textContent());

    await goTo(page, 'Manage Prompts');
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    await page.getByRole('button', { name: 'Create manually' }).click();
    const modal = page.getByRole('dialog', { name: 'Create New Prompt' });
    await modal.getByLabel('Title', { exact: true }).fill('A prompt for a minute');
    await modal.getByLabel('Prompt Body').fill('Count to sixty.');
    await modal.getByLabel('Category').fill('Short-lived');
    await modal.getByLabel('Category').press('Enter');
    await page.getByText('Prompt created successfully!').waitFor();
    await goToDashboard(page);
    await expect.poll(() => total.textContent()).toBe(String(before + 1));
    await card.waitFor();
    await category.waitFor();

    await goTo(page, 'Manage Prompts');
    const row = page.getByRole('row').filter({ hasText: 'A prompt for a minute' });
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Prompt deleted successfully!').waitFor();
    await row.waitFor({ state: 'detached' });
    await goToDashboard(page);
    await expect.poll(() => total.textContent()).toBe(String(before));
    await card.waitFor({ state: 'detached' });
    await category.waitFor({ state: 'detached' });
    await first.waitFor();
  });

  test('shows in the list of users: a renamed plan', async () => {
    const { email } = await buildMember(browser.site, { level: 1 });
    const page = await open('/admin/users');
    const row = page.getByRole('row').filter({ hasText: email });
    const { name } = await browser.site.db
      .selectFrom('profiles')
      .innerJoin('tiers', 'tiers.id', 'profiles.tier_id')
      .select('tiers.name')
      .where('profiles.email', '=', email)
      .executeTakeFirstOrThrow();
    await row.getByText(name).waitFor();
    await goTo(page, 'Pricing');
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByLabel('Name').fill('Renamed plan');
    await page.getByLabel('Name').press('Enter');
    await page.getByText('Tier updated successfully').waitFor();
    await goTo(page, 'Users');
    await row.getByText('Renamed plan').waitFor();
  });
});
