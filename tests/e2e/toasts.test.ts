import { beforeAll, expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

test.each([
  ['success', 'Settings saved successfully!', 5_000],
  ['error', 'Failed to save settings', 7_000],
  ['warning', 'Please enter a tier name', 6_000],
  ['info', 'You are already on the free tier', 5_000],
] as const)('a toast of kind %s stays its time', async (kind, text, milliseconds) => {
  const page = await browser.open({ expectedFaults: /status of 500/ });
  await page.clock.install();
  await signIn(page, admin);
  if (kind === 'error')
    await page.route('**/admin/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
  if (kind === 'info') {
    await page.goto('/pricing');
    await page.getByRole('button', { name: /account/i }).waitFor();
    await page.getByRole('button', { name: /Get Started/ }).click();
  } else if (kind === 'warning') {
    await page.goto('/admin/pricing');
    await page.getByRole('button', { name: 'Add Tier' }).click();
    await page.getByRole('button', { name: 'Create Tier' }).click();
  } else {
    await page.goto('/admin/settings');
    await page.getByRole('button', { name: 'Save Settings' }).click();
  }
  const toast = page.getByText(text);
  await toast.waitFor();
  await page.clock.fastForward(milliseconds - 1_500);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.fastForward(2_500);
  await toast.waitFor({ state: 'detached' });
});
