import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  phone,
  signIn,
  stopClock,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildTier } from '../harness/build.ts';
import { secretKey, startStripeStandIn, webhookSecret } from '../stripe/stand-in.ts';

let stripe: Awaited<ReturnType<typeof startStripeStandIn>>;
const browser = withBrowser({
  async environment() {
    stripe = await startStripeStandIn();
    return { STRIPE_API_BASE: stripe.url };
  },
  async prepare(site) {
    const { token } = await buildAdmin(site);
    const body = { stripe_secret_key: secretKey, stripe_webhook_secret: webhookSecret };
    await site.api('PUT', '/api/v1/admin/settings', { token, body });
    stripe.deliverTo(`${site.url}/functions/v1/stripe-webhook`);
  },
});
afterAll(() => stripe?.stop());

async function member(look: Parameters<typeof browser.open>[0] = {}) {
  const account = await buildMember(browser.site);
  const page = await browser.open(look);
  await signIn(page, account, '/robots.txt');
  return { ...account, page };
}

/** A member with a subscription to Pro, on its page after `then`. The purchase itself has its own tests. */
async function subscriber(
  then: (token: string) => Promise<unknown> = async () => undefined,
  look: Parameters<typeof browser.open>[0] = {},
) {
  const account = await buildMember(browser.site);
  const { token } = account;
  const { items } = (await browser.site.api('GET', '/api/v1/tiers')).body;
  const { id, access_level } = items.find(({ name }: { name: string }) => name === 'Pro');
  const body = { type: 'subscription', tierId: access_level, tier: id };
  const begun = await browser.site.api('POST', '/functions/v1/create-checkout-session', { token, body });
  await stripe.scenarios.pay(begun.body.url.split('/pay/')[1]);
  await then(token);
  const page = await browser.open(look);
  await signIn(page, account, '/subscription');
  return { ...account, page };
}

const pay = async (page: Page) => {
  await page.waitForURL('**/pay/**');
  await page.getByRole('button', { name: 'Pay' }).click();
};
const lastCharge = () => [...stripe.fixture.charges.keys()].at(-1) ?? '';
const lastSubscription = () => [...stripe.fixture.subscriptions.keys()].at(-1) ?? '';

async function subscribe(page: Page, plan: 'Pro' | 'Studio') {
  await page.goto('/pricing');
  await page.getByText('Your plan').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: `Subscribe Now (${plan})` }).click();
  await pay(page);
  await page.waitForURL('**/subscription');
  await page.getByText(`${plan} is yours. Thank you!`).waitFor();
}

