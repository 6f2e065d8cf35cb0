import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  phone,
  signIn,
  stopClock,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildGift, buildMember, buildPlaybook, buildTier } from '../harness/build.ts';
import { holdFirst } from '../harness/held-answers.ts';

// Each test visits many pages, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

const unavailable = 'The site is unavailable for a moment.';
/** Makes the next request to a URL fail, as during a restart of the server. */
const failOnce = (page: Page, address: string) =>
  page.route(
    address,
    (route) => route.fulfill({ status: 503, json: { error: unavailable, code: 'unavailable' } }),
    { times: 1 },
  );

test('an owner creates a code, and a visitor follows its link, signs in, pays what was shown and sees it on their plan', async () => {
  const desk = await browser.open({ viewport: desktop, expectedFaults: /status of 422/ });
  await signIn(desk, admin, '/admin');
  await desk.getByRole('navigation').getByRole('link', { name: 'Offers' }).click();
  await desk.getByText('No offers yet').waitFor();
  await desk.getByRole('button', { name: 'Create offer' }).click();
  await desk.getByLabel('Code', { exact: true }).fill('autumn');
  await desk.getByLabel('Percent off').fill('125');
  await desk.getByLabel('On a plan, it reduces').selectOption({ label: 'A number of months' });
  await desk.getByRole('button', { name: 'Create offer' }).click();
  await desk.getByText('Must be 100 or less').waitFor();
  await desk.getByLabel('Percent off').fill('25');
  await desk.getByLabel('Total uses').fill('1');
  await desk.getByLabel('Last day').fill('2026-01-01');
  await desk.getByRole('button', { name: 'Create offer' }).click();
  await desk.locator('form').getByText('This date is in the past').waitFor();
  await expectFocused(desk.getByLabel('Last day'));
  await desk.getByLabel('Last day').fill('');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Create offer' }).click();
  await desk.getByText('Offer created').waitFor();
  await desk.getByText('25% off payments in the first 3 months').waitFor();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Copy link AUTUMN' }).click();
  await desk.getByText('Link copied').waitFor();
  const link = await desk.evaluate(() => navigator.clipboard.readText());

  const member = await buildMember(browser.site);
  const page = await browser.open({ viewport: phone, colorScheme: 'dark' });
  await page.goto(link);
  const pro = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Pro', exact: true }) });
  await pro.getByText('For 3 months, then $12.00 a month.').waitFor();
  await pro.getByText('$9', { exact: true }).waitFor();
  // Visually, only the strikethrough says so.
  expect(await pro.locator('s').textContent()).toBe('instead of $12');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await pro.getByRole('link', { name: 'Subscribe Now' }).click();
  await page.waitForURL('**/signup?*');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/signin?*');
  // The previous page has a field with that name too.
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('offer')).toBe('AUTUMN');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  expect(await page.getByText("Signing in didn't work").count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/sandbox/checkout?id=*');
  await page.getByText('25% off for 3 months, then $12.00 a month').waitFor();
  await page.getByText('−$3.00').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay with a test card' }).click();
  await page.waitForURL('**/subscription');
  await page.getByText(/^\$9\.00 on /).waitFor();
  await page.getByText(/^25% off until /).waitFor();
  await expectAccessible(page);
  // It ends before the next payment of a yearly plan, but reduces the first one.
  const { tier_id } = (await browser.site.api('GET', '/api/v1/subscription', { token: member.token })).body;
  await page.goto(`/subscription?change=${tier_id}&interval=year`);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: 'Switch Pro to annual billing?' }).waitFor();
  await dialog.getByText(/^25% off until /).waitFor();
  await dialog.getByText('$115.20 a year', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: /^Pay .* and switch$/ }).click();
  await page.getByText("You're on annual billing now.").waitFor();

  await desk.reload();
  await desk.getByText('Used up').waitFor();
  await desk.getByText('1 of 1').waitFor();
});

