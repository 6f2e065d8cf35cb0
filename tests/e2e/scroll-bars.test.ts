import { expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';

const browser = withBrowser({ hasScrollBars: true });

test("a dialog doesn't move the page behind it", async () => {
  const page = await browser.open();
  await signIn(page, await buildMember(browser.site), '/dashboard');
  const account = page.getByRole('button', { name: 'Account menu', includeHidden: true });
  await page.getByRole('main').getByRole('article').first().waitFor();
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
  const before = await account.boundingBox();
  await page.keyboard.press('Control+k');
  await page.locator('body[data-scroll-locked]').waitFor();
  expect(await account.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await account.boundingBox()).toEqual(before);
});
