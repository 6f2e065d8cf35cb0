import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildOffer, buildPlaybook, buildTier } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

/** Types an amount, key by key, into the field in place of its value. */
async function type(page: Page, label: string | RegExp, text: string) {
  const field = page.getByLabel(label);
  await field.fill('');
  await field.pressSequentially(text);
}

test('a comma begins the decimals of an amount, in every field', async () => {
  const { db } = browser.site;
  const tier = await buildTier(browser.site, { name: 'Typed', price: 500, access_level: 4 });
  const playbook = await buildPlaybook(browser.site, { title: 'Typed too', price: 500, tier_access: 0 });
  const offer = await buildOffer(browser.site, { amount_off: 500, percent_off: null, code: 'TYPED' });
  const page = await browser.open();
  await signIn(page, admin, '/admin/pricing');
  const stored = async (table: 'tiers' | 'playbooks', id: string) =>
    (await db.selectFrom(table).select('price').where('id', '=', id).executeTakeFirst())?.price;

  await page.getByRole('button', { name: 'Edit Typed' }).click();
  await type(page, /^Price/, '1,999');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Enter an amount, such as 19.99').waitFor();
  await type(page, /^Price/, '19,99');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Tier updated successfully').waitFor();
  expect(await stored('tiers', tier.id)).toBe(1_999);

  await page.goto('/admin/playbooks');
  await page.getByRole('button', { name: 'Edit Typed too' }).click();
  await page.getByLabel('Purchasable').selectOption('Yes');
  await type(page, 'Price', '1999,50');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Playbook updated successfully!').waitFor();
  expect(await stored('playbooks', playbook.id)).toBe(199_950);

  await page.goto('/admin/offers');
  await page.getByRole('button', { name: 'Edit TYPED' }).click();
  await type(page, 'Amount off', '2,5');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Offer saved').waitFor();
  const { amount_off } = await db
    .selectFrom('offers')
    .select('amount_off')
    .where('id', '=', offer.id)
    .executeTakeFirstOrThrow();
  expect(amount_off).toBe(250);
});

test('a comma from the keyboard of a phone, or in a pasted amount, begins the decimals as well', async () => {
  const page = await browser.open();
  await signIn(page, admin, '/admin/pricing');
  await page.getByRole('button', { name: 'Add Tier' }).click();
  const [name, price] = [page.getByLabel('Name'), page.getByLabel(/^Price/)];
  await price.fill('');
  // Phones enter text without naming a key.
  for (const character of '19,99') await page.keyboard.insertText(character);
  expect(await price.inputValue()).toBe('19.99');
  for (const [copied, pasted] of [
    ['29,99', '29.99'],
    ['1.234,50 €', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1,250,000', '1250000'],
    ['1,250', '1250'],
  ] as const) {
    await name.fill(copied);
    await name.press('Control+a');
    await name.press('Control+c');
    await price.fill('');
    await price.press('Control+v');
    expect([copied, await price.inputValue()]).toEqual([copied, pasted]);
  }
});
