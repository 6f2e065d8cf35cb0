import { describe, expect, test } from 'vitest';
import { formatDay } from '#ui/format.ts';
import { expectAccessible, expectFocused, expectNoSidewaysScroll, phone } from '../harness/browser.ts';
import { buildAdmin, buildPlaybook } from '../harness/build.ts';
import { listen } from '../harness/live-regions.ts';
import {
  lastCharge,
  lastSubscription,
  member,
  pay,
  stripe,
  subscribe,
  subscriber,
  withStripeBrowser,
} from '../harness/stripe-browser.ts';

const browser = withStripeBrowser();

/** Switches the newest subscription to Studio as Stripe's own portal does. */
async function switchInPortal(token: string, interval: 'month' | 'year', card: 'ok' | 'declined') {
  const { items } = (await browser.site.api('GET', '/api/v1/tiers')).body;
  const { id } = items.find(({ name }: { name: string }) => name === 'Studio');
  await browser.site.api('GET', `/api/v1/subscription/change?tier=${id}&interval=${interval}`, { token });
  const amount = interval === 'year' ? 27_840 : 2_900;
  const price = [...stripe.fixture.prices.values()].find(({ unit_amount }) => unit_amount === amount);
  const subscription = stripe.fixture.subscriptions.get(lastSubscription());
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item || !price) throw new Error('no subscription');
  // The trial is over.
  await stripe.scenarios.renew(subscription.id);
  stripe.scenarios.setCard(subscription.customer, card);
  await stripe.scenarios.changes.update(subscription, {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: 'always_invoice',
  });
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
    const heard = await listen(page);
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
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^Due now/));
    await page.getByRole('button', { name: 'Pay $15.00 and switch' }).click();
    await page.getByText('The price has changed. Please review it.').waitFor();
    const confirm = page.getByRole('button', { name: 'Pay $17.00 and switch' });
    await confirm.waitFor();
    await expectAccessible(page);
    await confirm.click();
    await page.getByText("You're on Studio now.").waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
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
    await expectFocused(page.getByRole('heading', { level: 1, name: 'Subscription' }));
    await page.getByText('Next payment').waitFor();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Resume plan' }).waitFor();
    await stripe.scenarios.renew(lastSubscription());
    await page.reload();
    await page.getByText('Nothing to pay').waitFor();
  });

  test('is told before a switch that it takes back their cancellation', async () => {
    const { page } = await subscriber(async (token) => {
      await stripe.scenarios.renew(lastSubscription());
      await browser.site.api('POST', '/api/v1/subscription/cancel', { token });
    });
    await page.goto(`${browser.site.url}/pricing`);
    await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).click();
    await page
      .getByText(/^You canceled your plan. With this switch, it continues: the next payment is on/)
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /and switch$/ }).click();
    await page.getByText("You're on Studio now.").waitFor();
    await page.getByText('Next payment').waitFor();
    expect(await page.getByRole('button', { name: 'Resume plan' }).count()).toBe(0);
  });

  test('who has a higher plan without paying reads until when, and what the other one costs', async () => {
    const { page, id } = await subscriber(async () => stripe.scenarios.renew(lastSubscription()));
    const { token } = await buildAdmin(browser.site);
    const { items } = (await browser.site.api('GET', '/api/v1/tiers')).body;
    const { id: tier_id } = items.find(({ name }: { name: string }) => name === 'Studio');
    const body = { tier_id, until: '2999-01-31T12:00:00Z' };
    await browser.site.api('PUT', `/api/v1/admin/members/${id}/plan`, { token, body });
    await page.reload();
    await page
      .getByText(
        'You have Studio for free until Jan 31, 2999. Your subscription continues and is still charged.',
      )
      .waitFor();
    const [own, paid] = await page.locator('dl').allInnerTexts();
    for (const text of ['Plan\nStudio', 'Price\nComplimentary', 'Ends\nJan 31, 2999'])
      expect(own).toContain(text);
    expect(own).not.toContain('Next payment');
    await page.getByRole('heading', { name: 'Subscription to Pro' }).waitFor();
    for (const text of ['Billing cycle\nMonthly', 'Price\n$12.00 a month', 'Next payment'])
      expect(paid).toContain(text);
    expect(paid).not.toContain('Ends');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: 'Resume plan' }).waitFor();
    expect((await page.locator('dl').allInnerTexts())[1]).toContain('Ends');
    expect(await page.getByText('still charged').count()).toBe(0);
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
    await page.getByRole('button', { name: 'Resume plan' }).waitFor();
    const { grace_until, subscription_ends_at } = (
      await browser.site.api('GET', '/api/v1/subscription', { token })
    ).body;
    const [grace, end] = [formatDay(grace_until), formatDay(subscription_ends_at)];
    await page
      .getByText(
        `Your last payment failed. Your plan is canceled. It ends on ${grace}, or on ${end} if the payment that is due is still collected.`,
      )
      .waitFor();
    expect(await page.locator('dl').innerText()).toContain(`Ends\n${grace}`);
    expect(await page.getByText(end).count()).toBe(1);
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
    const { page } = await subscriber((token) => switchInPortal(token, 'month', 'declined'));
    await page.getByText(/^Your payment for Studio failed. You keep Pro until/).waitFor();
    await page.getByText('To get Studio for $29.00 a month, update your payment method').waitFor();
    expect(await page.locator('dl').innerText()).toContain('$12.00 a month');
    await page.goto(`${browser.site.url}/pricing`);
    await page.getByRole('button', { name: 'Current plan (Pro)' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).waitFor();
  });

  test('whose annual upgrade is disputed reads what they keep until when, and what is on hold', async () => {
    const { page } = await subscriber(async (token) => {
      await switchInPortal(token, 'year', 'ok');
      await stripe.scenarios.dispute(lastCharge());
    });
    await page
      .getByText(/^Your payment for Studio is disputed. You keep Pro until .* your next payment of \$278\.40/)
      .waitFor();
    const [own, paid] = await page.locator('dl').allInnerTexts();
    for (const text of ['Plan\nPro', 'Price\nNothing to pay', 'Ends']) expect(own).toContain(text);
    for (const text of ['Billing cycle\nAnnual', 'Price\n$278.40 a year', 'Next payment'])
      expect(paid).toContain(text);
    await page.getByRole('heading', { name: 'Subscription to Studio' }).waitFor();
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
});