test('a code is entered when buying a playbook; a wrong one says so, and a free one needs no card', async () => {
  const playbook = await buildPlaybook(browser.site, { tier_access: 2, is_purchasable: true, price: 1900 });
  const body = { code: 'FREEBIE', percent_off: 100, applies_to: 'playbooks' };
  await browser.site.api('POST', '/api/v1/admin/offers', { token: admin.token, body });
  const page = await browser.open({ expectedFaults: /status of (404|503)/ });
  await signIn(page, await buildMember(browser.site), `/playbook/${playbook.slug}`);
  await page.getByRole('button', { name: 'Have a code?' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Required').waitFor();
  await page.getByLabel('Code').fill('freebee');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText("This code isn't valid. Check the spelling.").waitFor();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('freebie');
  await failOnce(page, '**/api/v1/offers/quote');
  await page.keyboard.press('Enter');
  await page.getByText(unavailable).waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  const applied = page.getByRole('status').filter({ hasText: 'FREEBIE' });
  await expectFocused(applied);
  await applied.getByRole('button', { name: 'Remove the code FREEBIE' }).click();
  await expectFocused(page.getByRole('button', { name: 'Have a code?' }));
  await page.keyboard.press('Enter');
  await expectFocused(page.getByLabel('Code'));
  await page.keyboard.type('freebie');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Get it for free' }).click();
  await page.waitForURL('**/sandbox/checkout?id=*');
  const complete = page.getByRole('button', { name: 'Complete order' });
  await complete.waitFor();
  expect(await page.getByRole('button', { name: 'Try a declined card' }).count()).toBe(0);
  await complete.click();
  await page.waitForURL(`**/playbook/${playbook.slug}`);
  await page.getByText(`${playbook.title} is yours. Thank you!`).waitFor();
});

test('an owner makes a gift; its link leads a visitor through sign-up to the plan, which says how long it lasts', async () => {
  const desk = await browser.open({ expectedFaults: /status of 422/ });
  await signIn(desk, admin, '/admin/offers');
  await desk.getByText('No gift codes yet').waitFor();
  expect(await desk.getByRole('region', { name: 'Gift codes' }).count()).toBe(0);
  expect(await desk.getByText(/^Showing 0/).count()).toBe(0);
  await desk.getByRole('button', { name: 'Create gift codes' }).click();
  await desk.getByRole('button', { name: 'Create', exact: true }).click();
  await desk.getByText('Choose a plan').nth(1).waitFor();
  await desk.getByLabel('Plan').selectOption({ label: 'Pro' });
  await desk.getByLabel('Note').fill('For Ada');
  await desk.getByLabel('Redeem by').fill('2026-01-01');
  await desk.getByRole('button', { name: 'Create', exact: true }).click();
  await desk.getByText('This date is in the past').waitFor();
  await expectFocused(desk.getByLabel('Redeem by'));
  await desk.getByLabel('Redeem by').fill('2999-01-01');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Create', exact: true }).click();
  await desk.getByText('1 gift code created').waitFor();
  await desk.getByText('For Ada').waitFor();
  await desk.getByRole('button', { name: /^Copy link .{4}-/ }).click();
  await desk.getByText('Link copied').waitFor();
  const link = await desk.evaluate(() => navigator.clipboard.readText());
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('gifts.csv');

  const page = await browser.open({
    viewport: phone,
    colorScheme: 'dark',
    expectedFaults: /status of (404|503)/,
  });
  await stopClock(page);
  await page.goto('/gift');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Required').waitFor();
  await page.getByLabel('Gift code').fill('AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText("This gift code isn't valid. Check the spelling.").waitFor();
  await expectFocused(page.getByLabel('Gift code'));
  await expectAccessible(page);
  // The space for a gift isn't kept without one.
  await page.reload();
  await page.getByText("This gift code isn't valid. Check the spelling.").waitFor();
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await expect.poll(async () => (await footer.boundingBox())?.y).toBeLessThan(phone.height);
  await failOnce(page, '**/api/v1/gifts/*');
  await page.goto(link);
  await page.getByText(unavailable).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'A gift: Pro for 3 months' }).waitFor();
  await expectAccessible(page);
  // A zoom of 400%.
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: 'Create an account to redeem it' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('analytical');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/gift?code=*');
  await page.getByText(/^You get Pro now, until /).waitFor();
  // This page, loaded before the gift is redeemed, must not be shown from a cache afterward.
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Subscription' }).click();
  await page.getByText('Nothing to pay').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Redeem gift' }).click();
  await page.getByRole('heading', { name: 'Pro is yours' }).waitFor();
  await expectAccessible(page);
  // The same link on a device without the session.
  const elsewhere = await browser.open();
  // Its clock is a year ahead, which doesn't end the gift.
  await elsewhere.clock.setSystemTime(Date.now() + 365 * 86_400_000);
  await elsewhere.goto(link);
  await elsewhere.getByRole('heading', { name: 'This gift has already been redeemed' }).waitFor();
  await expectAccessible(elsewhere);
  await elsewhere.getByText('Did you redeem it yourself?').getByRole('link', { name: 'Sign in' }).click();
  await elsewhere.getByLabel('Email').fill('ada@example.com');
  await elsewhere.getByLabel('Password', { exact: true }).fill('analytical');
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await elsewhere.getByRole('heading', { name: 'Pro is yours' }).waitFor();
  await page.getByRole('link', { name: 'Your subscription' }).click();
  await page.getByText(/^You have Pro as a gift until .*\.$/).waitFor();
  await page.getByText('A gift', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await desk.reload();
  await desk.getByText('ada@example.com').waitFor();
  await desk.getByRole('button', { name: /^Revoke / }).click();
  await desk.getByText('ada@example.com loses Pro immediately and gets an email.').waitFor();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Revoke', exact: true }).click();
  await desk.getByRole('cell', { name: 'Revoked' }).waitFor();
  await page.reload();
  await page.getByText('Nothing to pay').waitFor();
});

test('a plan that gift codes promise is not offered for deletion, and the way leads to the codes', async () => {
  const tier = await buildTier(browser.site, { name: 'Promised' });
  await buildGift(browser.site, tier);
  const page = await browser.open({ viewport: phone });
  await signIn(page, admin, '/admin/pricing');
  const remove = page.getByRole('button', { name: 'Delete Promised' });
  await remove.click();
  const dialog = page.getByRole('alertdialog', { name: "This tier can't be deleted yet" });
  await dialog.getByText('1 gift code promises it. Revoke the code first.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Show gift codes' }).click();
  await page.waitForURL('**/admin/offers#gift-codes');
  await page.getByRole('heading', { name: 'Gift codes' }).waitFor();
  const revoke = page.getByRole('row', { name: /Promised/ }).getByRole('button', { name: /^Revoke/ });
  await revoke.click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  await page.goBack();
  // The list is loaded again on the way back.
  await page.waitForLoadState('networkidle');
  await remove.click();
  await page
    .getByText('Are you sure you want to delete this tier? Users with this tier may be affected.')
    .waitFor();
});

test('what is typed while gift codes are being created stays, for other codes', async () => {
  const { name } = await buildTier(browser.site, { price: 500 });
  const page = await browser.open();
  await signIn(page, admin, '/admin/offers');
  await page.getByRole('button', { name: 'Create gift codes' }).click();
  const modal = page.getByRole('dialog', { name: 'Create gift codes' });
  const create = modal.getByRole('button', { name: 'Create', exact: true });
  await modal.getByLabel('Plan').selectOption({ label: name });
  await modal.getByLabel('Note').fill('For one');
  const made = await holdFirst(page, '**/api/v1/admin/offers/gifts', 'POST');
  await create.click();
  await made.asked;
  await modal.getByLabel('Note').fill('For another');
  await made.release();
  await page.getByText('1 gift code created').waitFor();
  await create.click();
  await modal.waitFor({ state: 'detached' });
  for (const note of ['For one', 'For another']) await page.getByText(note, { exact: true }).waitFor();
});

test('a gift of a deleted account names the day it ended, and one that waits is revoked before it has begun', async () => {
  const { site } = browser;
  const tier = await buildTier(site, { name: 'Studio', price: 2900, access_level: 2 });
  const redeemed_at = new Date();
  const past = await buildGift(site, tier, { redeemed_at, ends_at: new Date('2020-05-15') });
  const { id, email } = await buildMember(site);
  const waiting = await buildGift(site, tier, { redeemed_at, redeemed_by: id });
  const desk = await browser.open();
  await signIn(desk, admin, '/admin/offers');
  const rowOf = ({ code }: { code: string }) => desk.getByRole('row').filter({ hasText: code });
  await rowOf(past)
    .getByText(/^Ended.*2020/)
    .waitFor();
  await rowOf(waiting)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await desk
    .getByText(`The gift of Studio to ${email} is withdrawn before it has begun, and they get an email.`)
    .waitFor();
});
