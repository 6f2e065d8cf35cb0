import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { passkeysPerAccount } from '#constants';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  hold,
  leave,
  phone,
  pressOnce,
  sessionKey,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';
import { emailsOf, setSetting } from '../harness/sign-in.ts';

const browser = withBrowser();
beforeAll(async () => {
  await setSetting(browser.site, 'passkeys', 'true');
  await setSetting(browser.site, 'email_sign_in', 'true');
});

/** Gives the page a device with a screen lock, or a USB key. @returns an object that controls whether its owner touches it */
async function addDevice(page: Page, transport: 'internal' | 'usb' = 'internal') {
  await page.addInitScript(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      Object.assign(window, { isAsking: true });
      return get(options);
    };
  });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    touches: (enabled: boolean) =>
      protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    keys: async () => (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}
/** Opens the sign-in page, and waits until it asks the device, which would otherwise sign in at once when touched. */
async function openOffering(page: Page) {
  await page.goto('/signin');
  await expect.poll(() => page.evaluate(() => 'isAsking' in window)).toBe(true);
}

test('a passkey is added, offered where the address is typed, signs in by itself, and is removed', async () => {
  const member = await buildMember(browser.site);
  // The browser's own passkey prompt isn't input to the page, so the error that appears below the title counts as a layout shift.
  const page = await browser.open({ expectedFaults: /status of 400|Layout shift.*No account yet/s });
  const device = await addDevice(page);
  await signIn(page, member, '/settings/sessions');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  expect(await device.keys()).toHaveLength(1);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(desktop);
  await leave(page);

  // While the device isn't touched, the page waits.
  await device.touches(false);
  await openOffering(page);
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('autocomplete')).toBe(
    'username webauthn',
  );
  await expectAccessible(page);
  await device.touches(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/dashboard');
  await leave(page);
  // The device is touched, without typing or pressing anything on the page.
  await page.goto('/signin');
  await page.waitForURL('**/dashboard');

  await page.goto('/settings/sessions');
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await pressOnce(page.getByRole('button', { name: 'Save changes' }), '**/auth/v1/passkeys/*');
  await page.getByText('Passkey renamed').waitFor();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' });
  await pressOnce(remove, '**/auth/v1/passkeys/*');
  await page.getByText('Passkey removed').waitFor();
  await leave(page);
  await device.touches(false);
  await openOffering(page);
  await device.touches(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText("We don't recognize this passkey").waitFor();
});

test('a member with the maximum number of passkeys is told in their language', async () => {
  const member = await buildMember(browser.site);
  await sql`
    insert into auth.passkeys (user_id, credential_id, public_key, friendly_name)
    select ${member.id}, uuid_send(gen_random_uuid()), '', 'Key' from generate_series(1, ${passkeysPerAccount}::int)`.execute(
    browser.site.db,
  );
  const page = await browser.open({ locale: 'de-DE', expectedFaults: /status of 422/ });
  await addDevice(page);
  await signIn(page, member, '/settings/sessions');
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click(); // cspell:disable-line
  await page.getByText('Mehr Passkeys gehen nicht.').waitFor(); // cspell:disable-line
});

test('passkeys can be added once what is above them is there', async () => {
  const page = await browser.open();
  await addDevice(page);
  // Sections that appear above would move a pressed button.
  const release = await hold(page, /\/auth\/v1\/user$/);
  const answer = page.waitForResponse(/\/auth\/v1\/passkeys$/);
  await signIn(page, await buildMember(browser.site), '/settings/sessions');
  await (await answer).finished();
  await page.getByRole('heading', { name: 'Passkeys', exact: true }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const add = page.getByRole('button', { name: 'Add a passkey' });
  expect(await add.count()).toBe(0);
  release();
  await add.click();
  await page.getByText('Passkey added').waitFor();
});

test('a security key is a second step after the password', async () => {
  const member = await buildMember(browser.site);
  const page = await browser.open();
  await addDevice(page, 'usb');
  await signIn(page, member, '/settings/sessions');
  await page.getByRole('button', { name: 'Set up a security key' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await leave(page);
  await page.goto('/signin');
  await page.getByLabel('Email', { exact: true }).fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const key = page.getByRole('button', { name: 'Use your security key' });
  await expectFocused(key);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectFocused(page.getByLabel('Recovery code'));
  await key.click();
  await page.getByRole('button', { name: 'Use a recovery code' }).waitFor();
  await expectFocused(key);
  await key.click();
  await page.waitForURL('**/dashboard');
});

test("a member without a password confirms by a code, and isn't asked for a password", async () => {
  const { site } = browser;
  const member = await buildMember(site);
  await site.pool.query('update auth.users set password_hash = null where id = $1', [member.id]);
  await site.pool.query("update auth.sessions set created_at = now() - interval '1 day' where user_id = $1", [
    member.id,
  ]);
  const page = await browser.open({ expectedFaults: /status of 40[03]/ });
  await addDevice(page);
  await page.goto('/robots.txt');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(member.session),
  ] as const);
  await page.goto('/settings/sessions');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(`we'll email a code to ${member.email}`).waitFor();
  await expectFocused(page.getByRole('button', { name: 'Email me a code' }));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectFocused(page.getByRole('heading', { name: 'Passkeys', exact: true }));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  const code = page.getByLabel('Six-digit code');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Incorrect code.').waitFor();
  // As pasted from some email programs.
  await code.selectText();
  await page.keyboard.insertText((await emailsOf(site, member.email, 1)).code.replace(/^.../, ' $& '));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added').waitFor();

  // The notification comes before the next code.
  await emailsOf(site, member.email, 2);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set password' }).waitFor();
  expect(await page.getByLabel(/current password|your password/i).count()).toBe(0);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  expect(await dialog.getByLabel('Password').count()).toBe(0);
  await dialog.getByLabel('Six-digit code').fill((await emailsOf(site, member.email, 3)).code);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL('**/signin');
  await page.getByText('Your account has been deleted').waitFor();
});
