import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectFocused, expectLoaded, phone, sessionKey, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';

// Pages whose server, or a file of whose release, can't be reached.
const browser = withBrowser({ loadsAhead: true });
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
  admin = await buildAdmin(browser.site);
});

const refusal = { status: 400, contentType: 'application/json', body: '{"error":"no","code":"bad_request"}' };
/** The message that the connection is lost. */
const strip = (page: Page) =>
  page
    .getByRole('status')
    .getByText("What you see stays here; changes can't be saved until you're connected.");

describe('a list that fails', () => {
  test('keeps its cards, and offers to try again for more pages, other filters and the first load', async () => {
    const page = await browser.open({ expectedFaults: /status of 400/ });
    await signIn(page, member, '/prompts');
    await page.getByText('62 results').waitFor();
    const cards = page.getByRole('article');
    const titles = await cards.getByRole('heading').allTextContents();

    await page.route('**/api/v1/prompts?*', (route) => route.fulfill(refusal));
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText("Couldn't load more.").waitFor();
    expect(await cards.getByRole('heading').allTextContents()).toEqual(titles);
    await page.unroute('**/api/v1/prompts?*');
    await expectFocused(page.getByRole('button', { name: 'Try again' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => cards.count()).toBe(48);
    // The focus is on the first new card.
    await expect
      .poll(() => cards.nth(24).evaluate((card) => card.contains(document.activeElement)))
      .toBe(true);

    await page.route('**/api/v1/prompts?*', (route) => route.fulfill(refusal));
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await page.getByText("Couldn't load this list.").waitFor();
    expect((await cards.getByRole('heading').allTextContents()).slice(0, 24)).toEqual(titles);
    await page.goto('/playbooks');
    await page.route('**/api/v1/playbooks?*', (route) => route.fulfill(refusal));
    await page.reload();
    await page.getByText("Couldn't load this list").waitFor();
    expect(await page.getByText('No playbooks found').count()).toBe(0);
    await page.unroute('**/api/v1/playbooks?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await cards.first().waitFor();
  });
});

describe('without a network', () => {
  test('the page stays, pages with loaded code open, and everything else says what it is waiting for', async () => {
    const page = await browser.open({
      expectedFaults: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically/,
    });
    await signIn(page, member, '/prompts');
    await page.getByText('62 results').waitFor();
    // The last page whose code is preloaded.
    await expectLoaded(page, 'subscription-page');
    await page.context().setOffline(true);
    await strip(page).waitFor();
    const vote = page.getByRole('button', { name: /^Upvote/ }).first();
    await vote.click();
    await page.getByText("You're offline. Try again when you're connected.").waitFor();
    expect(await vote.getAttribute('aria-pressed')).toBe('false');

    // The page's code is loaded, but its data isn't, so it says so instead of waiting.
    await page.getByRole('article').nth(1).getByRole('heading').getByRole('link').click();
    await page.waitForURL('**/prompt/**');
    await page.getByRole('heading', { name: "This prompt couldn't be loaded" }).waitFor();
    await page.getByRole('link', { name: 'All prompts' }).waitFor();
    await page.goBack();
    await page.getByText('62 results').waitFor();
    // This page has neither code nor data.
    await page.getByRole('link', { name: 'Pricing' }).click();
    await page.getByText("You're offline. This needs a connection.").waitFor();
    expect(new URL(page.url()).pathname).toBe('/prompts');
    await page.goForward();
    await page.getByRole('heading', { name: "This prompt couldn't be loaded" }).waitFor();
    await page.getByRole('link', { name: 'All prompts' }).waitFor();

    await page.context().setOffline(false);
    await strip(page).waitFor({ state: 'detached' });
    // Without a click.
    await page.getByRole('heading', { name: /Comments/ }).waitFor();
    await page.getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL('**/pricing');
  });
});

test('offline, the language stays, the phone’s menu makes room for the message, and signing out works', async () => {
  const page = await browser.open({ viewport: phone, expectedFaults: /ERR_INTERNET_DISCONNECTED/ });
  await signIn(page, member, '/settings');
  await page.getByRole('button', { name: 'Deutsch' }).waitFor();
  await expectLoaded(page, 'subscription-page');
  await page.context().setOffline(true);
  await strip(page).waitFor();
  const needsNetwork = page.getByText("You're offline. This needs a connection.");
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await needsNetwork.first().waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.locator('#mobile-menu');
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await menu.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/settings');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: "You're signed out" }).waitFor();
  expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  await page.context().setOffline(false);
  await page.waitForURL('**/signin');
});

describe('a file of the page that is missing', () => {
  test('of a page, as after an upgrade, reloads that page, and without a server keeps the open one', async () => {
    const page = await browser.open({
      expectedFaults: /status of 404|ERR_FAILED|Failed to fetch dynamically/,
    });
    await signIn(page, admin, '/prompts');
    await page.getByText('62 results').waitFor();
    const search = page.getByRole('searchbox');
    await search.fill('museum');
    await page.getByText(/^\d results?$/).waitFor();
    await page.route(/\/assets\/admin-|\/healthz/, (route) => route.abort());
    const link = page.getByRole('link', { name: 'Admin', exact: true }).first();
    await link.click();
    await page.getByText("The site can't be reached. Try again.").waitFor();
    expect(await search.inputValue()).toBe('museum');
    await page.unroute(/\/assets\/admin-|\/healthz/);
    await page.route('**/assets/admin-*', (route) => route.fulfill({ status: 404, body: 'gone' }), {
      times: 1,
    });
    await link.click();
    await page.waitForURL('**/admin');
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  });

  test('keeps an open editor with its contents, the messages and the text itself', async () => {
    const page = await browser.open({ expectedFaults: /status of (404|500)|Failed to fetch dynamically/ });
    await page.route(/\/assets\/(toaster|markdown|search-palette|menu-panel)-[\w-]{8}\.js/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    );
    await signIn(page, admin, '/admin/playbooks');
    await page.getByRole('button', { name: 'Add Playbook' }).click();
    const editor = page.getByRole('dialog');
    await editor.getByLabel('Title', { exact: true }).fill('Half an hour of work');
    await editor.getByLabel('Description', { exact: true }).fill('Some **bold** words');
    await editor.getByRole('button', { name: 'Preview' }).click();
    await editor
      .getByRole('region', { name: 'Preview of Description' })
      .getByText('Some **bold** words')
      .waitFor();
    await page.route('**/api/v1/admin/playbooks', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await editor.getByLabel('Category').fill('Work');
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to create playbook').waitFor();
    expect(await editor.getByLabel('Title', { exact: true }).inputValue()).toBe('Half an hour of work');
    await page.unroute('**/api/v1/admin/playbooks');
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Playbook created successfully!').waitFor();
    await page.getByRole('heading', { name: 'Playbooks Management' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByText("Search couldn't be loaded. Try again.").waitFor();
    const accountMenu = page.getByRole('button', { name: 'Account menu' });
    const isFocused = (button: Locator) => button.evaluate((element) => element === document.activeElement);
    await accountMenu.press('Enter');
    await page.getByText("This part of the page couldn't be loaded.").waitFor();
    await expect.poll(() => isFocused(accountMenu)).toBe(true);
    expect(await page.getByRole('menuitem').count()).toBe(0);

    await page.unroute(/\/assets\/(toaster|markdown|search-palette|menu-panel)-[\w-]{8}\.js/);
    await page.keyboard.press('Control+k');
    await expect.poll(() => isFocused(page.getByPlaceholder('Search prompts and playbooks'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(accountMenu)).toBe(true);
    // The menu couldn't be opened before.
    await accountMenu.click();
    await expect.poll(() => isFocused(page.getByRole('menu'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(accountMenu)).toBe(true);
  });

  test('of the app itself is reported, and the page can be reloaded', async () => {
    const page = await browser.open({ expectedFaults: /status of 404|Failed to fetch dynamically/ });
    const entry = '**/assets/entry.client-*';
    const lost = page.getByRole('link', { name: "This page couldn't be loaded completely. Reload the page" });
    const loseEntry = () => page.route(entry, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await loseEntry();
    await page.goto('/signin');
    await lost.waitFor();
    // Screen readers announce it when it appears.
    await page.locator('[aria-live="polite"]').filter({ has: lost }).waitFor({ state: 'attached' });
    await page.getByLabel('Email').fill(member.email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(member.password);
    await page.unroute(entry);
    await lost.click();
    await lost.waitFor({ state: 'detached' });
    // The address is still there, but passwords are never stored.
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(member.email);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(member.email);
    expect(await password.inputValue()).toBe('');
    await password.fill(member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard');

    await loseEntry();
    await page.goto('/settings');
    await lost.waitFor();
    await page.unroute(entry);
    await lost.click();
    await page.getByRole('heading', { name: 'Email address' }).waitFor();
    expect(await lost.count()).toBe(0);
  });
});

test('a page that has failed keeps the id of its request once the app is there', async () => {
  const page = await browser.open({ expectedFaults: /status of 500/ });
  const { db } = browser.site;
  await sql`alter table pages rename to lost_pages`.execute(db);
  const answer = await page
    .goto('/pages/terms')
    .finally(() => sql`alter table lost_pages rename to pages`.execute(db));
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.locator('html[data-app=ready]').waitFor();
  await page.getByText(`Request: ${answer?.headers()['x-request-id']}`).waitFor();
});

describe('a profile that cannot be loaded', () => {
  test('has its place in the settings while it loads, and can be tried again', async () => {
    const page = await browser.open({ expectedFaults: /status of 400/ });
    // The first answer decides when the page is shown; the second one comes late.
    const late = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route('**/api/v1/profile', async (route) => {
      if (!isFirst) await late.promise;
      isFirst = false;
      await route.fulfill(refusal);
    });
    await signIn(page, member, '/settings');
    const heading = page.getByRole('heading', { name: 'Profile', exact: true });
    const section = page.locator('section').filter({ has: heading });
    const next = page.getByRole('heading', { name: 'Email address' });
    /** In whole pixels. */
    const top = () => next.evaluate((element) => Math.round(element.getBoundingClientRect().y));
    await section.getByRole('status', { name: 'Loading' }).waitFor();
    const place = await top();
    late.resolve();
    await section.getByText("Your profile couldn't be loaded.").waitFor();
    expect(await top()).toBe(place);
    await page.unroute('**/api/v1/profile');
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => section.getByLabel('Email', { exact: true }).inputValue()).toBe(member.email);
    expect(await top()).toBe(place);
  });

  test('keeps an admin at the opened URL, and can be tried again', async () => {
    // The sidebar doesn't know yet who is an admin.
    const page = await browser.open({ expectedFaults: /status of (400|503)|Layout shift/ });
    await signIn(page, admin, '/settings');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const isShown = () => page.getByRole('heading', { level: 1, name: 'Prompts Management' }).waitFor();
    const away = { status: 503, json: { error: 'away', code: 'unavailable' } };
    await page.route('**/api/v1/profile', (route) => route.fulfill(away), { times: 1 });
    await page.goto('/admin/prompts?status=draft');
    await isShown();
    expect(page.url()).toBe(`${browser.site.url}/admin/prompts?status=draft`);

    await page.route('**/api/v1/profile', (route) => route.fulfill(refusal));
    await page.reload();
    await page.getByText("Couldn't load this page").waitFor();
    await page.unroute('**/api/v1/profile');
    await page.getByRole('button', { name: 'Try again' }).click();
    await isShown();
    expect(page.url()).toBe(`${browser.site.url}/admin/prompts?status=draft`);
  });
});
