import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, phone, signIn } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';
import { lastSubscription, stripe, withStripeBrowser } from '../harness/stripe-browser.ts';

const browser = withStripeBrowser();

/** A member on a phone, on Pro, whose card requires a confirmation of each payment. */
async function subscriber() {
  const page = await browser.open({ viewport: phone });
  await signIn(page, await buildMember(browser.site), '/pricing');
  await page.getByText('Your plan').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
  await page.getByRole('button', { name: 'Use a card that needs confirmation' }).click();
  await page.waitForURL('**/subscription');
  await stripe.scenarios.renew(lastSubscription(), { isPaid: true });
  return page;
}

test('a change of plan waits for the bank’s confirmation, and happens once it is given', async () => {
  const page = await subscriber();
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Current plan (Pro)' }).waitFor();
  await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).click();
  await page.getByRole('button', { name: 'Pay $17.00 and switch' }).click();
  const notice = page.getByText(/Your bank asks you to confirm the payment to switch to Studio/);
  await notice.waitFor();
  await page.getByText('$12.00 a month').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Confirm the payment' }).click();
  const bank = await opening;
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  await bank.getByText('We are unable to authenticate your payment method.').waitFor();
  expect(await notice.count()).toBe(1);
  await bank.getByRole('button', { name: 'Pay invoice' }).click();
  await bank.getByText('Invoice paid').waitFor();
  await page.getByText('$29.00 a month').waitFor();
  await notice.waitFor({ state: 'detached' });
});

test('a renewal links to the bank’s confirmation, and the plan stays once it is given', async () => {
  const page = await subscriber();
  await stripe.scenarios.renew(lastSubscription());
  await page.goto('/subscription');
  const notice = page.getByText(/Your bank asks you to confirm your last payment/);
  await notice.waitFor();
  await expectAccessible(page);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Confirm the payment' }).click();
  await (await opening).getByRole('button', { name: 'Complete authentication' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.getByText('Next payment').waitFor();
});
