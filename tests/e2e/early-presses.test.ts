import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectLoaded, hold, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});
const appFile = /\/assets\/app-/;

describe('presses before the app has loaded take effect once it has', () => {
  test.each([
    ['Enter in a form', (page: Page) => page.getByLabel('Password', { exact: true }).press('Enter')],
    [
      'its button, pressed twice',
      (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).dblclick({ force: true }),
    ],
  ])('%s', async (_what, press) => {
    const page = await browser.open();
    const release = await hold(page, appFile);
    const tokens: string[] = [];
    page.on('request', (request) => request.url().includes('/auth/v1/token') && tokens.push(request.url()));
    await page.goto('/signin', { waitUntil: 'commit' });
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await expectLoaded(page, 'page-script');
    await press(page);
    expect(page.url()).toContain('/signin');
    // The button shows that it waits.
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    expect(await button.evaluate((element) => element.getAnimations().length)).toBe(1);
    release();
    await page.waitForURL('**/dashboard');
    expect(tokens).toHaveLength(1);
  });

  test.each([
    ['a click', appFile],
    ['Enter', appFile],
    ['a click', /\/assets\/.*\.js/],
    ['Enter', /\/assets\/.*\.js/],
  ])('%s on the way to a gift, with %s still missing', async (press, missing) => {
    const page = await browser.open({ expectedFaults: /status of 404/ });
    const release = await hold(page, missing);
    await page.goto('/gift', { waitUntil: 'commit' });
    await page.getByLabel('Gift code').fill('no-such-gift');
    if (missing === appFile) await expectLoaded(page, 'page-script');
    if (press === 'Enter') await page.keyboard.press('Enter');
    else await page.getByRole('button', { name: 'Continue' }).click();
    release();
    await page.waitForURL('**/gift?code=no-such-gift');
    await expect.poll(() => page.getByLabel('Gift code').inputValue()).toBe('no-such-gift');
  });

  test('a link to another form', async () => {
    const page = await browser.open();
    const release = await hold(page, appFile);
    await page.goto('/signin', { waitUntil: 'commit' });
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await expectLoaded(page, 'page-script');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    release();
    await page.getByRole('button', { name: 'Send reset link' }).waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(member.email);
  });
});
