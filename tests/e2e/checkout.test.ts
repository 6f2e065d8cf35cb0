import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, hold, phone, signIn, stopClock } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt, buildTier } from '../harness/build.ts';
import {
  lastCharge,
  lastSubscription,
  member,
  pay,
  stripe,
  withStripeBrowser,
} from '../harness/stripe-browser.ts';

const browser = withStripeBrowser();

describe('a member', () => {
  test('cannot pay twice in two tabs', async () => {
    const { page } = await member();
    const second = await page.context().newPage();
    for (const tab of [page, second]) {
      await tab.goto('/pricing');
      await tab.getByText('Your plan').filter({ visible: true }).waitFor();
      await tab.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
      await tab.waitForURL('**/pay/**');
    }
    expect(second.url()).toBe(page.url());
    await pay(page);
    await page.waitForURL('**/subscription');
    await second.getByRole('button', { name: 'Pay' }).click();
    await second.getByText('This checkout is closed').waitFor();
  });

  test('returns from an abandoned checkout to where they came from, and nothing is charged', async () => {
    const { page, token } = await member();
    await page.goto('/pricing');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByText('Annual').click();
    const button = page.getByRole('button', { name: 'Subscribe Now (Studio)' });
    // Back restores the page from the browser's memory as it was left, with a disabled button.
    const leaving = page.waitForRequest('**/pay/**');
    await page.route('**/pay/**', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await button.click();
    await leaving;
    expect(await button.isDisabled()).toBe(true);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await button.click();
    await page.waitForURL('**/pay/**');
    await page.getByText('then 278.40').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/pricing?interval=year');
    expect(await page.getByRole('radio', { name: 'Annual' }).isChecked()).toBe(true);
    const { body } = await browser.site.api('GET', '/api/v1/subscription', { token });
    expect(body.plan).toBe('Free');
  });

  test('sees the page wait while the payment is still on its way', async () => {
    const { page } = await member();
    await stopClock(page);
    await page.goto('/pricing');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
    await page.waitForURL('**/pay/**');
    const session = stripe.fixture.sessions.get(page.url().split('/pay/')[1] ?? '');
    await page.goto(session?.success_url ?? '');
    const waiting = page.getByRole('heading', { name: 'Thank you! Your order is being processed' });
    await waiting.waitFor();
    await expectAccessible(page);
    // This page, loaded before the plan started, must not be shown from a cache afterward.
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByText('Nothing to pay').waitFor();
    await page.goBack();
    await waiting.waitFor();
    await stripe.scenarios.pay(session?.id ?? '');
    await page.waitForURL('**/subscription');
    await page.getByText('Trial ends').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('Plain words editor');
    await page.getByRole('option', { name: 'Plain words editor', exact: true }).click();
    await page.getByText('100 copies left today').waitFor();
  });

  test("who pays by bank debit sees that it is in progress, and isn't offered the plan again", async () => {
    await buildTier(browser.site, { name: 'Steady', price: 900, access_level: 3, trial_days: 0 });
    const { page } = await member({ viewport: phone });
    await page.goto('/pricing');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Subscribe Now (Steady)' }).click();
    await page.waitForURL('**/pay/**');
    const session = stripe.fixture.sessions.get(page.url().split('/pay/')[1] ?? '');
    await stripe.scenarios.pay(session?.id ?? '', { isDebit: true });
    await page.goto(session?.success_url ?? '');
    await page
      .getByText("This can take a few days. You'll get access as soon as the payment arrives.")
      .waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    const words =
      "Your bank is processing your payment for Steady. This can take a few days. You'll get access as soon as the payment arrives.";
    await page.getByText(words).waitFor();
    await expectAccessible(page);
    await page.goto('/pricing');
    await page.getByText(words).filter({ visible: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Subscribe Now (Steady)' }).isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  test("sees why it doesn't work while the provider is unavailable", async () => {
    const { page } = await member({ expectedFaults: /status of 502/ });
    const playbook = await buildPlaybook(browser.site, { tier_access: 2, is_purchasable: true, price: 500 });
    stripe.down(true);
    await page.goto('/pricing');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
    await page.getByText(/^Failed to start subscription: The payment provider/).waitFor();
    await page.goto(`/playbook/${playbook.slug}`);
    const buy = page.getByRole('button', { name: 'Buy for $5.00' });
    await buy.click();
    await page.getByText('Failed to initiate checkout. Please try again.').waitFor();
    stripe.down(false);
    await buy.click();
    await page.waitForURL('**/pay/**');
  });

  test('is led to the checkout by a click that begins before the page has recognized them', async () => {
    const { page } = await member();
    const release = await hold(page, /\/api\/v1\/profile$/);
    await page.goto('/pricing');
    await page.waitForFunction(() => document.documentElement.dataset.app === 'ready');
    await page.getByRole('link', { name: 'Subscribe Now (Pro)' }).filter({ visible: true }).hover();
    await page.mouse.down();
    release();
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.mouse.up();
    await page.waitForURL('**/pay/**');
  });

  test('whose session has ended is asked to sign in, and led on to the plan they chose', async () => {
    const { page, email, password, token } = await member({ expectedFaults: /status of 40[0-3]/ });
    await page.goto('/pricing?interval=year');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await browser.site.api('POST', '/auth/v1/logout?scope=global', { token });
    await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).filter({ visible: true }).click();
    await page.waitForURL(/\/signin\?plan=[\da-f-]+&interval=year$/);
    await page.getByText('Please sign in to subscribe').waitFor();
    expect(await page.getByText('Failed to start subscription').count()).toBe(0);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/pay/**');
  });

  test("on the free plan is told so, and sees why a checkout couldn't start, however the server answers", async () => {
    const { page } = await member();
    await page.goto('/pricing');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Get Started (Free)' }).click();
    await page.getByText('You are already on the free tier').waitFor();
    await page.route('**/functions/v1/create-checkout-session', (route) =>
      route.fulfill({ json: { error: 'The provider is closed.' } }),
    );
    await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
    await page.getByText('Failed to start subscription: The provider is closed.').waitFor();
  });

  test('with a complimentary plan is taken to it, not to the free one', async () => {
    const given = await buildMember(browser.site, { level: 1 });
    const page = await browser.open();
    await signIn(page, given, '/pricing');
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Get Started (Free)' }).click();
    await page.waitForURL('**/subscription');
    expect(await page.getByText('You are already on the free tier').count()).toBe(0);
  });
});

describe('a member who came to pay', () => {
  /** The stand-in's session of the checkout. */
  async function checkout(page: Page, plan: string, from = '/subscription') {
    await page.goto(`/pricing?from=${encodeURIComponent(from)}`);
    await page.getByText('Your plan').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: `Subscribe Now (${plan})` }).click();
    await page.waitForURL('**/pay/**');
    return page.url().split('/pay/')[1] ?? '';
  }

  test('for a locked prompt, leaves and pays after all, gets to it', async () => {
    const { slug } = await buildPrompt(browser.site, { tier_access: 1 });
    const other = await buildPrompt(browser.site, { tier_access: 1 });
    const { page } = await member();
    // The checkout that is left first is opened again, and belongs to another prompt then.
    for (const from of [`/prompt/${other.slug}`, `/prompt/${slug}`]) {
      await checkout(page, 'Pro', from);
      await page.getByRole('button', { name: 'Back' }).click();
      await page.waitForURL(`**/pricing?from=${encodeURIComponent(from)}`);
    }
    await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
    await page.waitForURL('**/pay/**');
    await pay(page);
    await page.waitForURL(`**/prompt/${slug}`);
  });

  test("with a card that has had a trial sees why theirs didn't start, wherever they came from", async () => {
    await buildTier(browser.site, { name: 'Tried', price: 1500, access_level: 4, trial_days: 7 });
    const subscribed = async () => {
      const { page } = await member();
      const session = await checkout(page, 'Tried', '/prompts');
      await stripe.scenarios.pay(session, { fingerprint: 'card_of_two' });
      await page.goto(stripe.fixture.sessions.get(session)?.success_url ?? '');
      return page;
    };
    const first = await subscribed();
    await first.getByText('Tried is yours. Thank you!').waitFor();
    await first.waitForURL('**/prompts');
    const second = await subscribed();
    await second.getByText("Your trial couldn't start").waitFor();
    expect(new URL(second.url()).pathname).toBe('/subscription');
  });

  test('with a discount sees the next payment while their plan is on hold', async () => {
    const { page } = await member();
    const session = await checkout(page, 'Pro');
    stripe.scenarios.enterCode(session, 500);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/subscription');
    await page.getByText(/^\$7\.00 on /).waitFor();
    await stripe.scenarios.renew(lastSubscription());
    await stripe.scenarios.dispute(lastCharge());
    await page.reload();
    await page.getByText(/Unless you cancel, your next payment of \$7\.00 is on/).waitFor();
  });
});
