import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { expectAccessible, hold, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site);
});

/** The error of an invalid field, as screen readers announce it; undefined for a valid field. */
const errorOf = async (page: Page, label: string) => {
  const field = page.getByLabel(label, { exact: true });
  if ((await field.getAttribute('aria-invalid')) !== 'true') return undefined;
  const note = await field.getAttribute('aria-describedby');
  return page.locator(`[id="${note}"]`).textContent();
};
const expectFocus = (page: Page, label: string) =>
  expect
    .poll(() => page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);

describe('signing in', () => {
  test('with invalid fields says so beside them, focuses the first, and sends no request', async () => {
    const page = await browser.open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/signin');
    await page.getByLabel('Email').fill('no address');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectFocus(page, 'Email');
    await expect.poll(() => errorOf(page, 'Email')).toBe('Enter an email address');
    await expect.poll(() => errorOf(page, 'Password')).toBe('Enter your password');
    await expectAccessible(page);
    await page.getByLabel('Email').fill(member.email);
    await expect.poll(() => errorOf(page, 'Email')).toBeUndefined();
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Password');
    expect(requests.filter((url) => url.includes('/auth/v1/'))).toEqual([]);
  });

  test('works with Enter', async () => {
    const page = await browser.open();
    await page.goto('/signin');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true, disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  test.each(['a click', 'Enter'])(
    'keeps what was typed and %s from before the script runs',
    async (press) => {
      const page = await browser.open();
      const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/*.js', async (route) => {
        await pressed;
        await route.continue();
      });
      await page.goto('/signin', { waitUntil: 'commit' });
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(member.password);
      if (press === 'Enter') await page.keyboard.press('Enter');
      else await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      release();
      await page.waitForURL('**/dashboard');
    },
  );
});

test.each(['/signin', '/signup'])('on %s, the label of the password names that field alone', async (path) => {
  const page = await browser.open();
  await page.goto(path);
  const password = page.getByLabel('Password');
  await password.fill('a good password');
  await page.getByRole('button', { name: 'Show', description: 'Show password', disabled: false }).click();
  await expect.poll(() => password.getAttribute('type')).toBe('text');
  expect(await password.inputValue()).toBe('a good password');
});

describe('signing up', () => {
  test('with a short password says so in place of the hint', async () => {
    const page = await browser.open();
    await page.goto('/signup');
    await page.getByText('Must be at least 6 characters').waitFor();
    await page.getByLabel('Email').fill('new@example.com');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Sign up', disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Password');
    await expect.poll(() => errorOf(page, 'Password')).toBe('Password must be at least 6 characters');
    await page.keyboard.type('er');
    await page.getByText('Must be at least 6 characters').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${browser.site.url}/`);
  });
});

describe('a password reset', () => {
  test("isn't requested without an address", async () => {
    const page = await browser.open();
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('button', { name: 'Send reset link' }).waitFor();
    await page.getByLabel('Email').fill('nobody@');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Email');
    await expect.poll(() => errorOf(page, 'Email')).toBe('Enter an email address');
  });

  test('says whose password it sets, even to someone else who is signed in', async () => {
    const { email, session } = await buildMember(browser.site);
    const page = await browser.open();
    await signIn(page, member);
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    const { access_token, refresh_token } = session;
    const link = new URLSearchParams({ access_token, refresh_token, type: 'recovery' });
    await page.goto(`/reset-password#${link}`);
    await page.getByRole('main').getByText(email).waitFor();
    expect(await page.getByRole('main').getByText(member.email).count()).toBe(0);
    await expectAccessible(page);
  });

  test('marks both invalid fields, and removes a message that the other field has resolved', async () => {
    const page = await browser.open();
    await page.goto('/reset-password#access_token=x&refresh_token=y&type=recovery');
    await page.getByLabel('New password').fill('short');
    await page.getByLabel('Confirm password').fill('longer');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'New password');
    await expect.poll(() => errorOf(page, 'New password')).toBe('Password must be at least 6 characters');
    await expect.poll(() => errorOf(page, 'Confirm password')).toBe('Passwords do not match');
    await page.getByLabel('New password').fill('longer');
    await expect.poll(() => errorOf(page, 'New password')).toBeUndefined();
    await expect.poll(() => errorOf(page, 'Confirm password')).toBeUndefined();
  });
});

