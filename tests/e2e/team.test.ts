import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  isInView,
  phone,
  signIn,
  warningOf,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember, buildTeam } from '../harness/build.ts';

const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});

describe('an admin and the team', () => {
  test('looks after a member, makes an editor, and finds all of it in the audit log', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open();
    await signIn(page, admin, '/admin/users');
    await page.getByPlaceholder('Search by email...').fill(member.email);
    // The header and the one result, because a press on a row that disappears does nothing.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: member.email }).click();
    await page.getByRole('heading', { level: 1, name: 'Member' }).waitFor();

    // A complimentary plan, with a last day.
    await page.getByLabel('Complimentary plan').selectOption({ index: 2 });
    const plan = await page.getByLabel('Complimentary plan').locator('option:checked').innerText();
    await page.getByLabel('Last day').first().fill('2099-12-31');
    await page.getByRole('button', { name: 'Give this plan' }).click();
    await page.getByText(`${plan} is complimentary until Dec 31, 2099.`).waitFor();

    await page.getByRole('button', { name: 'Send password reset' }).click();
    await warningOf(page, 'No email server is connected, so the email is in the outbox.').waitFor();

    // Suspended: signed out at once, and informed at sign-in.
    const theirs = await browser.open({ expectedFaults: /status of 40[013]/ });
    await signIn(theirs, member, '/prompts');
    await page.getByRole('button', { name: 'Suspend account' }).click();
    const asking = page.getByRole('alertdialog');
    await asking.getByText(`Suspend ${member.email}?`).waitFor();
    expect(await asking.getByText('Their subscription keeps renewing.').count()).toBe(0);
    await expectAccessible(page);
    await asking.getByLabel('Reason').fill('Not meant');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    // Its button has the same name.
    await asking.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Suspend account' }).click();
    expect(await asking.getByLabel('Reason').inputValue()).toBe('');
    await asking.getByLabel('Reason').fill('Shares the password');
    await page.reload();
    await page.getByRole('button', { name: 'Suspend account' }).click();
    await expect.poll(() => asking.getByLabel('Reason').inputValue()).toBe('Shares the password');
    await asking.getByRole('button', { name: 'Suspend account' }).click();
    await page.getByText('Suspended until you lift it.').waitFor();
    await page.getByText('Shares the password').waitFor();
    await theirs.goto('/settings');
    await theirs.waitForURL('**/signin');
    await theirs.getByLabel('Email').fill(member.email);
    await theirs.getByLabel('Password', { exact: true }).fill(member.password);
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await theirs.getByText('This account is suspended.').waitFor();
    await page.getByRole('button', { name: 'Lift suspension' }).click();
    await page.getByRole('button', { name: 'Suspend account' }).waitFor();

    // An editor can only open the catalog in the admin area.
    await page.getByLabel('Role').selectOption('editor');
    await page.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();
    await page.getByText('Role changed').waitFor();
    // The button has nothing left to do, so it doesn't get the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('h2, h3'))).toBe(true);
    await signIn(theirs, member, '/admin');
    const sidebar = theirs.getByRole('navigation', { name: 'Admin pages' });
    await sidebar.getByRole('link', { name: 'Manage Prompts' }).waitFor();
    await expect
      .poll(() => sidebar.getByRole('link').allInnerTexts())
      .toEqual(['View Site', 'Admin Dashboard', 'Manage Prompts', 'Manage Playbooks', 'Imports']);
    for (const forAdmins of ['/admin/users', '/admin/categories']) {
      await theirs.goto(forAdmins);
      await theirs.waitForURL('**/admin');
    }
    await theirs.goto('/admin/prompts');
    await theirs.getByRole('button', { name: /^Edit/ }).first().click();
    await theirs.getByRole('dialog', { name: 'Edit Prompt' }).waitFor();
    await theirs.close();

    // The address must be typed before anything is deleted.
    await page.getByRole('button', { name: 'Delete this account' }).click();
    const confirm = asking.getByRole('button', { name: 'Delete this account' });
    expect(await confirm.isDisabled()).toBe(true);
    const typed = asking.getByLabel('Type the email address to confirm');
    await typed.fill(admin.email);
    await typed.blur();
    await asking.getByText('This is another address').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await typed.fill(member.email);
    await confirm.click();
    await page.waitForURL('**/admin/users');

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Area').selectOption({ label: 'Members' });
    for (const act of ['Plan given', 'Suspended', 'Suspension lifted', 'Role changed', 'Deleted'])
      await page.getByRole('cell').getByText(act, { exact: true }).first().waitFor();
    await page.getByText('role: editor').waitFor();
    expect(await page.getByText('Shares the password').count()).toBe(0);
    // The last day ends at midnight in the reader's time zone.
    const [day, before] = await page
      .getByRole('cell')
      .locator('time')
      .first()
      .evaluate((time: HTMLTimeElement) => {
        const date = new Date(time.dateTime);
        const isoDay = (days: number) =>
          new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() + days))
            .toISOString()
            .slice(0, 10);
        return [isoDay(0), isoDay(-1)] as const;
      });
    await page.getByLabel('To', { exact: true }).fill(before);
    await page.getByText('No entries found').waitFor();
    await page.getByLabel('From', { exact: true }).fill(day);
    await page.getByLabel('To', { exact: true }).fill(day);
    await page.getByText('role: editor').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv).toContain('PUT /admin/members/{id}/role');
  });

  test('support suspends from a phone', async () => {
    const [support, member] = [await buildTeam(browser.site, 'support'), await buildMember(browser.site)];
    const pay = (path: string, body: object) => browser.site.api('POST', path, { token: member.token, body });
    const checkout = await pay('/functions/v1/create-checkout-session', { type: 'subscription', tierId: 1 });
    const id = new URL(checkout.body.url).searchParams.get('id');
    await pay(`/api/v1/sandbox/checkouts/${id}`, { outcome: 'pay' });
    const page = await browser.open({ viewport: phone });
    await signIn(page, support, `/admin/members/${member.id}`);
    await page.getByRole('heading', { level: 1, name: 'Member' }).waitFor();
    await expect.poll(() => page.title()).toBe(`${member.email} · Promptory`);
    expect(await page.getByLabel('Role').count()).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const sections = page.getByRole('navigation', { name: 'On this page' });
    await sections.getByText('On this page').click();
    const titles = page.getByRole('main').getByRole('heading', { level: 2 });
    const differ = async () =>
      String(await sections.getByRole('link').allTextContents()) !== String(await titles.allTextContents());
    await expect.poll(differ).toBe(false);
    await sections.getByRole('link', { name: 'Suspension' }).click();
    await expect.poll(() => isInView(page.getByRole('heading', { name: 'Suspension' }))).toBe(true);
    await page.getByRole('button', { name: 'Suspend account' }).click();
    await page.getByRole('alertdialog').getByText('Their subscription keeps renewing.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend account' }).click();
    await page.getByText('Suspended until you lift it.').waitFor();
    await page.goto(`/admin/members/${admin.id}`);
    await page.getByText('Only admins can change the account of someone on the team.').waitFor();
    expect(await page.getByRole('button', { name: 'Suspend account' }).count()).toBe(0);
  });
});
