import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  isInView,
  phone,
  signIn,
  warningOf,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin } from '../harness/build.ts';
import { addJob } from '../harness/jobs.ts';

describe('the owner of a site', () => {
  const browser = withBrowser();

  test('changes its name and color, sees both before saving, and visitors see them afterwards', async () => {
    const page = await browser.open({ viewport: desktop });
    await signIn(page, await buildAdmin(browser.site), '/admin/settings');
    await page.getByLabel('Site name').waitFor();
    await page.locator('a[href="/admin/site"]').filter({ visible: true }).first().click();
    await page.getByLabel('Tagline').waitFor();
    await page.getByLabel('Site name').fill('Ink House');
    await page.getByLabel('Accent color', { exact: true }).fill('#7c2d92');
    const preview = page.frameLocator('iframe');
    await preview.getByText('Ink House').first().waitFor();
    const color = () =>
      preview
        .locator('html')
        .evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').replaceAll(' ', ''));
    await expect.poll(color).toContain('#7c2d92');
    await page.getByText('Light theme').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings saved successfully').waitFor();
    await expect.poll(async () => (await fetch(browser.site.url)).text()).toContain('Ink House');
    const visitor = await browser.open();
    await visitor.goto('/');
    expect(await visitor.title()).toContain('Ink House');
    await visitor.getByRole('banner').getByText('Ink House').waitFor();
    const button = visitor.getByRole('link', { name: 'Browse Prompts' }).first();
    const background = () => button.evaluate((link) => getComputedStyle(link).backgroundColor);
    await expect.poll(background).toBe('rgb(124, 45, 146)');
    const bar = visitor.locator('meta[name=theme-color][media*=light]');
    expect(await bar.getAttribute('content')).toBe('#7c2d92');
    await page.setViewportSize(desktop);
    await page.locator('a[href="/admin/settings"]').filter({ visible: true }).first().click();
    await page.getByLabel('Emails per minute').waitFor();
    expect(await page.getByLabel('Site name').inputValue()).toBe('Ink House');
  });

  test('sees what is wrong with a new question or link only after leaving its fields', async () => {
    const page = await browser.open();
    await signIn(page, await buildAdmin(browser.site), '/admin/site');
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByLabel('Question 7').waitFor();
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Label of link 1').focus();
    await page.getByLabel('Tagline').focus();
    const isMarked = (field: string) => page.getByLabel(field).getAttribute('aria-invalid');
    await expect.poll(() => isMarked('Label of link 1')).toBe('true');
    expect(await isMarked('Address of link 1')).toBeNull();
    const problems = page.getByText('Required', { exact: true });
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect.poll(() => problems.count()).toBe(3);
    await page.getByRole('button', { name: 'Remove question 7' }).click();
    await expect.poll(() => problems.count()).toBe(1);
  });

  test('is told at the field that a group of partners has too many names, or one that is too long', async () => {
    // The partners in the preview come and go.
    const page = await browser.open({ expectedFaults: /Layout shift/ });
    await signIn(page, await buildAdmin(browser.site), '/admin/site');
    const partners = page.getByLabel('Names', { exact: true });
    const isFocused = () => partners.evaluate((field) => field === document.activeElement);
    const names = Array.from({ length: 13 }, (_, index) => `P${index + 1}`).join(', ');
    for (const [typed, problem] of [
      [`Just one\n${names}`, '“P1, P2, P3, P4, P5, P6, P7, P8…”: At most 12 entries'],
      ['x'.repeat(201), `“${'x'.repeat(30)}…”: At most 200 characters`],
    ] as const) {
      await partners.fill(typed);
      await page.getByRole('button', { name: 'Save Settings' }).click();
      await page.getByText(problem).waitFor();
      await expect.poll(isFocused).toBe(true);
    }
    await partners.fill('Just one');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings saved successfully').waitFor();
  });

  test('opens the kind of page that was chosen last, even if another one was added before and its answer was lost', async () => {
    const page = await browser.open({ expectedFaults: /ERR_FAILED/ });
    await signIn(page, await buildAdmin(browser.site), '/admin/pages');
    await page.getByRole('button', { name: 'Add page' }).click();
    const choose = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
    const all = '**/api/v1/admin/pages';
    await page.route(all, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await choose('Legal notice');
    await page.getByText("The site can't be reached").waitFor();
    await page.unroute(all);
    await choose('Refund policy');
    await page.getByRole('heading', { level: 1, name: 'Refund policy' }).waitFor();
  });

  test('publishes terms, restores the first version, and has members agree when they sign up and pay', async () => {
    const page = await browser.open({ viewport: desktop, expectedFaults: /status of 422/ });
    await signIn(page, await buildAdmin(browser.site), '/admin/pages');
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Terms of use' }).click();
    await page.getByText('This is a starter text.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Failed to publish page').waitFor();
    const text = page.getByRole('textbox', { name: 'Text' });
    const versions = page.getByRole('listitem').filter({ hasText: 'Restore' });
    for (const [index, words] of ['Be kind to all.', 'Be quick.'].entries()) {
      await text.fill(words);
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('button', { name: index === 0 ? 'Publish' : 'Publish new version' }).click();
      await expect.poll(() => versions.count()).toBe(index + 1);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore' }).last().click();
    await expect.poll(() => text.textContent()).toBe('Be kind to all.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Publish new version' }).click();
    await expect.poll(() => versions.count()).toBe(3);

    const member = await browser.open({ viewport: phone, expectedFaults: /status of 409/ });
    await member.goto('/pricing');
    await member
      .getByRole('navigation', { name: 'Footer' })
      .getByRole('link', { name: 'Terms of use' })
      .click();
    await member.getByText('Be kind to all.').waitFor();
    await member.getByText('Version 3').waitFor();
    await member.goto('/signup');
    // The consent is a regular field: marked with the others, and focused if it is the only one missing.
    const consent = member.getByLabel('I agree to');
    const isFocused = () => consent.evaluate((box) => box === document.activeElement);
    await member.getByRole('button', { name: 'Sign up' }).click();
    await expect.poll(() => consent.getAttribute('aria-invalid')).toBe('true');
    expect(await isFocused()).toBe(false);
    await member.getByLabel('Email').fill('agrees@example.com');
    await member.getByLabel('Password', { exact: true }).fill('a-password');
    await member.getByRole('button', { name: 'Sign up' }).click();
    await member.getByText('Please agree to continue.').waitFor();
    await expect.poll(isFocused).toBe(true);
    await expectAccessible(member);
    await consent.check();
    await member.getByRole('button', { name: 'Sign up' }).click();
    await member.waitForURL(`${browser.site.url}/`);
    const question = member.getByRole('alertdialog', { name: 'Before you continue' });
    const { id } = await browser.site.db
      .selectFrom('tiers')
      .select('id')
      .where('name', '=', 'Pro')
      .executeTakeFirstOrThrow();
    await member.goto(`/subscribe?plan=${id}&from=/prompts`);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await member.waitForURL('**/pricing?from=%2Fprompts');
    await member.getByText('Your plan').filter({ visible: true }).waitFor();
    await member.getByRole('button', { name: 'Subscribe Now (Pro)' }).click();
    await question.getByRole('link', { name: 'Terms of use' }).waitFor();
    await expectAccessible(member);
    await question.getByRole('button', { name: 'Agree and continue' }).click();
    await member.waitForURL('**/sandbox/checkout?id=*');
    await member.getByRole('button', { name: 'Pay with a test card' }).click();
    await member.waitForURL('**/prompts');

    await page.reload();
    const agreed = page.getByRole('region', { name: 'Who agreed' }).getByRole('row', { name: /agrees@/ });
    await expect.poll(() => agreed.count()).toBe(2);
    // Deleting a page discards what was typed, without another question.
    await page.goto('/admin/pages');
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Privacy policy' }).click();
    await page.getByText('This is a starter text.').waitFor();
    await text.fill('Half a thought');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/admin/pages');
  });
});

describe('the owner of a new site', () => {
  // Refuses the key, which isn't tried again.
  const bucket = createServer((_request, response) => response.writeHead(403).end());
  afterAll(() => bucket.close());
  const browser = withBrowser({
    async environment() {
      await once(bucket.listen(0, '127.0.0.1'), 'listening');
      const { port } = bucket.address() as AddressInfo;
      const BACKUP_URL = `s3://key:secret@127.0.0.1:${port}/bucket/folder?region=here&tls=false`;
      return { STARTER: 'none', BACKUP_URL };
    },
  });

  test('sees what it needs first, and the list disappears when it is hidden, and comes back', async () => {
    const page = await browser.open({ viewport: phone });
    const { email, password, token } = await buildAdmin(browser.site);
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/admin');
    const list = page.getByRole('region', { name: 'Before you go live' });
    await list.getByText('0 of 10 done').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await list.getByRole('button', { name: 'Send a test email' }).click();
    await warningOf(page, 'There is no email server yet, so the test email is kept in the outbox.').waitFor();
    await expect.poll(() => browser.site.emails()).toHaveLength(1);
    await list.getByText('The first one will be made within an hour.').waitFor();
    await addJob(browser.site.db, 'backup');
    await expect
      .poll(async () => {
        await page.reload();
        await list.waitFor();
        return page.getByRole('alert').allTextContents();
      })
      .toEqual(['No backup could be made yet. Run promptory backup to see why.']);
    await list.getByText("Backups can't be made at the moment.").waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Outbox' }).click();
    await page.waitForURL('**/admin/outbox');
    await page.goto('/admin/site');
    await page.getByLabel('Site name').fill('Ink House');
    const sections = page.getByRole('navigation', { name: 'On this page' });
    await sections.getByText('On this page').click();
    await sections.getByRole('link', { name: 'Partners' }).click();
    await expect.poll(() => isInView(page.getByRole('heading', { name: 'Partners' }))).toBe(true);
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings saved successfully').waitFor();
    await browser.site.api('PUT', '/api/v1/admin/settings', { token, body: { signup: 'invite' } });
    await page.goto('/admin/settings');
    const address = page.getByLabel('Invite by email');
    await address.fill('nope');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Enter an email address').waitFor();
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('');
    await expect.poll(() => address.getAttribute('aria-invalid')).toBeNull();
    await address.fill('invited@example.com');
    const release = await hold(page, /\/api\/v1\/admin\/invitations$/);
    await page.keyboard.press('Enter');
    await address.fill('next@example.com');
    release();
    await warningOf(page, 'No email server is connected, so the invitation is in the outbox.').waitFor();
    expect(await address.inputValue()).toBe('next@example.com');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect.poll(() => address.inputValue()).toBe('');
    await page.goto('/admin');
    await list.getByText('1 of 10 done').waitFor();
    const hide = async () => {
      await list.getByRole('button', { name: 'Hide this list' }).click();
      await list.waitFor({ state: 'hidden' });
    };
    await hide();
    await page.getByText('List hidden.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.waitFor();
    await hide();
    await page.reload();
    const show = page.getByRole('button', { name: 'Show “Before you go live”' });
    await show.waitFor();
    expect(await list.count()).toBe(0);
    await expectAccessible(page);
    await show.click();
    await list.waitFor();
    await show.waitFor({ state: 'hidden' });
  });
});
