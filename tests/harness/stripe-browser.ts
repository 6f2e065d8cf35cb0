import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { secretKey, startStripeStandIn, webhookSecret } from '../stripe/stand-in.ts';
import { signIn, withBrowser } from './browser.ts';
import { buildAdmin, buildMember } from './build.ts';

export let stripe: Awaited<ReturnType<typeof startStripeStandIn>>;
let browser: ReturnType<typeof withBrowser>;
type Look = Parameters<typeof browser.open>[0];

/** A browser for one test file, on a site whose payments go to a stand-in for Stripe. */
export function withStripeBrowser(publishable: { stripe_publishable_key?: string } = {}) {
  browser = withBrowser({
    async environment() {
      stripe = await startStripeStandIn();
      return { STRIPE_API_BASE: stripe.url };
    },
    async prepare(site) {
      const { token } = await buildAdmin(site);
      const body = { stripe_secret_key: secretKey, stripe_webhook_secret: webhookSecret, ...publishable };
      await site.api('PUT', '/api/v1/admin/settings', { token, body });
      stripe.deliverTo(`${site.url}/functions/v1/stripe-webhook`);
    },
  });
  afterAll(() => stripe?.stop());
  return browser;
}

/** A member who is signed in, on a page of which nothing is loaded yet. */
export async function member(look: Look = {}) {
  const account = await buildMember(browser.site);
  const page = await browser.open(look);
  await signIn(page, account, '/robots.txt');
  return { ...account, page };
}

/** A member with a subscription to Pro, on its page after `then`. The purchase itself has its own tests. */
export async function subscriber(
  then: (token: string) => Promise<unknown> = async () => undefined,
  look: Look = {},
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

export async function pay(page: Page) {
  await page.waitForURL('**/pay/**');
  await page.getByRole('button', { name: 'Pay' }).click();
}
export const lastCharge = () => [...stripe.fixture.charges.keys()].at(-1) ?? '';
export const lastSubscription = () => [...stripe.fixture.subscriptions.keys()].at(-1) ?? '';

export async function subscribe(page: Page, plan: 'Pro' | 'Studio') {
  await page.goto('/pricing');
  await page.getByText('Your plan').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: `Subscribe Now (${plan})` }).click();
  await pay(page);
  await page.waitForURL('**/subscription');
  await page.getByText(`${plan} is yours. Thank you!`).waitFor();
}
