import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, phone, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';
import { emailsOf, setSetting } from '../harness/sign-in.ts';

const browser = withBrowser();
beforeAll(async () => {
  await setSetting(browser.site, 'anonymous_sign_in', 'true');
  await setSetting(browser.site, 'confirm_email', 'true');
});

test('a guest is asked before signing out, and can add an address, correct it and follow its link elsewhere', async () => {
  const page = await browser.open({
    viewport: phone,
    // When the account turns out to have an address now; and a font that a slow machine uses late.
    expectedFaults: /Layout shift|was preloaded using link preload|status of 503/,
  });
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Try it without an account' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  const question = page.getByRole('alertdialog', { name: 'Sign out of your trial?' });
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await signOut.click();
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await question.getByRole('link', { name: 'Add an email address first' }).click();

  await page.getByRole('button', { name: 'Create account' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign out everywhere' }).count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Password' }).count()).toBe(0);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Create account' }) });
  const [wrong, email] = ['mistyped@example.com', 'guest@example.com'];
  for (const address of [wrong, email]) {
    await form.getByLabel('Email').fill(address);
    await form.getByLabel('Password', { exact: true }).fill('a good password');
    await form.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`Follow the link in our email to ${address}`).waitFor();
    // Even if the server doesn't answer.
    await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 503, json: { msg: 'Away' } }));
    await page.reload();
    await page.getByText(`Follow the link in our email to ${address}`).waitFor();
    await page.unroute('**/auth/v1/user');
  }
  await fetch((await emailsOf(browser.site, email, 1)).link, { redirect: 'manual' });
  await page.reload();
  await page.getByLabel('New email address').fill(email.toUpperCase());
  await page.getByLabel('Your password').fill('a good password');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await page.getByText('This is already your email address.').waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  expect(await question.count()).toBe(0);
});

test('who leaves a trial on a phone is not asked again after the next sign-in', async () => {
  await setSetting(browser.site, 'confirm_email', 'false');
  const member = await buildMember(browser.site);
  const page = await browser.open({ viewport: phone });
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Try it without an account' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await page.getByLabel('Email', { exact: true }).fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await question.count()).toBe(0);
});
