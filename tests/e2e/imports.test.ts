import { beforeAll, describe, expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

const csv = [
  'name,text,constructor',
  'Journey tea,Suggest a tea for my mood.,TEXT',
  'Journey walk,Plan a walk through my town.,TEXT',
  ',,TEXT',
].join('\n');

describe('an import on the web', () => {
  test('goes from a file over its columns and a check to drafts, and back', async () => {
    const page = await browser.open({ viewport: phone });
    await signIn(page, admin, '/admin/imports');
    await page.getByText('No imports yet').waitFor();
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'journey.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('alert').getByText('No column has the field "Prompt Body".').waitFor();
    await page.getByText('Not ready to import yet', { exact: true }).waitFor();
    // All fields are visible without scrolling the table sideways.
    const field = page.getByLabel('Field: name');
    const [right, scroll] = await field.evaluate((element) => {
      const table = element.closest('table')?.parentElement;
      return [element.getBoundingClientRect().right, (table?.scrollWidth ?? 0) - (table?.clientWidth ?? 0)];
    });
    expect(right).toBeLessThanOrEqual(phone.width);
    expect(scroll).toBeLessThanOrEqual(0);
    await field.selectOption('title');
    await page.getByLabel('Field: text').selectOption('prompt_body');
    await page.getByLabel('Category for all').fill('Journeys');
    // Whoever leaves before the check finds the choices again.
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('link', { name: 'journey.csv' }).click();
    await page.getByText('Your unsaved changes are back.').waitFor();
    expect(await field.inputValue()).toBe('title');
    expect(await page.getByLabel('Category for all').inputValue()).toBe('Journeys');
    await page.getByLabel('Tier access for all').fill('1.5');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Enter a whole number').waitFor();
    await expectFocused(page.getByLabel('Tier access for all'));
    await page.getByLabel('Tier access for all').fill('');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 2 items' }).waitFor();
    expect(await page.getByText('Your unsaved changes are back.').count()).toBe(0);
    await page.getByRole('region', { name: 'Result' }).getByText('Journey tea').waitFor();
    const ready = page.getByText('Ready to import', { exact: true });
    await ready.waitFor();
    await page.getByLabel('Category for all').fill('Trips');
    await page.getByText('Not ready to import yet', { exact: true }).waitFor();
    expect(await ready.count()).toBe(0);
    await page.getByLabel('Category for all').fill('Journeys');
    await ready.waitFor();
    await page.getByRole('button', { name: 'Rejected 1' }).click();
    await page.getByRole('cell', { name: 'Line 4', exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.reload();
    await page.getByRole('button', { name: 'Import 2 items' }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    const made = () =>
      browser.site.db
        .selectFrom('prompts')
        .select(['status', 'category', 'deleted_at'])
        .where('title', 'like', 'Journey%')
        .execute();
    expect(await made()).toEqual(Array(2).fill({ status: 'draft', category: 'Journeys', deleted_at: null }));
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('2 items were undone.', { exact: true }).waitFor();
    expect((await made()).every(({ deleted_at }) => deleted_at)).toBe(true);
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('link', { name: 'journey.csv' }).waitFor();
    await expectAccessible(page);
    await browser.site.pool.query(`insert into imports (id, name, kind, settings, state, created_at)
      select gen_random_uuid(), 'old-' || number || '.csv', 'csv', '{}', 'checked', now() - number * interval '1 day'
      from generate_series(1, 50) number`);
    await page.reload();
    await page.getByRole('link', { name: 'old-49.csv' }).waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('link', { name: 'old-50.csv' }).waitFor();
  });

  test.each([
    ['Drafts; existing items keep their status', 'See the drafts', '/admin/prompts?status=draft'],
    ['published', 'See the published prompts', '/admin/prompts?status=published'],
    ['As in the file', 'See the prompts', '/admin/prompts'],
  ])('with the status "%s" leads to its items', async (status, link, address) => {
    const page = await browser.open();
    await signIn(page, admin, '/admin/imports');
    const buffer = Buffer.from(`title,prompt_body\n${status},Text for ${status}\n`);
    await page.getByLabel('Choose a file').setInputFiles({ name: 'led.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel('Status').selectOption({ label: status });
    const check = page.getByRole('button', { name: 'Check again' });
    const start = page.getByRole('button', { name: 'Import 1 item' });
    await check.or(start).first().waitFor();
    if (await check.isVisible()) await check.click();
    await start.click();
    await page.getByText('Imported', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /^See/ }).textContent()).toBe(link);
    expect(await page.getByRole('link', { name: link }).getAttribute('href')).toBe(address);
  });

  test('that somebody else has started meanwhile shows how far it is', async () => {
    const { token } = admin;
    const page = await browser.open({ expectedFaults: /status of 409/ });
    await signIn(page, admin, '/admin/imports');
    const buffer = Buffer.from('title,prompt_body\nStarted elsewhere,Text to start elsewhere\n');
    await page.getByLabel('Choose a file').setInputFiles({ name: 'else.csv', mimeType: 'text/csv', buffer });
    const discard = page.getByRole('button', { name: 'Discard' });
    await discard.waitFor();
    const path = `/api/v1/admin/imports/${new URL(page.url()).searchParams.get('id')}`;
    expect((await browser.site.api('POST', `${path}/start`, { token })).status).toBe(200);
    await discard.click();
    await page.getByText('The import has progressed').waitFor();
    await page.getByText('Imported', { exact: true }).waitFor();
  });

  test('shows the rows of the latest check, and refuses two columns for one field', async () => {
    const page = await browser.open();
    await signIn(page, admin, '/admin/imports');
    const buffer = Buffer.from('title,heading,prompt_body\nOne title,Another title,Text of two titles\n');
    await page.getByLabel('Choose a file').setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer });
    const rows = page.getByRole('region', { name: 'Result' });
    await rows.getByText('One title', { exact: true }).waitFor();
    const heading = page.getByLabel('Field: heading');
    await heading.selectOption({ label: 'Title' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Another column has this field').waitFor();
    await expectFocused(heading);
    await page.getByLabel('Field: title').selectOption({ label: 'Skipped' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await rows.getByText('Another title', { exact: true }).waitFor();
    expect(await rows.getByText('One title', { exact: true }).count()).toBe(0);
  });

  test('that has nothing to import says so and offers none, and lists the rows in the order of the file', async () => {
    const page = await browser.open({ expectedFaults: /status of 415/ });
    await signIn(page, admin, '/admin/imports');
    const choose = page.getByLabel('Choose a file');
    await choose.setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByText('Choose a .csv, .json or .zip file.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const buffer = Buffer.from('title,prompt_body\nWithout,\nWith,Text among the rejected\nNeither,\n');
    await choose.setInputFiles({ name: 'order.csv', mimeType: 'text/csv', buffer });
    const places = page.getByRole('region', { name: 'Result' }).getByRole('cell', { name: /^Line \d$/ });
    await places.first().waitFor();
    expect(await places.allTextContents()).toEqual(['Line 2', 'Line 3', 'Line 4']);
    await page.goto('/admin/imports');
    const empty = Buffer.from('title,prompt_body\nWithout,\n');
    await choose.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: empty });
    await page.getByRole('status').getByText('Nothing to import').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
  });
});
