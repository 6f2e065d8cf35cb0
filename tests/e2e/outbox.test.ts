import { describe, expect, test } from 'vitest';
import { expectAccessible, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';

const browser = withBrowser();

describe('the outbox', () => {
  test('makes a password reset possible at once', async () => {
    const forgetful = await buildMember(browser.site);
    await browser.site.authClient().resetPasswordForEmail(forgetful.email, {
      redirectTo: `${browser.site.url}/reset-password`,
    });
    const page = await browser.open();
    await signIn(page, await buildAdmin(browser.site), '/admin/settings');
    await page.getByRole('link', { name: 'outbox', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: forgetful.email });
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return row.count();
      })
      .toBe(1);
    await row.getByRole('button').click();
    const link = page.getByRole('dialog').getByRole('link', { name: /verify/ });
    await link.waitFor();
    await expectAccessible(page);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await tab.waitForURL('**/reset-password**');
    await tab.getByLabel('New password', { exact: true }).waitFor();
  });
});
