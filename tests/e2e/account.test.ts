import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { formatDay, formatMoney } from '#ui/format.ts';
import { expectAccessible, expectNoSidewaysScroll, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();
const open = async (options = {}) => {
  const member = await buildMember(browser.site, { level: 1 });
  const page = await browser.open(options);
  await signIn(page, member, '/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { member, page };
};

describe('the account settings', () => {
  test('keep name and bio, and say when that fails', async () => {
    const { member, page } = await open({ expectedFaults: /status of 500/ });
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(member.email);
    expect(await page.getByLabel('Email', { exact: true }).isEditable()).toBe(false);
    const news = page.getByRole('checkbox', { name: 'Email me news from this site' });
    expect(await news.isChecked()).toBe(true);
    await page.getByLabel('Display name').fill('Ada');
    await page.getByLabel('Bio').fill('Counts.');
    const replies = page.getByRole('checkbox', { name: 'Email me about replies to my comments' });
    await replies.uncheck();
    // Meanwhile, they unsubscribe by a link in an email.
    const { token } = member;
    await browser.site.api('PATCH', '/api/v1/profile', { token, body: { email_news: false } });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Profile updated successfully').waitFor();
    await expect.poll(() => news.isChecked()).toBe(false);
    await page.reload();
    await expect.poll(() => page.getByLabel('Display name').inputValue()).toBe('Ada');
    expect(await page.getByLabel('Bio').inputValue()).toBe('Counts.');
    expect([await news.isChecked(), await replies.isChecked()]).toEqual([false, false]);
    await page.route('**/api/v1/profile', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Failed to update profile').waitFor();
  });

  test('change the password with the current one', async () => {
    const { member, page } = await open({ expectedFaults: /status of 400/ });
    const fill = async (current: string, password: string, confirmation = password) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Confirm new password').fill(confirmation);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    // A password manager can fill in the current password, and save the new one.
    const offered = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('autocomplete');
    expect([await offered('Your password'), await offered('Current password')]).toEqual([
      'current-password',
      'current-password',
    ]);
    expect([await offered('New password'), await offered('Confirm new password')]).toEqual([
      'new-password',
      'new-password',
    ]);
    await fill(member.password, 'new-password', 'other');
    await page.getByText('Passwords do not match').waitFor();
    await fill(member.password, 'short');
    await page.getByText('Password must be at least 6 characters').waitFor();
    await fill('wrong', 'new-password');
    await page.getByText('Incorrect current password').waitFor();
    await fill(member.password, 'new-password');
    await page.getByText('Password updated successfully').waitFor();
    const other = await browser.open();
    await signIn(other, { ...member, password: 'new-password' }, '/robots.txt');
  });

  test('export the data that the site has', async () => {
    const { member, page } = await open();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export my data' }).click();
    const data = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(data.profile.email).toBe(member.email);
  });

  test('sign out everywhere, and say when nothing has been signed out', async () => {
    const { member, page } = await open({ expectedFaults: /status of 503/ });
    const other = await browser.open({ expectedFaults: /status of 40[013]/ });
    await signIn(other, member, '/robots.txt');
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 503, body: '{}' }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText("You're still signed in on all your devices. Try again.").waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/signin');
    await other.goto('/prompts');
    await other.waitForURL('**/signin');
  });

  test('delete the account, with the password', async () => {
    const { member, page } = await open({ expectedFaults: /status of 40[03]/ });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await expectAccessible(page);
    expect(await dialog.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Password').getAttribute('autocomplete')).toBe('current-password');
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await dialog.getByText('Incorrect password.').waitFor();
    await dialog.getByLabel('Password').fill(member.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL('**/signin');
    await page.getByText('Your account has been deleted').waitFor();
    await page.getByLabel('Email').fill(member.email);
    const password = page.getByLabel('Password', { exact: true });
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    await password.fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Invalid login credentials').waitFor();
  });
});

test('deleting an account with a plan says what ends and what is not paid back, and ends it', async () => {
  const { site } = browser;
  const member = await buildMember(site);
  const { token } = member;
  const call = async (path: string, body: object) => (await site.api('POST', path, { token, body })).body;
  const pro = await site.db
    .selectFrom('tiers')
    .select(['id', 'access_level'])
    .where('name', '=', 'Pro')
    .executeTakeFirstOrThrow();
  const wanted = { type: 'subscription', tierId: pro.access_level, tier: pro.id };
  const { url } = await call('/functions/v1/create-checkout-session', wanted);
  const checkout = new URL(url).searchParams.get('id');
  await call(`/api/v1/sandbox/checkouts/${checkout}`, { outcome: 'pay' });
  await call('/api/v1/sandbox/billing', { action: 'renew' });
  const plan = (await site.api('GET', '/api/v1/subscription', { token })).body;
  const price = formatMoney(plan.amount, plan.currency);

  // The session ends with the account, before the browser signs out.
  const page = await browser.open({
    viewport: phone,
    colorScheme: 'dark',
    expectedFaults: /status of 403/,
  });
  await signIn(page, member, '/settings');
  await page.getByText('Records of your payments stay for bookkeeping, without your name').waitFor();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(`Your Pro plan (${price} a month) ends now, and you won't be charged`).waitFor();
  const day = formatDay(plan.next_payment_at);
  await dialog.getByText(`You paid until ${day}: the remaining time, worth up to ${price}`).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel('Password').fill(member.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL('**/signin');
  await page.getByText('Your account has been deleted').waitFor();
  const records = await site.db
    .selectFrom('subscriptions')
    .select(['user_id', 'status', 'amount'])
    .where('customer_id', '=', `cus_sandbox_${member.id}`)
    .execute();
  expect(records).toEqual([{ user_id: null, status: 'canceled', amount: plan.amount }]);
});

describe('data of a member in the browser', () => {
  test('is the same on every page: a copy counts on the subscription page too', async () => {
    const page = await browser.open();
    await signIn(page, await buildMember(browser.site));
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByText('10 of 10 left').waitFor();
    await page.getByRole('link', { name: 'Prompts', exact: true }).click();
    await page.getByRole('searchbox').fill('Plain words editor');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Plain words editor' }).click();
    await page.getByText('10 copies left today').waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('9 copies left today').waitFor();
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByText('9 of 10 left').waitFor();
  });

  test('is not shown to the next member who signs in', async () => {
    const [first, second] = [await buildMember(browser.site, { level: 1 }), await buildMember(browser.site)];
    const page = await browser.open();
    await signIn(page, first);
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByText(/^Tier /).waitFor();
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    // Without loading a page: signIn() would start with a new one.
    await page.getByLabel('Email').fill(second.email);
    await page.getByLabel('Password', { exact: true }).fill(second.password);
    const plan = Promise.withResolvers<void>();
    await page.route('**/api/v1/subscription', async (route) => {
      await plan.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subscription' }).waitFor();
    expect(await page.getByText(/^Tier /).count()).toBe(0);
    plan.resolve();
    await page.getByText('Nothing to pay').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(second.email);
  });
});

describe('the subscription page', () => {
  test('names the plan, its cycle and whom to ask', async () => {
    const { page } = await open();
    await page.goto('/subscription');
    await page.getByText(/^Tier /).waitFor();
    await page.getByText('Monthly').waitFor();
    expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
      'mailto:support@example.com',
    );
    await page.getByRole('link', { name: 'Upgrade Plan' }).click();
    await page.waitForURL('**/pricing');
  });

  test('names no plan before it is loaded, nor when loading fails', async () => {
    const { page } = await open({ expectedFaults: /status of 503/ });
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/v1/subscription', async (route) => {
      await answer.promise;
      await route.fulfill({ status: 503, json: { error: 'Away', code: 'unavailable' } });
    });
    await page.goto('/subscription');
    await page.getByText('Billing cycle').waitFor();
    const said = () => page.getByText(/^(Free|Monthly)$/).count();
    expect(await said()).toBe(0);
    answer.resolve();
    await page.getByText("Your plan couldn't be loaded.").waitFor();
    expect(await said()).toBe(0);
  });
});

test('dates on a member’s own pages are in their time zone', async () => {
  const { site } = browser;
  const member = await buildMember(site);
  const zone = 'Pacific/Kiritimati';
  /** Yesterday and tomorrow at 20:00 UTC, which is a day later in the Pacific. */
  const at = (days: number) => {
    const time = new Date(Date.now() + days * 86_400_000);
    time.setUTCHours(20, 0, 0, 0);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone }).format(time);
    return { time, day };
  };
  const [before, after] = [at(-1), at(1)];
  const prompt = await buildPrompt(site, {
    version: 2,
    created_at: before.time,
    version_at: before.time,
    is_version_public: true,
  });
  const page = await browser.open({ timezoneId: zone });
  await signIn(page, member, `/prompt/${prompt.slug}`);
  await page.getByText(`Version 2, changed ${before.day}.`).waitFor();
  await page.getByText(before.day, { exact: true }).waitFor();

  const { pool, api } = site;
  // Before the sessions are made older, because a session older than a day can't create keys.
  const body = { name: 'Notes', scopes: ['library:read'] };
  expect((await api('POST', '/api/v1/keys', { token: member.token, body })).status).toBe(201);
  await pool.query('update api_keys set expires_at = $1 where user_id = $2', [after.time, member.id]);

  await pool.query('update auth.sessions set created_at = $1 where user_id = $2', [before.time, member.id]);
  await page.goto('/settings/sessions');
  await page.getByText(`Signed in on ${before.day}`).first().waitFor();

  await page.goto('/settings/keys');
  await page.getByText(`Expires on ${after.day}`).waitFor();
});
