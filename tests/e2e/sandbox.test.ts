import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildGift, buildMember, buildPlaybook, buildTier } from '../harness/build.ts';

const browser = withBrowser();

test('on a new site, a plan can be bought, fail and end without a payment provider', async () => {
  const page = await browser.open({
    viewport: phone,
    colorScheme: 'dark',
    expectedFaults: /status of (402|409)/,
  });
  // Members without a plan are on the first of two free plans.
  await buildTier(browser.site, { name: 'Hobby', access_level: 0, price: 0 });
  await signIn(page, await buildMember(browser.site), '/pricing');
  await page.getByText('Your plan').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
  await page.waitForURL('**/sandbox/checkout?id=*');
  await page.getByText('nothing is charged').waitFor();
  await page.getByRole('button', { name: 'Try a declined card' }).click();
  await page.getByText('The test card was declined.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Pay with a test card' }).click();
  await page.waitForURL('**/subscription');
  await page.getByText("Payments are in test mode. You won't be charged.").waitFor();
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.getByText('Plan: Pro, trialing').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Fail the next payment' }).click();
  await page.getByText('Plan: Pro, past due').waitFor();
  await page.getByRole('button', { name: 'End the plan now' }).click();
  await page.getByText('Plan: Free').waitFor();
  await page.goBack();
  await page.getByText('Nothing to pay').waitFor();
  expect(await page.getByRole('button', { name: 'Manage billing' }).count()).toBe(0);
});

test('a member who pays for one plan and has a higher one as a gift sees which is which', async () => {
  const { site } = browser;
  const member = await buildMember(site);
  const post = (path: string, body: object) => site.api('POST', path, { token: member.token, body });
  const checkout = await post('/functions/v1/create-checkout-session', { type: 'subscription', tierId: 1 });
  const id = new URL(checkout.body.url).searchParams.get('id');
  await post(`/api/v1/sandbox/checkouts/${id}`, { outcome: 'pay' });
  const tiers = await site.db.selectFrom('tiers').select(['id', 'name']).execute();
  const idOf = (name: string) => tiers.find((tier) => tier.name === name)?.id ?? '';
  const gift = await buildGift(site, { id: idOf('Studio') });
  await post(`/api/v1/gifts/${gift.code}/redeem`, {});
  await site.db.updateTable('tiers').set({ price: 600 }).where('name', '=', 'Pro').execute();

  const page = await browser.open({ expectedFaults: /status of 409/ });
  await signIn(page, member, '/pricing');
  const paid = page.getByRole('button', { name: 'Current plan (Pro)' });
  await paid.waitFor();
  expect(await paid.isDisabled()).toBe(true);
  const marks = page.getByRole('listitem').filter({ visible: true, hasText: 'Your plan' });
  await expect.poll(() => marks.getByRole('heading').allTextContents()).toEqual(['Pro', 'Studio']);
  await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).click();
  await page.getByText(/the rest of the gift waits until your subscription ends/).waitFor();
  const [keep, go] = await page.getByRole('alertdialog').getByRole('button').all();
  const [before, after] = [await keep?.boundingBox(), await go?.boundingBox()];
  expect((after?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0)).toBe(12);
  await page.getByRole('button', { name: 'Keep my plan' }).click();

  await page.goto('/subscription');
  await page.getByText('Pro costs $6.00 a month now, less than you pay.').waitFor();
  await page.getByRole('link', { name: 'Switch to the lower price' }).click();
  await page.getByText('Switch Pro to the lower price?').waitFor();
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await expectFocused(page.getByRole('link', { name: 'Switch to the lower price' }));
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByText('Cancel Pro?').waitFor();
});