describe('an answer that gives no reason', () => {
  const fail = (page: Page, address: string) =>
    page.route(address, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 400, json: {} }),
    );
  const type = async (page: Page) => {
    await page.getByLabel('Email').fill('new@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a-password');
  };

  test('when signing in is explained', async () => {
    const page = await browser.open({ expectedFaults: /status of 400/ });
    await fail(page, '**/auth/v1/token*');
    await page.goto('/signin');
    await type(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText("Signing in didn't work. Please try again.").waitFor();
  });

  test('when signing up is explained', async () => {
    const page = await browser.open({ expectedFaults: /status of 400/ });
    await fail(page, '**/auth/v1/signup*');
    await page.goto('/signup');
    await type(page);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('alert').getByText("Signing up didn't work. Please try again.").waitFor();
  });

  test('when setting a new password is explained', async () => {
    const { session } = await buildMember(browser.site);
    const page = await browser.open({ expectedFaults: /status of 400/ });
    await fail(page, '**/auth/v1/user');
    const { access_token, refresh_token } = session;
    await page.goto(
      `/reset-password#${new URLSearchParams({ access_token, refresh_token, type: 'recovery' })}`,
    );
    await page.getByLabel('New password').fill('new-password');
    await page.getByLabel('Confirm password').fill('new-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Failed to reset password').waitFor();
  });
});

describe('the settings', () => {
  test('say beside the field what is too long, and save with Enter', async () => {
    const page = await browser.open();
    await signIn(page, member, '/settings');
    const name = page.getByLabel('Display name');
    await name.fill('x'.repeat(81));
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Display name');
    await expect.poll(() => errorOf(page, 'Display name')).toBe('At most 80 characters');
    await page.getByLabel('Bio').fill('x'.repeat(1_001));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectFocus(page, 'Display name');
    await expect.poll(() => errorOf(page, 'Bio')).toBe('At most 1,000 characters');
    await expectAccessible(page);
    await page.getByLabel('Bio').fill('');
    await name.fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Profile updated successfully').waitFor();
  });

  test('keep what is typed during a save through a reload, even if the save changes nothing', async () => {
    const page = await browser.open();
    await signIn(page, await buildMember(browser.site), '/settings');
    const name = page.getByLabel('Display name');
    await name.waitFor();
    const release = await hold(page, /\/api\/v1\/profile$/);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await name.fill('Grace');
    const isKept = () => page.evaluate(() => Object.values(localStorage).join().includes('"mine":"Grace"'));
    await expect.poll(isKept).toBe(true);
    release();
    await page.getByText('Profile updated successfully').waitFor();
    await page.reload();
    await page.getByText('Your unsaved changes are back.').waitFor();
    await expect.poll(() => name.inputValue()).toBe('Grace');
  });

  test('say beside each password what is wrong with it', async () => {
    const page = await browser.open({ expectedFaults: /status of 400/ });
    await signIn(page, member, '/settings');
    await page.getByLabel('Confirm new password').fill('other');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Current password');
    await expect.poll(() => errorOf(page, 'Current password')).toBe('Enter your password');
    await expect.poll(() => errorOf(page, 'New password')).toBe('Password must be at least 6 characters');
    await expect.poll(() => errorOf(page, 'Confirm new password')).toBe('Passwords do not match');
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('another-password');
    await page.getByLabel('Confirm new password').fill('another-password');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Current password');
    await expect.poll(() => errorOf(page, 'Current password')).toMatch(/password/i);
  });

  test('delete the account with Enter, and say beside the field when the password is wrong', async () => {
    const leaver = await buildMember(browser.site);
    const page = await browser.open({ expectedFaults: /status of 40[03]/ });
    await signIn(page, leaver, '/settings');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('alertdialog').getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => errorOf(page, 'Password')).toMatch(/password/i);
    await expectFocus(page, 'Password');
    await page.getByRole('alertdialog').getByLabel('Password').fill(leaver.password);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent += 1;
    });
    const release = await hold(page, /\/api\/v1\/profile$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => sent).toBe(1);
    await page.keyboard.press('Enter');
    release();
    await page.waitForURL('**/signin');
    expect(sent).toBe(1);
  });
});

