import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectFocused,
  isInView,
  signIn,
  warningOf,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';

const browser = withBrowser();

test('an owner connects the site, writes to the members, looks at the email and sends it', async () => {
  const member = await buildMember(browser.site);
  const admin = await buildAdmin(browser.site);
  // Refusals, and the accessibility check, which can't run in the email's frame.
  const page = await browser.open({
    expectedFaults: /status of (409|422)|postMessage|Blocked script execution in 'about:srcdoc'/,
  });
  // The list of sections links to each one, and so do links from elsewhere.
  await signIn(page, admin, '/admin/settings#email');
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await expect.poll(() => isInView(heading('Email'))).toBe(true);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Labs' }).click();
  await expect.poll(() => isInView(heading('Labs'))).toBe(true);
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await page.getByText('No email server is connected, so the test email is in the outbox.').waitFor();
  await page.getByLabel('Emails per minute').fill('6000');
  await page.getByLabel('Email server', { exact: true }).fill('10.0.0.7');
  await page.getByText('Save your settings before you test them.').waitFor();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('This is a private network.').waitFor();
  await page.getByLabel('Email server', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved successfully!').waitFor();

  // This page loads the plans that the email's form uses too.
  await page.locator('a[href="/admin/pricing"]').filter({ visible: true }).first().click();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Email to members' }).click();
  await page.getByText('No emails yet').waitFor();
  await page.getByRole('button', { name: 'Write an email' }).click();
  await page.getByRole('button', { name: 'Send...' }).click();
  await page.getByText('Enter a subject and text first.').waitFor();
  expect(await page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expectFocused(page.getByRole('button', { name: 'Send...' }));
  await page.getByLabel('Subject').fill('Spring news');
  await page.getByLabel('Text', { exact: true }).fill('# Hello\n\nSee [what is new](/prompts).');
  await page.getByText(/^Goes to \d+ members$/).waitFor();
  await page.getByRole('button', { name: 'Without a plan' }).click();
  await page.getByLabel('Last seen').selectOption({ label: 'In the last 7 days' });
  await page.getByRole('button', { name: 'Preview email' }).click();
  const email = page.frameLocator('iframe[title="Preview"]');
  await email.getByRole('heading', { name: 'Hello' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect
    .poll(() => email.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor))
    .toBe('rgb(18, 22, 20)');
  await email.getByRole('heading', { name: 'Hello' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Send me a test' }).click();
  await warningOf(page, 'No email server is connected, so the test is in the outbox').waitFor();
  // Someone else has saved changes that this page doesn't show.
  const draft = `/api/v1${new URL(page.url()).pathname}`;
  const others = { token: admin.token, body: { subject: 'Autumn news' } };
  expect((await browser.site.api('PATCH', draft, others)).status).toBe(200);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText('Someone else has saved this email since you opened it.').waitFor();
  expect((await browser.site.emails()).some((raw) => raw.includes('Autumn news'))).toBe(false);
  await page.reload();
  await page.getByLabel('Subject').fill('Spring news');
  await page.getByRole('button', { name: 'Send...' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Goes to \d+ members$/).waitFor();
  await dialog.getByText('Until an email server is connected, emails go to the outbox').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Later' }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await dialog.getByText('Enter a day and a time').waitFor();
  await expectFocused(dialog.getByLabel('Send on'));
  await dialog.getByRole('button', { name: 'Now', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await warningOf(page, 'No email server is connected, so your email is in the outbox').waitFor();
  await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
  const recipients = page.getByRole('region', { name: 'Recipients' });
  expect(await recipients.getByRole('definition').allTextContents()).toEqual([
    'Without a plan',
    'In the last 7 days',
    'Any category',
  ]);
  await page.getByRole('region', { name: 'Text' }).getByRole('heading', { name: 'Hello' }).waitFor();
  await expectAccessible(page);
  const sent = await browser.site.emails();
  const news = sent.filter((raw) => raw.includes(`To: ${member.email}`) && raw.includes('Spring news'));
  expect(news).toHaveLength(1);
  await page.getByRole('link', { name: 'All emails to members' }).click();
  await page.getByRole('cell', { name: 'Spring news' }).waitFor();

  await page.getByRole('link', { name: 'Spring news' }).click();
  await sql`update mailings set status = 'stopped' where subject = 'Spring news'`.execute(browser.site.db);
  await page.reload();
  const edit = page.getByRole('button', { name: 'Edit text' });
  await edit.click();
  await expectFocused(page.getByLabel('Subject'));
  await page.getByText('Members who are still waiting get the new text.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Subject').fill('Summer news');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Text saved').waitFor();
  await expectFocused(edit);
  await page.getByRole('button', { name: 'Continue sending' }).click();
  await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();

  const reader = await browser.open();
  await signIn(reader, member, '/settings');
  await reader.getByLabel("Email me what's new each week").check();
  await reader.getByLabel('Email me news from this site').uncheck();
  await reader.getByRole('button', { name: 'Save Changes' }).click();
  await reader.getByText('Profile updated successfully').waitFor();
  const { rows } = await sql<{ email_news: boolean; weekly_digest: boolean }>`
    select email_news, weekly_digest from profiles where id = ${member.id}`.execute(browser.site.db);
  expect(rows).toEqual([{ email_news: false, weekly_digest: true }]);
});

test('addresses that bounced are used again, once by a double-click, and the focus goes on', async () => {
  const members = [await buildMember(browser.site), await buildMember(browser.site)];
  for (const { id } of members)
    await browser.site.db
      .updateTable('profiles')
      .set({ email_bounced_at: new Date(), email_bounce_reason: '550 5.1.1' })
      .where('id', '=', id)
      .execute();
  const page = await browser.open();
  await signIn(page, await buildAdmin(browser.site), '/admin/mailings');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent += 1;
  });
  const [first, second] = members.map(({ email }) => email);
  await page.getByRole('button', { name: `Use again ${first}` }).press('Enter');
  await expectFocused(page.getByRole('region', { name: /doesn't work/ }));
  await page.getByRole('button', { name: `Use again ${second}` }).dblclick();
  await page.getByRole('heading', { name: /doesn't work/ }).waitFor({ state: 'hidden' });
  await expectFocused(page.getByRole('heading', { level: 1 }));
  expect(sent).toBe(2);
});
