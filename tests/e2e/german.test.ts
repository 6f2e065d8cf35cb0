import { expect, test, vi } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  leave,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin } from '../harness/build.ts';

const browser = withBrowser();
vi.setConfig({ testTimeout: 240_000 });

test('a German visitor comes, signs up and finds their way, on a small phone', async () => {
  const page = await browser.open({ locale: 'de-DE', viewport: phone, expectedFaults: /status of 400/ });
  await page.goto('/');
  await page
    .getByRole('heading', { level: 1, name: 'Nie wieder Prompts von Grund auf schreiben.' })
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Kostenlos registrieren' }).last().click();
  await page.waitForURL('**/signup');
  await page.getByLabel('E-Mail').fill('erika@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('kurz');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByText('Das Passwort braucht mindestens 6 Zeichen').waitFor();
  await page.getByLabel('Passwort', { exact: true }).fill('ein langes Passwort');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.waitForURL(`${browser.site.url}/`);
  await page.getByRole('link', { name: 'Zum Dashboard' }).first().click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Prompts gesamt').waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');

  // What the server says comes in the language of the page, by its code.
  await leave(page);
  await page.goto('/signin');
  await page.getByLabel('E-Mail').fill('erika@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('ein falsches Passwort');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('E-Mail-Adresse oder Passwort ist falsch').waitFor();
});

test('longer words fit on every kind of page', async () => {
  const page = await browser.open({ locale: 'de-DE', viewport: phone, expectedFaults: /status of 404/ });
  const narrow = { width: 320, height: 700 };
  const fits = async (path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const size of [phone, narrow]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
  };
  for (const path of ['/', '/browse', '/pricing', '/signin', '/signup', '/gift', '/nowhere'])
    await fits(path);
  await signIn(page, await buildAdmin(browser.site));
  const inside = ['dashboard', 'prompts', 'playbooks', 'collections', 'subscription', 'settings'];
  const admin = [
    '',
    '/users',
    '/prompts',
    '/playbooks',
    '/pricing',
    '/settings',
    '/site',
    '/offers',
    '/outbox',
  ];
  for (const path of [...inside.map((name) => `/${name}`), ...admin.map((name) => `/admin${name}`)])
    await fits(path);
});

test('the language is switched without JavaScript, and in the settings', async () => {
  const plain = await browser.open({ javaScriptEnabled: false });
  await plain.goto('/pricing');
  await plain.getByRole('button', { name: 'Deutsch' }).click();
  await plain.getByRole('heading', { name: 'Häufige Fragen' }).waitFor();
  expect(new URL(plain.url()).pathname).toBe('/pricing');

  const admin = await buildAdmin(browser.site);
  const page = await browser.open();
  await signIn(page, admin, '/settings');
  await page.getByRole('heading', { name: 'Account settings' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Kontoeinstellungen' }).waitFor();
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Admin-Dashboard' }).waitFor();
  await page.goto('/subscription', { waitUntil: 'networkidle' });
  for (const word of ['Kostenlos', 'Monatlich']) await page.getByText(word, { exact: true }).waitFor();

  // On another machine it comes with the profile, once somebody has signed in there.
  const other = await browser.open();
  const signInAgain = async (email: string, password: string, button: string) => {
    await other.getByLabel(email).fill(admin.email);
    await other.getByLabel(password, { exact: true }).fill(admin.password);
    await other.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  };
  await other.goto('/signin?from=/collections');
  await signInAgain('Email', 'Password', 'Sign in');
  await other.getByRole('heading', { name: 'Sammlungen', exact: true }).waitFor();
  expect(new URL(other.url()).pathname).toBe('/collections');

  // What is chosen before signing in is the newest choice: it goes to the profile.
  await leave(other);
  await other.goto('/signin');
  await other.getByRole('main').getByRole('button', { name: 'English' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInAgain('Email', 'Password', 'Sign in');
  await other.getByText('Total Prompts').waitFor();
  await expect
    .poll(() => browser.site.db.selectFrom('profiles').select('locale').where('id', '=', admin.id).execute())
    .toEqual([{ locale: 'en' }]);
});
