import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectFocused, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPlaybook, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string) => {
  const page = await browser.open();
  await signIn(page, admin, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('the table of prompts', () => {
  test('keeps filters in its address, changes rows together with an undo, and has a trash', async () => {
    for (const name of ['One', 'Two', 'Three'])
      await buildPrompt(browser.site, { title: `Bulk ${name}`, category: 'Bulkhead', tier_access: 7 });
    const page = await open('/admin/prompts');
    // The trailing space stays, even though the URL doesn't contain it.
    await page.getByLabel('Search prompts').fill('bulk ');
    await page.getByText('Showing 3 prompts').waitFor();
    const levels = () =>
      page.getByRole('combobox', { name: 'Tier Access' }).getByRole('option').allTextContents();
    await expect.poll(levels).toContain('Level 7');
    expect(await page.getByLabel('Search prompts').inputValue()).toBe('bulk ');
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Bulkhead');
    await page.getByRole('button', { name: 'Title' }).click();
    await page.waitForURL(/q=bulk.*category=Bulkhead.*sort=title/);
    const order = (name: string) =>
      page.getByRole('columnheader', { name, exact: true }).getAttribute('aria-sort');
    expect([await order('Title'), await order('Category')]).toEqual(['ascending', 'none']);
    await page.reload();
    const rows = page.getByRole('row').filter({ hasText: 'Bulk ' });
    await expect
      .poll(() => rows.getByRole('link').allTextContents())
      .toEqual(['Bulk One', 'Bulk Three', 'Bulk Two']);
    await page.getByLabel('Select Bulk One').check();
    await page.getByLabel('Select Bulk Two').check();
    await page.getByLabel('What to change').selectOption('Add tags');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Add at least one entry').waitFor();
    await expectFocused(page.getByLabel('New value'));
    await expectAccessible(page);
    await page.getByLabel('What to change').selectOption('Status');
    await expect.poll(() => page.getByLabel('New value').inputValue()).toBe('published');
    await page.getByLabel('New value').selectOption('draft');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('2 items changed.').waitFor();
    await expectFocused(
      page
        .locator('section')
        .filter({ has: page.getByRole('table') })
        .last(),
    );
    await expect.poll(() => rows.getByText('draft', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.getByText('draft', { exact: true }).count()).toBe(0);

    await rows.getByRole('link', { name: 'Bulk One' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bulk One' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
    const editing = dialog(page, 'Edit Prompt');
    await expect.poll(() => editing.getByText(/^In your time zone \(.+\)\./).count()).toBe(2);
    await editing.getByLabel('Address').fill('bulk-moved');
    await editing.getByLabel('Address').press('Control+s');
    await page.getByText('Prompt updated successfully!').waitFor();
    await editing.waitFor({ state: 'detached' });
    const { slug } = await browser.site.db
      .selectFrom('earlier_prompt_slugs')
      .select('slug')
      .executeTakeFirstOrThrow();
    const views: string[] = [];
    page.on('request', (request) => request.url().endsWith('/views') && views.push(request.url()));
    await page.goto(`/prompt/${slug}`);
    await page.waitForURL('**/prompt/bulk-moved');
    await expect.poll(() => views.length).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(views).toEqual([expect.stringContaining('/prompts/bulk-moved/views')]);

    await page.goto('/admin/prompts?q=bulk');
    await page.getByLabel('Select Bulk Two').check();
    await page.getByLabel('Select Bulk Three').check();
    await rows.getByRole('button', { name: 'Delete Bulk Two' }).click();
    await page.getByText('It disappears for members immediately.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Showing 2 prompts').waitFor();
    await page.getByText('1 selected').waitFor();
    // The focus moves to the next row, or to the previous one after the last.
    await expectFocused(rows.filter({ hasText: 'Bulk One' }));
    await page.getByRole('combobox', { name: 'Status' }).selectOption('trash');
    await page.getByRole('button', { name: 'Restore Bulk Two' }).waitFor();
    expect(await page.getByText('1 selected').count()).toBe(0);
    await page.getByRole('button', { name: 'Restore Bulk Two' }).click();
    await page.getByText('Restored', { exact: true }).waitFor();
    await page.getByText('No prompts found').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('');
    await page.getByText('Showing 3 prompts').waitFor();
    await rows.getByRole('button', { name: 'Delete Bulk One' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectFocused(rows.filter({ hasText: 'Bulk Two' }));

    await page.getByLabel('Select Bulk Three').check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/^It stays in the trash for 30 days/).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 item deleted.').waitFor();
  });

  test('offers the categories of drafts and hidden categories too', async () => {
    await buildPrompt(browser.site, { title: 'Shelved', category: 'Attic', status: 'draft' });
    await buildPlaybook(browser.site, { category: 'Cellar', status: 'draft' });
    await buildPrompt(browser.site, { category: 'Vault' });
    await browser.site.db
      .updateTable('categories')
      .set({ is_hidden: true })
      .where('name', '=', 'Vault')
      .execute();
    const page = await open('/admin/prompts?category=Attic');
    const filter = page.getByRole('combobox', { name: 'Category' });
    await expect.poll(() => filter.inputValue()).toBe('Attic');
    await page.getByRole('link', { name: 'Shelved' }).waitFor();
    const offered = await filter.getByRole('option').allTextContents();
    expect(offered).toEqual(expect.arrayContaining(['Category: all', 'Attic', 'Vault']));
    await page.goto('/admin/playbooks');
    await filter.selectOption('Cellar');
    await page.getByText('Showing 1 playbook', { exact: true }).waitFor();
  });

  test('goes to the page before when the last row of a page is deleted', async () => {
    const titles = Array.from({ length: 51 }, (_, index) => `Pile ${index + 1}`);
    await Promise.all(titles.map((title) => buildPrompt(browser.site, { title })));
    const page = await open('/admin/prompts?q=pile&page=2');
    await page.getByRole('button', { name: /^Delete Pile/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('link', { name: /^Pile/ }).count()).toBe(50);
    await page.locator('#content:focus').waitFor();
  });
});

test('on a touch screen, rows are selected by boxes that a finger can hit', async () => {
  const page = await browser.open({ viewport: phone, isMobile: true, hasTouch: true });
  await signIn(page, admin, '/admin/prompts');
  const boxes = page.getByRole('checkbox');
  await boxes.nth(1).waitFor();
  for (const place of [boxes.first(), boxes.nth(1)]) {
    const box = await place.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
});
