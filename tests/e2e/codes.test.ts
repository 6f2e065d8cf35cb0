import { expect, test } from 'vitest';
import { expectAccessible, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildOffer, buildPlaybook } from '../harness/build.ts';

const browser = withBrowser();

const pay = async (url: string, token: string) => {
  const id = new URL(url).searchParams.get('id');
  await browser.site.api('POST', `/api/v1/sandbox/checkouts/${id}`, { token, body: { outcome: 'pay' } });
};
/** A member who has subscribed to Pro. */
async function subscriber(code?: string) {
  const member = await buildMember(browser.site);
  const { token } = member;
  const body = { type: 'subscription', tierId: 1, ...(code && { code }) };
  const checkout = await browser.site.api('POST', '/functions/v1/create-checkout-session', { token, body });
  await pay(checkout.body.url, token);
  return member;
}

test('a plan that a code makes free speaks of no payment', async () => {
  const { code } = await buildOffer(browser.site, { percent_off: 100, duration: 'forever' });
  const page = await browser.open();
  await signIn(page, await subscriber(code), '/subscription');
  await page.getByText('Renews', { exact: true }).waitFor();
  await page.getByText(/\d{4}, at no charge$/).waitFor();
  expect(await page.getByText('Next payment').count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/, and you won't be charged\. You can resume it until then\.$/).waitFor();
  await question.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByText(/^Your plan is canceled\..*you won't be charged\.$/).waitFor();
  await expectAccessible(page);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByText(/^Your Pro plan .* ends now/).waitFor();
  expect(await question.getByText('You paid until').count()).toBe(0);
});

test('a code that is not for subscribers shows them no reduced prices, and does not keep them from changing', async () => {
  const { code } = await buildOffer(browser.site, { percent_off: 50 });
  const page = await browser.open({ expectedFaults: /status of 409/ });
  await signIn(page, await subscriber(), `/pricing?code=${code}`);
  await page.getByText('Codes are for new subscriptions, not for changes of plan.').waitFor();
  expect(await page.getByText('instead of').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Subscribe Now (Studio)' }).click();
  await page.waitForURL('**/subscription?change=*');
});

test('the link of a code for one playbook leads to it, through signing in; one for several has only its code', async () => {
  const { site } = browser;
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
  const chosen = { applies_to: 'chosen' as const, playbook_ids: [playbook.id] };
  const single = await buildOffer(site, { ...chosen, percent_off: 50 });
  const several = await buildOffer(site, { applies_to: 'playbooks' });
  const desk = await browser.open();
  await signIn(desk, await buildAdmin(site), '/admin/offers');
  const copied = () => desk.evaluate(() => navigator.clipboard.readText());
  await desk.getByRole('button', { name: `Copy code ${several.code}` }).click();
  await desk.getByText('Code copied').waitFor();
  expect(await copied()).toBe(several.code);
  await desk.getByRole('button', { name: `Copy link ${single.code}` }).click();
  await desk.getByText('Link copied').waitFor();

  const { email, password } = await buildMember(site);
  const page = await browser.open();
  await page.goto(await copied());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Buy for $4.50' }).click();
  await page.waitForURL('**/sandbox/checkout?id=*');
});
