import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hold, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { memberPages } from '../harness/member-pages.ts';

// The menu on a phone.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});

test('opens and closes by its button, by Escape and with the page it leads to', async () => {
  const page = await browser.open({ viewport: phone });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const open = page.getByRole('button', { name: 'Open menu' });
  expect(await menu.count()).toBe(0);
  await open.click();
  await menu.waitFor();
  const close = page.getByRole('button', { name: 'Close menu' });
  await close.click();
  await menu.waitFor({ state: 'detached' });
  await open.click();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await open.click();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/pricing');
  await menu.waitFor({ state: 'detached' });
});

const linksIn = (page: Page, name: string) =>
  page.getByRole('navigation', { name }).getByRole('link').allTextContents();

test('has the entries of the top bar and the account menu, and "Sign out"', async () => {
  const page = await browser.open({ viewport: phone });
  await signIn(page, member, '/pricing');
  await page.getByRole('link', { name: 'Search' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.locator('#mobile-menu');
  await menu.getByText(member.email).waitFor();
  expect(await linksIn(page, 'Menu')).toEqual(['Pricing', ...memberPages]);
  await page.getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Open menu');
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await page.goto('/dashboard');
  await page.waitForURL('**/signin');
});

test('has the entries of a member before the app has loaded, none of a visitor, and "Sign out"', async () => {
  const page = await browser.open({ viewport: phone });
  await signIn(page, member, '/robots.txt');
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!page-script-)[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/pricing', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.locator('#mobile-menu');
  // The rest of the page may still be arriving.
  await expect.poll(() => linksIn(page, 'Menu')).toEqual(['Pricing', ...memberPages]);
  expect(await menu.getByRole('link', { name: /sign|browse/i }).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app)).toBe('');
  await menu.getByRole('button', { name: 'Sign out' }).click();
  held.resolve();
  await page.waitForURL('**/signin');
});

test('stays open where it was opened before the app is there', async () => {
  const page = await browser.open({ viewport: phone });
  await signIn(page, member, '/robots.txt');
  const release = await hold(page, /\/assets\/app-/);
  await page.goto('/pricing', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.locator('#mobile-menu');
  await menu.getByRole('link', { name: 'Settings' }).waitFor();
  release();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app)).toBe('ready');
  await menu.getByText(member.email).waitFor();
});

test('has the entries of a visitor only, before the app is there', async () => {
  const page = await browser.open({ viewport: phone });
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await linksIn(page, 'Menu')).toEqual(['Browse', 'Browse playbooks', 'Pricing']);
  expect(await page.evaluate(() => 'app' in document.documentElement.dataset)).toBe(false);
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
});

test('has an admin’s pages too, and no entry twice', async () => {
  const page = await browser.open({ viewport: phone });
  await signIn(page, await buildAdmin(browser.site));
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const names = ['Pricing', 'Admin', 'User Dashboard', 'Admin Dashboard', ...memberPages.slice(1)];
  // The role comes with the profile, possibly after the title.
  await expect.poll(() => linksIn(page, 'Menu')).toEqual(names);
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.waitForURL('**/admin');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect
    .poll(() => linksIn(page, 'Admin pages'))
    .toEqual(expect.arrayContaining(['View Site', 'Manage Pricing']));
  const all = await page.locator('#mobile-menu').getByRole('link').allTextContents();
  for (const name of [...names, 'Users', 'Site Settings', 'Analytics']) expect(all).toContain(name);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});
