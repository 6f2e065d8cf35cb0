import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
});

test('the figures of the dashboard: books are 0 at once, the others are loaded, with a retry after a failure', async () => {
  const page = await browser.open({ expectedFaults: /status of 400/ });
  const { promise: seen, resolve: release } = Promise.withResolvers<void>();
  let fails = true;
  await page.route('**/api/v1/stats', async (route) => {
    await seen;
    const refusal = { status: 400, json: { error: 'no', code: 'bad_request' } };
    await (fails ? route.fulfill(refusal) : route.continue());
  });
  await signIn(page, member, '/dashboard');
  const figures = page.getByRole('definition');
  const texts = async () => (await figures.allTextContents()).map((text) => text.trim());
  await figures.first().waitFor();
  expect(await texts()).toEqual(['', '', '0', '']);
  release();
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await texts()).toEqual(['–', '–', '0', '–']);
  await expectAccessible(page);
  fails = false;
  await again.click();
  await expect.poll(texts).toEqual(['62', '8', '0', '0']);
  expect(await again.count()).toBe(0);
});