describe('a member', () => {
  test('buys a playbook on a phone and is taken to it; a refund closes it', async () => {
    const { page } = await member({ viewport: phone });
    const playbook = await buildPlaybook(browser.site, { tier_access: 2, is_purchasable: true, price: 1900 });
    await page.goto(`/playbook/${playbook.slug}`);
    await page.getByRole('button', { name: 'Buy for $19.00' }).click();
    await pay(page);
    await page.waitForURL(`**/playbook/${playbook.slug}`);
    await page.getByText(`${playbook.title} is yours. Thank you!`).waitFor();
    await page.getByText("This playbook doesn't have any steps yet.").waitFor();
    await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
    await page.reload();
    await page.getByRole('button', { name: 'Buy for $19.00' }).waitFor();
  });

  test('begins a plan with its trial, then changes to a larger one at the price they were shown', async () => {
    const { page } = await member({ expectedFaults: /status of 409/ });
    await subscribe(page, 'Pro');
    await page.getByText('Trial ends').waitFor();
    await expectAccessible(page);
    await stripe.scenarios.renew(lastSubscription());
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Current plan (Pro)' }).waitFor();
    expect(await page.getByRole('button', { name: 'Current plan (Pro)' }).isDisabled()).toBe(true);
    // If the price has changed since, the new one is shown before anything is paid.
    await page.route(
      '**/api/v1/subscription/change?*',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), amount_due: 1_500 } });
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).click();
    await page.getByRole('button', { name: 'Pay $15.00 and switch' }).click();
    await page.getByText('The price has changed. Please review it.').waitFor();
    const confirm = page.getByRole('button', { name: 'Pay $17.00 and switch' });
    await confirm.waitFor();
    await expectAccessible(page);
    await confirm.click();
    await page.getByText("You're on Studio now.").waitFor();
    await page.getByText('$29.00 a month').waitFor();
    expect(await page.getByText('Next payment').count()).toBe(1);
  });

  test('cancels, resumes, cancels again, and is on the free plan after the period', async () => {
    const { page } = await subscriber();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText(/Your plan is canceled. You keep it until/).waitFor();
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await page.getByText('You resumed your plan.').waitFor();
    await page.getByText('Next payment').waitFor();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Resume plan' }).waitFor();
    await stripe.scenarios.renew(lastSubscription());
    await page.reload();
    await page.getByText('Nothing to pay').waitFor();
  });

  test('sees what was changed at the provider when Back restores the page from the browser’s memory', async () => {
    const { page } = await subscriber();
    await page.getByText('Next payment').waitFor();
    await stripe.scenarios.cancelInPortal(lastSubscription());
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.getByText(/Your plan is canceled. You keep it until/).waitFor();
  });

  test('whose payment fails is told so, keeps the plan for the grace period, and pays in the portal', async () => {
    const { page, token } = await subscriber(async () => {
      // The owner has added a second seat at the provider.
      const [item] = stripe.fixture.subscriptions.get(lastSubscription())?.items.data ?? [];
      if (item) item.quantity = 2;
      await stripe.scenarios.renew(lastSubscription(), { isPaid: false });
    });
    await page.getByText(/Your last payment failed/).waitFor();
    await page.getByText('$24.00 a month (2 × $12.00)').waitFor();
    // A clock that is ahead doesn't end the plan earlier.
    await page.clock.setSystemTime(Date.now() + 10 * 86_400_000);
    await page.reload();
    await page.getByText(/Your last payment failed/).waitFor();
    await page.clock.setSystemTime(Date.now());
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await page
      .getByText(/^Your plan is canceled and ends on .* A payment that is already due may still/)
      .waitFor();
    await page.getByText(/Your last payment failed/).waitFor();
    await browser.site.db
      .updateTable('subscriptions')
      .set({ past_due_since: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', lastSubscription())
      .execute();
    const { body } = await browser.site.api('POST', '/api/v1/subscription/resume', { token });
    expect(body).toMatchObject({ plan: 'Free', status: 'past_due' });
    await page.reload();
    await page.getByText(/Your plan is on hold because a payment failed/).waitFor();
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.getByRole('button', { name: 'Update card' }).click();
    await page.waitForURL('**/subscription');
    await page.getByText('Next payment').waitFor();
    expect(await page.getByText(/Your last payment failed/).count()).toBe(0);
  });

  test('whose change is not paid reads what they keep, and what the other plan costs', async () => {
    const { page } = await subscriber(async (token) => {
      const { items } = (await browser.site.api('GET', '/api/v1/tiers')).body;
      const { id } = items.find(({ name }: { name: string }) => name === 'Studio');
      await browser.site.api('GET', `/api/v1/subscription/change?tier=${id}&interval=month`, { token });
      const price = [...stripe.fixture.prices.values()].find(({ unit_amount }) => unit_amount === 2_900);
      const subscription = stripe.fixture.subscriptions.get(lastSubscription());
      const [item] = subscription?.items.data ?? [];
      if (!subscription || !item || !price) throw new Error('no subscription');
      // The trial is over.
      await stripe.scenarios.renew(subscription.id);
      stripe.scenarios.setCard(subscription.customer, 'declined');
      // As when Stripe's own portal changes the plan.
      await stripe.scenarios.changes.update(subscription, {
        items: [{ id: item.id, price: price.id }],
        proration_behavior: 'always_invoice',
      });
    });
    await page.getByText(/^Your payment for Studio failed. You keep Pro until/).waitFor();
    await page.getByText('To get Studio for $29.00 a month, update your payment method').waitFor();
    expect(await page.locator('dl').innerText()).toContain('$12.00 a month');
    await page.goto(`${browser.site.url}/pricing`);
    await page.getByRole('button', { name: 'Current plan (Pro)' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).waitFor();
  });

  test('whose payment is refunded is told that nothing more is charged, and buys again', async () => {
    const { page } = await subscriber(
      async (token) => {
        await stripe.scenarios.renew(lastSubscription());
        await stripe.scenarios.refund(lastCharge());
        const plan = async () => (await browser.site.api('GET', '/api/v1/subscription', { token })).body.plan;
        await expect.poll(plan).toBe('Free');
      },
      { viewport: phone },
    );
    await page
      .getByText("Your payment for Pro was refunded. Your plan has ended, and you won't be charged again.")
      .waitFor();
    await page.getByText('Nothing to pay').waitFor();
    expect(await page.getByText('Next payment').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Manage billing' }).count()).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await subscribe(page, 'Pro');
    await page.getByText('$12.00 a month').waitFor();
    expect(await page.getByText('was refunded').count()).toBe(0);
  });

  test('whose bank disputes a payment keeps the plan if the site wins, and buys again if it loses', async () => {
    const { page } = await subscriber(async () => {
      await stripe.scenarios.renew(lastSubscription());
      await stripe.scenarios.dispute(lastCharge());
    });
    await page.getByText('Your payment for Pro is disputed, so your plan is on hold').waitFor();
    await page.getByText(/Unless you cancel, your next payment of \$12\.00 is on/).waitFor();
    await page.getByText('Nothing to pay').waitFor();
    await expectAccessible(page);
    await stripe.scenarios.winDispute(lastCharge());
    await page.reload();
    await page.getByText('$12.00 a month').waitFor();
    expect(await page.getByText('is disputed').count()).toBe(0);
    await stripe.scenarios.renew(lastSubscription());
    await stripe.scenarios.dispute(lastCharge());
    await stripe.scenarios.loseDispute(lastCharge());
    await page.reload();
    await page.getByText('Your bank returned your payment for Pro. Your plan has ended').waitFor();
    await expectAccessible(page);
    await subscribe(page, 'Pro');
  });

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
    await page.waitForURL('**/pricing');
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
    const waiting = page.getByRole('heading', { name: 'Thank you! Your payment is being processed' });
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
