import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';

const browser = withBrowser();

test('a fresh site lets a plan be bought, fail and end, without a payment provider', async () => {
  const page = await browser.open({
    viewport: phone,
    colorScheme: 'dark',
    expectedFaults: /status of (402|409)/,
  });
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
