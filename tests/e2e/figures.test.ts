import { expect, test } from 'vitest';
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

test.each([
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const)(
  'the owner switches figures on, reads them, and puts categories in order, %s',
  async (look, viewport) => {
    const { site } = browser;
    const word = look.replaceAll(' ', '-');
    const admin = await buildAdmin(site);
    const member = await buildMember(site);
    const slug = 'plain-words-editor';
    await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token: member.token, body: {} });
    await site.api('PUT', '/api/v1/admin/settings', {
      token: admin.token,
      body: { labs_analytics: false },
    });
    const page = await browser.open({ viewport, acceptDownloads: true });

    await signIn(page, admin, '/admin');
    const key = page.getByRole('region', { name: 'Figures' });
    await key.getByText('Monthly recurring revenue').waitFor();
    await expectNoSidewaysScroll(page);
    await key.getByRole('link', { name: 'Turn on Labs: analytics to see all figures' }).click();
    await page.getByLabel('Labs: analytics').check();
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings saved successfully').waitFor();

    await page.goto('/admin');
    await page.getByRole('link', { name: 'All figures' }).click();
    await page.getByText('in the time zone Europe/Berlin').waitFor();
    await page.getByRole('img', { name: /^Copies: [1-9]/ }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Months' }).click();
    await page.waitForURL(/unit=month/);
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(13);
    await page.getByLabel('From').fill('2026-03-02');
    await page.getByLabel('To', { exact: true }).fill('2026-03-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('The first day is after the last').waitFor();
    await expectFocused(page.getByLabel('To', { exact: true }));
    // Another unit replaces the typed dates.
    await page.getByRole('button', { name: 'Weeks' }).click();
    await page.waitForURL(/unit=week/);
    await expect.poll(() => page.getByLabel('From').inputValue()).not.toBe('2026-03-02');
    const held = Promise.withResolvers<void>();
    const reports = /admin\/figures\?/;
    await page.route(reports, (route) => held.promise.then(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Months' }).click();
    await page.getByRole('button', { name: 'Months', pressed: true }).waitFor();
    await nextTasks(page);
    await page.getByLabel('From').fill('2026-01-15');
    held.resolve();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(13);
    // Dates typed while the report loads are kept.
    expect(await page.getByLabel('From').inputValue()).toBe('2026-01-15');
    await page.getByLabel('To', { exact: true }).fill('2026-11-02');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/unit=month&from=2026-01-15&to=2026-11-02/);
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(12);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /Download CSV figures-month/ }).click();
    const lines = (await (await (await download).createReadStream()).toArray()).join('').trim().split('\r\n');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toContain('Sign-ups,Accounts deleted,Members,Views,Copies');

    await page.goto('/admin/categories');
    await page.getByRole('button', { name: 'Add Category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(`Odds ${word}`);
    await dialog.getByRole('button', { name: 'Add Category' }).click();
    await expectFocused(page.getByRole('button', { name: 'Add Category' }));
    await page.getByRole('button', { name: `Move Odds ${word} up` }).focus();
    await page.keyboard.press('Enter');
    const names = () => page.getByRole('list', { name: 'Categories' }).getByRole('listitem').allInnerTexts();
    const placeOf = async () => (await names()).findIndex((text) => text.includes(`Odds ${word}`));
    const before = await placeOf();
    await expectFocused(page.getByRole('button', { name: `Move Odds ${word} up` }));
    await page.keyboard.press('Enter');
    await expect.poll(placeOf).toBeLessThan(before);
    await page.getByRole('status').getByText(`Odds ${word} is now at position ${before} of `).waitFor();

    await page
      .getByRole('button', { name: 'Edit Career' })
      .or(page.getByRole('button', { name: 'Edit Work' }))
      .click();
    const isFirst = (await dialog.getByLabel('Name').inputValue()) === 'Career';
    const [from, to] = isFirst ? ['Career', 'Work'] : ['Work', 'Career'];
    await dialog.getByLabel('Name').fill(to);
    await dialog.getByLabel('Description').fill('What helps you at work.');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Category saved').waitFor();
    await page.getByText(new RegExp(`^Also: .*${from}`)).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: `Merge Odds ${word} into` }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel('Merge into').selectOption({ label: to });
    await question.getByText(`move from “Odds ${word}” to “${to}”`).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Merge' }).click();
    await page.getByText(`Merged into ${to}`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: `Edit Odds ${word}` }).count()).toBe(0);

    const visitor = await browser.open({ viewport });
    await visitor.goto(`/browse?category=${from}`);
    expect(new URL(visitor.url()).searchParams.get('category')).toBe(to);
    await visitor.getByRole('link', { name: `About ${to}` }).click();
    await visitor.getByRole('heading', { level: 1, name: to }).waitFor();
    await visitor.getByText('What helps you at work.').waitFor();
    await expectAccessible(visitor);
    await expectNoSidewaysScroll(visitor);
    const reader = await browser.open({ viewport });
    await signIn(reader, member, `/prompts?category=${from}`);
    await reader.waitForURL(new RegExp(`category=${to}`));
    await reader.getByRole('button', { name: new RegExp(`^${to} \\d`), pressed: true }).waitFor();
  },
);

test('an owner whose settings could not be loaded is told so, not that categories are still to come', async () => {
  const page = await browser.open({ expectedFaults: /status of 400/ });
  await page.route('**/api/v1/admin/settings', (route) =>
    route.fulfill({ status: 400, json: { error: 'No', code: 'invalid_request' } }),
  );
  await signIn(page, await buildAdmin(browser.site), '/admin/categories');
  await page.getByText("Couldn't load this page").waitFor();
  await page.unroute('**/api/v1/admin/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText("Couldn't load this page").waitFor({ state: 'detached' });
});
