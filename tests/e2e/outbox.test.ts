import { describe, expect, test } from 'vitest';
import { expectAccessible, expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { emailsOf } from '../harness/sign-in.ts';

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

  test('opens an email after a proof, once the sign-in is no longer recent', async () => {
    const { site } = browser;
    const [admin, forgetful] = [await buildAdmin(site), await buildMember(site)];
    await site.authClient().resetPasswordForEmail(forgetful.email);
    await emailsOf(site, forgetful.email, 1);
    const page = await browser.open({ expectedFaults: /status of 403/ });
    await signIn(page, admin, '/admin/outbox');
    await site.pool.query(
      "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
      [admin.id],
    );
    const email = page.getByRole('row').filter({ hasText: forgetful.email }).getByRole('button');
    await email.click();
    const proof = page.getByRole('dialog', { name: "Confirm that it's you" });
    await proof.getByLabel('Password').press('Escape');
    // An email that nobody may see leaves no empty dialog.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectFocused(email);
    await email.click();
    await proof.getByLabel('Password').fill(admin.password);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /verify/ })
      .waitFor();
    await expectAccessible(page);
  });
});
