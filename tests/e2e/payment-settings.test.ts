import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectAccessible, phone, signIn } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildTier } from '../harness/build.ts';
import { stripe, withStripeBrowser } from '../harness/stripe-browser.ts';
import { liveSecretKey, secretKey } from '../stripe/keys.ts';

const browser = withStripeBrowser({ stripe_publishable_key: 'pk_test_standin' });

async function owner(look: Parameters<typeof browser.open>[0] = {}) {
  // Refusals by the site.
  const page = await browser.open({ expectedFaults: /status of (409|422)/, ...look });
  await signIn(page, await buildAdmin(browser.site), '/admin/settings');
  await page.getByLabel('Publishable key').waitFor();
  return page;
}

async function subscriber() {
  const tier = await buildTier(browser.site, { name: 'Patron', price: 900, access_level: 7 });
  const { token } = await buildMember(browser.site);
  const body = { type: 'subscription', tierId: 7, tier: tier.id };
  const answer = await browser.site.api('POST', '/functions/v1/create-checkout-session', { token, body });
  await stripe.scenarios.pay(answer.body.url.split('/pay/')[1]);
  const plan = async () => (await browser.site.api('GET', '/api/v1/subscription', { token })).body.plan;
  return { plan };
}

describe('an owner who mixes up keys', () => {
  test('is told at the field, and asked before members lose their plan', async () => {
    const { plan } = await subscriber();
    expect(await plan()).toBe('Patron');
    const page = await owner();
    const publishable = page.getByLabel('Publishable key');
    const secret = page.getByLabel('Secret key');
    const save = page.getByRole('button', { name: 'Save Settings' });
    await page.getByText('Nobody is charged.').waitFor();
    // As on a page without HTTPS, which is common during setup.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy the URL' }).click();
    await page.getByText('Copied!').waitFor();

    // The secret key in the public field.
    await publishable.fill(secretKey);
    await save.click();
    await page.getByText('A publishable key begins with pk_test_ or pk_live_').waitFor();
    await publishable.fill('pk_test_standin');

    // A key that Stripe doesn't know.
    await secret.fill('sk_test_mistyped_key');
    await save.click();
    await page.getByText("Stripe doesn't accept this key.").waitFor();

    // Keys of two modes.
    await secret.fill(liveSecretKey);
    await save.click();
    await page.getByText('Enter both keys of the same mode.').waitFor();

    // Both keys of the other mode, in which the plan Patron is unknown.
    await publishable.fill('pk_live_standin');
    await save.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 member loses their plan immediately.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await plan()).toBe('Patron');
    expect((await browser.site.api('GET', '/api/v1/settings')).body.stripe_publishable_key).toBe(
      'pk_test_standin',
    );

    await save.click();
    await dialog.getByRole('button', { name: 'Change keys' }).click();
    await page.getByText('Settings saved successfully!').waitFor();
    await page.getByText('Members are charged.').waitFor();
    expect(await plan()).toBe('Free');

    // And back.
    await publishable.fill('pk_test_standin');
    await secret.fill(secretKey);
    await save.click();
    await page.getByText('Nobody is charged.').waitFor();
    expect(await plan()).toBe('Patron');
  });

  test('removes the keys after two questions, on a phone', async () => {
    const page = await owner({ viewport: phone });
    await page.getByRole('button', { name: 'Remove keys' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Until you enter keys again, the site simulates payments').waitFor();
    await dialog.getByRole('button', { name: 'Remove keys' }).click();
    await dialog.getByText(/lose[s]? their plan/).waitFor();
    await dialog.getByRole('button', { name: 'Remove keys' }).click();
    await page.getByText('No keys are set. The site simulates payments').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Remove keys' }).count()).toBe(0);
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByRole('button', { name: 'Remove keys' }).waitFor();
    await page.getByText('Nobody is charged.').waitFor();
  });
});

test('an owner sees the events to register, copies them, and is warned when none come', async () => {
  await subscriber();
  const page = await owner();
  await page.getByText('invoice.payment_failed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Copy the list of events' }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('charge.dispute.closed');
  // Stripe can't send to this machine.
  await page.getByRole('button', { name: 'Register endpoint at Stripe' }).click();
  await page.getByText('URL must be publicly accessible').waitFor();
  await expectAccessible(page);
  await sql`update billing_events set received_at = now() - interval '36 days'`.execute(browser.site.db);
  await page.goto('/admin');
  await page.getByText('No payment events have arrived from Stripe for a long time').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Site Settings' }).last().click();
  await page.getByText('No events have arrived for a long time').waitFor();
});

test('an owner whose only event was refused is not told that there was none', async () => {
  const page = await owner();
  await page.route('**/api/v1/admin/settings', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const payments = { ...json.payments, last_event_at: null, refused_event_at: '2026-01-02T03:04:00.000Z' };
    await route.fulfill({ response, json: { ...json, payments } });
  });
  await page.reload();
  await page.getByText(/^The event of Jan .* was refused/).waitFor();
  expect(await page.getByText('No event yet.').count()).toBe(0);
});

test('the price of a year is the one that is charged', async () => {
  const page = await browser.open();
  await page.goto('/pricing');
  await page.getByText('$12', { exact: true }).waitFor();
  await page.getByText('Annual').click();
  // Twelve months at $12, less 20%.
  await page.getByText('$115.20', { exact: true }).waitFor();
});
