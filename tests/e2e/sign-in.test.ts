import { Secret, TOTP } from 'otpauth';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  leave,
  phone,
  pressOnce,
  sessionKey,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';
import { emailsOf, setSetting } from '../harness/sign-in.ts';
import { askOnceForCode } from '../harness/strict-browser.ts';

const browser = withBrowser();
beforeAll(() => setSetting(browser.site, 'email_sign_in', 'true'));

const away = 'The site is away.';
const newCodes = '**/auth/v1/factors/recovery-codes/regenerate';
/** Makes the next request to a URL fail, as during a restart of the server. */
const failOnce = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ status: 503, json: { msg: away } }), { times: 1 });

test("a session's key is derived from the host, and one of an earlier version goes on under it", async () => {
  const { session } = await buildMember(browser.site);
  const page = await browser.open();
  await page.goto('/robots.txt');
  await page.evaluate((kept) => localStorage.setItem('promptory-auth', kept), JSON.stringify(session));
  await page.goto('/browse');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  const kept = () =>
    page.evaluate(() => [localStorage['promptory-auth'], localStorage['sb-localhost-auth-token']]);
  expect(await kept()).toEqual([undefined, JSON.stringify(session)]);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  expect(await kept()).toEqual([undefined, undefined]);
});

test('an authenticator app is set up, asked for at sign-in, and replaced by a recovery code', async () => {
  const member = await buildMember(browser.site);
  const page = await browser.open({ expectedFaults: /status of (400|404|503)/ });
  await signIn(page, member, '/settings/sessions');
  await page.getByText('This device').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByAltText('QR code for your authenticator app').waitFor();
  await expectFocused(page.getByLabel('Code from your app'));
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectAccessible(page);
  await page
    .getByLabel('Code from your app')
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await failOnce(page, newCodes);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText(away).waitFor();
  await pressOnce(page.getByRole('button', { name: 'Get new recovery codes' }), newCodes);
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await expectFocused(page.getByRole('heading', { name: 'Your recovery codes' }));
  await expectAccessible(page);
  const recovery = (await page.locator('li.font-mono, ul.font-mono li').first().textContent()) ?? '';

  const other = await browser.open({ viewport: phone, expectedFaults: /status of (422|503)/ });
  const signInByForm = async () => {
    await other.goto('/signin');
    await other.getByLabel('Email', { exact: true }).fill(member.email);
    await other.getByLabel('Password', { exact: true }).fill(member.password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor();
  };
  await failOnce(other, '**/auth/v1/user');
  await signInByForm();
  await other.getByText(away).waitFor();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Try again' }).click();
  await other.getByLabel('Code from your app').fill('000000');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByText('Invalid TOTP code entered').waitFor();
  // Without the code, no page opens.
  await other.goto('/dashboard');
  await other.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor();
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(recovery);
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.waitForURL('**/dashboard');

  await page.getByRole('button', { name: 'I saved them' }).click();
  await failOnce(page, '**/auth/v1/factors/recovery-codes');
  await page.reload();
  await page.getByText('You have 9 recovery codes left').waitFor();
  await browser.site.pool.query(
    "update auth.sessions set created_at = now() - interval '16 minutes' where user_id = $1",
    [member.id],
  );
  await page.getByRole('button', { name: 'Get new recovery codes' }).click();
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByText('You have 10 recovery codes left').waitFor();
  // A second app, set up elsewhere, is removed as well.
  await browser.site.pool.query(
    'insert into auth.factors (user_id, status, secret_encrypted) select user_id, status, secret_encrypted from auth.factors where user_id = $1',
    [member.id],
  );
  await page.getByRole('button', { name: 'Turn off' }).click();
  const turnOff = page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' });
  await pressOnce(turnOff, '**/auth/v1/factors/*');
  await expectFocused(page.getByRole('button', { name: 'Set up an authenticator app' }));
});

test('a code from an email signs in, and a link asks first', async () => {
  const { email } = await buildMember(browser.site);
  const page = await browser.open();
  const request = async () => {
    await page.goto('/signin');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    const send = page.getByRole('button', { name: 'Send link and code' });
    await send.waitFor();
    // Another tab has signed in, and out again before this one hears of it.
    await page.evaluate(
      (key) => window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' })),
      sessionKey,
    );
    // The typed address is kept.
    await send.click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  };
  await request();
  await expectAccessible(page);
  const { code } = await emailsOf(browser.site, email, 1);
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  // The page's remaining requests must be sent as the member.
  await page.waitForLoadState('networkidle');

  await leave(page);
  await request();
  const { link } = await emailsOf(browser.site, email, 2);
  await page.goto(link);
  await page.getByText('This link signs you in as').waitFor();
  expect(page.url()).not.toContain('access_token');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
});

test('the button "Sign in" cannot be pressed again while the profile is loading', async () => {
  const { email, password } = await buildMember(browser.site);
  const page = await browser.open();
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/profile', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await asked.promise;
  const busy = page.getByRole('button', { name: 'Signing in...' });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  answered.resolve();
  await page.waitForURL('**/dashboard');
});

test("a button whose code can't be loaded says so, and works once it can", async () => {
  await setSetting(browser.site, 'passkeys', 'true');
  await setSetting(browser.site, 'anonymous_sign_in', 'true');
  const { email, password } = await buildMember(browser.site);
  const page = await browser.open({
    fresh: true,
    expectedFaults: /ERR_FAILED|Layout shift/,
  });
  const code = '**/assets/auth-client-*';
  const told = page.getByText("The site can't be reached. Try again.");
  await page.route(code, (route) => route.abort());
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await told.waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // The previous message is shown until then.
  const lost = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await lost;
  await told.waitFor();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await leave(page);

  await page.route(code, (route) => route.abort());
  await page.goto('/signup');
  const start = page.getByRole('button', { name: 'Try it without an account' });
  await start.click();
  await told.waitFor();
  await page.unroute(code);
  await start.click();
  await page.getByRole('button', { name: /account/i }).waitFor();
  await leave(page);

  await page.addInitScript(askOnceForCode);
  await page.route(code, (route) => route.abort());
  await page.goto('/signup');
  await start.click();
  await told.waitFor();
  const loaded = page.waitForEvent('load');
  await start.click();
  await loaded;
  await page.unroute(code);
  await start.click();
  await page.getByRole('button', { name: /account/i }).waitFor();
});

test('sections of sign-in methods that cannot be loaded offer another try', async () => {
  const page = await browser.open({ expectedFaults: /status of 503/ });
  let isAway = true;
  const user = (route: Route) =>
    isAway ? route.fulfill({ status: 503, json: { msg: away } }) : route.fallback();
  await page.route('**/auth/v1/user', user);
  await page.route('**/auth/v1/passkeys', user);
  await signIn(page, await buildMember(browser.site), '/settings/sessions');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.poll(() => again.count()).toBeGreaterThan(0);
  isAway = false;
  // All visible buttons, because a pressed one disappears when its answer arrives.
  const pressAll = () =>
    again.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
      return buttons.length;
    });
  await expect.poll(pressAll).toBe(0);
  const setUp = page.getByRole('button', { name: 'Set up an authenticator app' });
  await setUp.waitFor();

  await failOnce(page, '**/auth/v1/factors');
  await setUp.click();
  await page.getByText(away).waitFor();
  await expectFocused(again);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByAltText('QR code for your authenticator app').waitFor();
  await expectFocused(page.getByLabel('Code from your app'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await failOnce(page, '**/auth/v1/factors');
  await setUp.click();
  await page.getByText(away).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await setUp.waitFor();
});

test('a browser without storage signs in and out all the same, for as long as the page is open', async () => {
  const member = await buildMember(browser.site);
  // React Router's own script complains that it can't save the scroll position.
  const page = await browser.open({ expectedFaults: /ERR_FAILED|Access is denied/ });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    // As in Firefox.
    window.BroadcastChannel = class extends EventTarget {
      constructor() {
        super();
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      }
    } as unknown as typeof BroadcastChannel;
  });
  await page.goto('/signin');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await page.goto(
    `/reset-password#access_token=a&refresh_token=b&type=recovery&token_type=bearer&expires_in=3600`,
  );
  await page.getByLabel('New password', { exact: true }).waitFor();
});