describe('a comment', () => {
  test('that is too long is kept, with the reason', async () => {
    const page = await browser.open();
    await signIn(page, member, '/prompt/plain-words-editor');
    await page.getByLabel('Write a comment').fill('x'.repeat(5_001));
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expectFocus(page, 'Write a comment');
    await expect.poll(() => errorOf(page, 'Write a comment')).toBe('At most 5,000 characters');
    expect(await page.getByLabel('Write a comment').inputValue()).toHaveLength(5_001);
  });
});

test('the error of a group of boxes belongs to the group', async () => {
  const page = await browser.open();
  await signIn(page, member, '/settings/keys');
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  const group = page.getByRole('group', { name: 'It can' });
  for (const box of await group.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Create key' }).click();
  const description = () =>
    group.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
    );
  await expect.poll(description).toBe('Choose at least one.');
});

test('a half-typed date is refused, not taken for none', async () => {
  const page = await browser.open();
  const { title } = await buildPrompt(browser.site);
  await signIn(page, await buildAdmin(browser.site), '/admin/offers');
  await page.getByRole('button', { name: 'Create gift codes' }).click();
  await page.getByLabel('Plan').selectOption({ index: 1 });
  await page.getByLabel('Redeem by').pressSequentially('1224');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expectFocus(page, 'Redeem by');
  await expect.poll(() => errorOf(page, 'Redeem by')).toBe('Enter a complete date');
  await page.getByLabel('Redeem by').fill('');
  await page.getByLabel('Note').focus();
  await expect.poll(() => errorOf(page, 'Redeem by')).toBeUndefined();
  await page.getByLabel('Redeem by').fill('2999-12-24');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('1 gift code created').waitFor();

  await page.goto('/admin/prompts');
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.getByLabel('Publish on').pressSequentially('12242999');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectFocus(page, 'Publish on');
  await expect.poll(() => errorOf(page, 'Publish on')).toBe('Enter a day and a time');
});

test('a plan with too many features leads to the list of them', async () => {
  const page = await browser.open();
  await signIn(page, await buildAdmin(browser.site), '/admin/pricing');
  await page.getByRole('button', { name: 'Add Tier' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Everything');
  const features = page.getByLabel('Features', { exact: true });
  for (let count = 0; count <= limits.tierFeatures; count += 1) {
    await features.fill(`Feature ${count}`);
    await features.press('Enter');
  }
  await page.getByRole('button', { name: 'Create Tier' }).click();
  await expectFocus(page, 'Features');
  await expect.poll(() => errorOf(page, 'Features')).toMatch(/30/);
});

test.each([
  ['prompts', buildPrompt],
  ['playbooks', buildPlaybook],
] as const)(
  'the editor of %s refuses a day of publication that is past, unless it was saved',
  async (collection, build) => {
    const { id, title } = await build(browser.site, { status: 'draft', publish_at: new Date(0) });
    const page = await browser.open();
    await signIn(page, await buildAdmin(browser.site), `/admin/${collection}`);
    const stored = () =>
      browser.site.db
        .selectFrom(collection)
        .select(['description', 'status'])
        .where('id', '=', id)
        .executeTakeFirst();
    const edit = () => page.getByRole('button', { name: `Edit ${title}` }).click();
    const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
    await edit();
    await page.getByLabel('Description').first().fill('Changed');
    await save();
    await page.getByText('updated successfully!').waitFor();
    expect(await stored()).toEqual({ description: 'Changed', status: 'draft' });
    await edit();
    await page.getByLabel('Publish on').fill('2020-02-02T20:20');
    await save();
    await expect.poll(() => errorOf(page, 'Publish on')).toBe('Choose a time in the future');
    await expectFocus(page, 'Publish on');
    expect(await stored()).toEqual({ description: 'Changed', status: 'draft' });
  },
);