test('a plan becomes free as agreed, although somebody subscribes and somebody else changes it meanwhile', async () => {
  const { api, db } = browser.site;
  const tier = await buildTier(browser.site, { name: 'Club', price: 500, access_level: 1 });
  const admin = await buildAdmin(browser.site);
  const page = await browser.open({ expectedFaults: /status of 409/ });
  await signIn(page, admin, '/admin/pricing');
  await page.getByRole('button', { name: 'Edit Club' }).click();
  await page.getByLabel('Price').fill('0');
  const { token } = await buildMember(browser.site);
  const body = { type: 'subscription', tierId: 1, tier: tier.id };
  const checkout = await api('POST', '/functions/v1/create-checkout-session', { token, body });
  const id = new URL(checkout.body.url).searchParams.get('id');
  await api('POST', `/api/v1/sandbox/checkouts/${id}`, { token, body: { outcome: 'pay' } });
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await page.getByText('1 member pays for this plan.').waitFor();
  const path = `/api/v1/admin/tiers/${tier.id}`;
  const { updated_at } = (await api('GET', path, { token: admin.token })).body;
  await api('PATCH', path, { token: admin.token, body: { updated_at, price: 700 } });
  await save.click();
  await page.getByRole('button', { name: 'Make it free' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved changes' });
  await notice.getByRole('button', { name: 'Save my choices' }).click();
  await page.getByText('Tier updated successfully').waitFor();
  const { price } = await db
    .selectFrom('tiers')
    .select('price')
    .where('id', '=', tier.id)
    .executeTakeFirstOrThrow();
  expect(price).toBe(0);
});

test('on a phone, the buttons of the test billing begin at one edge', async () => {
  const page = await browser.open({ viewport: phone });
  await signIn(page, await buildMember(browser.site), '/sandbox/billing');
  const buttons = page.getByRole('main').getByRole('listitem').getByRole('button');
  await buttons.first().waitFor();
  const edges = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().left));
  expect(edges.length).toBeGreaterThan(3);
  expect(new Set(edges).size).toBe(1);
});

test('a closed checkout has no button to pay, and leads to what it was for', async () => {
  const { site } = browser;
  const member = await buildMember(site);
  const { token } = member;
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
  const other = await buildTier(site, { name: 'Team', price: 3900, access_level: 3 });
  const begin = async (body: object): Promise<string> =>
    (await site.api('POST', '/functions/v1/create-checkout-session', { token, body })).body.url;
  const [first, bought] = [
    await begin({ type: 'subscription', tierId: 2 }),
    await begin({ type: 'playbook', playbookId: playbook.id }),
  ];
  const page = await browser.open({ expectedFaults: /status of 409/ });
  await signIn(page, member, new URL(first).pathname + new URL(first).search);
  const pay = page.getByRole('button', { name: 'Pay with a test card' });
  await pay.waitFor();
  // Another tab chooses another plan, which closes this page.
  await begin({ type: 'subscription', tierId: 3, tier: other.id });
  await pay.click();
  await page.getByText('This checkout is closed', { exact: true }).waitFor();
  expect(await pay.count()).toBe(0);
  await page.getByRole('link', { name: 'See plans' }).click();
  await page.waitForURL('**/pricing');

  await page.goto(bought);
  await pay.click();
  await page.waitForURL(`**/playbook/${playbook.slug}`);
  await page.goto(bought);
  await page.getByRole('link', { name: 'Open the playbook' }).click();
  await page.waitForURL(`**/playbook/${playbook.slug}`);

  const unsold = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
  const left = new URL(await begin({ type: 'playbook', playbookId: unsold.id })).searchParams.get('id');
  await site.db.updateTable('checkouts').set({ status: 'expired' }).where('id', '=', left).execute();
  await page.goto(`/checkout?id=${left}`);
  await page.getByText("This checkout wasn't completed").waitFor();
  await page.getByRole('link', { name: 'Open the playbook' }).click();
  await page.waitForURL(`**/playbook/${unsold.slug}`);
});

test('the settings say that a purchase in the sandbox fixes the currency only for now', async () => {
  const { api } = browser.site;
  await buildTier(browser.site, { name: 'Sold', price: 500, access_level: 8 });
  const { token } = await buildMember(browser.site);
  const body = { type: 'subscription', tierId: 8 };
  const checkout = await api('POST', '/functions/v1/create-checkout-session', { token, body });
  const id = new URL(checkout.body.url).searchParams.get('id');
  await api('POST', `/api/v1/sandbox/checkouts/${id}`, { token, body: { outcome: 'pay' } });
  const page = await browser.open();
  await signIn(page, await buildAdmin(browser.site), '/admin/settings');
  await page.getByText(/in the sandbox keeps the currency as it is/).waitFor();
});
