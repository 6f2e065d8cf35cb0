import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible, expectFocused, hold, leave, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildOffer } from '../harness/build.ts';
import { setSetting } from '../harness/sign-in.ts';
import { switchProvidersOn } from '../social/social-site.ts';
import { startProvider } from '../social/stand-in-provider.ts';

const provider = await startProvider();
const browser = withBrowser({
  environment: async () => ({ SIGN_IN_PROVIDERS_BASE: provider.url }),
  async prepare(site) {
    provider.redirectUri = `${site.url}/auth/v1/callback`;
    await switchProvidersOn(site);
  },
});
afterAll(() => provider.stop());

let count = 0;
beforeEach(() => {
  count += 1;
  provider.person = { sub: `person-${count}`, email: `person-${count}@example.com`, email_verified: true };
});
const goOn = (page: Page, name = 'Google') =>
  page.getByRole('button', { name: `Continue with ${name}` }).click();

test('signing up with a provider leads back to the previous page, and signing in again to the dashboard', async () => {
  const page = await browser.open();
  await page.goto('/signup?from=/prompts');
  await goOn(page);
  await page.waitForURL((url) => url.pathname === '/prompts' && url.search === '');
  await page.getByRole('button', { name: /account/i }).waitFor();

  const other = await browser.open();
  await other.goto('/signin');
  await goOn(other);
  await other.waitForURL((url) => url.pathname === '/dashboard');
  const { rows } = await browser.site.pool.query('select from auth.users where email = $1', [
    provider.person.email,
  ]);
  expect(rows).toHaveLength(1);
});

test('after turning back from a provider, the button can be pressed again', async () => {
  const page = await browser.open();
  await page.route('**/auth/v1/authorize?*', (route) => route.fulfill({ status: 204 }), { times: 1 });
  await page.goto('/signin');
  await Promise.all([page.waitForResponse('**/auth/v1/authorize?*'), goOn(page)]);
  await goOn(page);
  await page.waitForURL((url) => url.pathname === '/dashboard');
});

test('a button whose code cannot be loaded says so, and leads on once it can', async () => {
  const page = await browser.open({ fresh: true, expectedFaults: /ERR_FAILED/ });
  await page.route('**/assets/auth-client-*', (route) => route.abort());
  for (const path of ['/signin', '/signup']) {
    await page.goto(path);
    await goOn(page);
    await page.getByText("The site can't be reached. Try again.").waitFor();
  }
  await page.unroute('**/assets/auth-client-*');
  await goOn(page);
  await page.waitForURL((url) => url.pathname !== '/signup');
});

test('a plan is chosen on the way, and the code that makes it cheaper stays what it was', async () => {
  const { code } = await buildOffer(browser.site);
  const page = await browser.open();
  for (const [path, reductions] of [
    ['/pricing', 0],
    [`/pricing?code=${code}`, 1],
  ] as const) {
    provider.person = { ...provider.person, sub: path, email: `plan-${reductions}@example.com` };
    await page.goto(path);
    if (reductions > 0) await page.getByText('$9', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Subscribe Now (Pro)' }).filter({ visible: true }).click();
    await page.waitForURL('**/signup?*');
    await goOn(page);
    await page.waitForURL('**/sandbox/checkout?id=*');
    await page.getByRole('button', { name: 'Pay with a test card' }).waitFor();
    expect(await page.getByText('−$3.00').count()).toBe(reductions);
    await leave(page);
  }
});

test('an account at a provider is linked, and signs in from then on', async () => {
  const member = await buildMember(browser.site);
  const page = await browser.open();
  await signIn(page, member, '/settings/sessions');
  await page.getByRole('button', { name: 'Link GitHub' }).click();
  await page.getByRole('button', { name: 'Unlink GitHub' }).waitFor();
  await page.waitForURL((url) => url.search === '');

  const other = await browser.open();
  await other.goto('/signin');
  await goOn(other, 'GitHub');
  await other.waitForURL((url) => url.pathname === '/dashboard');
});

test('accounts can be linked once what is above them is there', async () => {
  await setSetting(browser.site, 'passkeys', 'true');
  const page = await browser.open();
  // Sections that appear above would move a pressed button.
  const release = await hold(page, /\/auth\/v1\/passkeys$/);
  let answers = 0;
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/auth/v1/user')) answers += 1;
  });
  await signIn(page, await buildMember(browser.site), '/settings/sessions');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  await expect.poll(() => answers).toBeGreaterThan(1);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const link = page.getByRole('button', { name: 'Link GitHub' });
  expect(await link.count()).toBe(0);
  release();
  await link.click();
  await page.getByRole('button', { name: 'Unlink GitHub' }).waitFor();
});

test('a new member who has not agreed to the terms is asked first', async () => {
  const { token } = await buildAdmin(browser.site);
  const admin = (method: string, path: string, body: object) =>
    browser.site.api(method, `/api/v1/admin/pages${path}`, { token, body });
  const { body: made } = await admin('POST', '', { kind: 'terms' });
  const { body: saved } = await admin('PATCH', `/${made.id}`, { body: 'Be kind.' });
  await admin('POST', `/${made.id}/publish`, { updated_at: saved.updated_at });

  const page = await browser.open();
  await page.goto('/signin?from=/prompts');
  await goOn(page);
  await page.getByRole('heading', { name: 'Before you continue' }).waitFor();
  await expectFocused(page.getByLabel('I agree to'));
  await expectAccessible(page);
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Before you continue' }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Please agree to continue.').waitFor();
  await page.getByLabel('I agree to').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await leave(page);
  await page.goto('/signin?from=/prompts');
  await goOn(page);
  await page.waitForURL((url) => url.pathname === '/prompts');
});