test('a page that the Back button restores from memory after a sign-out elsewhere shows nothing of the member', async () => {
  const page = await browser.open({ fresh: true, expectedFaults: /status of 401/ });
  // Such a page hears nothing of other tabs.
  await page.addInitScript(() => {
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
    Object.assign(window, { BroadcastChannel: undefined });
  });
  await signIn(page, await buildMember(browser.site), '/settings');
  await page.getByLabel('Display name').waitFor();
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL('**/signin');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.waitForURL('**/signin');
});

test('a new account waits for its address: a reload keeps the code’s field, and the sign-in leads to it too', async () => {
  await setSetting(browser.site, 'confirm_email', 'true');
  const [email, password] = ['waiting@example.com', 'a good password'];
  const page = await browser.open({ expectedFaults: /status of 400/ });
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByLabel('Six-digit code').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText(`${email}: Follow the link in our email`).waitFor();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor();

  // As if a minute had passed.
  await browser.site.db
    .updateTable('auth.users')
    .set({ confirmation_sent_at: new Date(Date.now() - 120_000) })
    .where('email', '=', email)
    .execute();
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Enter the code, or get another email' }).click();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await page.getByText('We sent another email.').waitFor();
  await page.getByLabel('Six-digit code').fill((await emailsOf(browser.site, email, 2)).code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await setSetting(browser.site, 'confirm_email', 'false');
});
