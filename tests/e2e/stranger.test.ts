import { describe, expect, test } from 'vitest';
import { desktop, expectAccessible, isInView, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildTier } from '../harness/build.ts';

const browser = withBrowser();

async function lastLinkTo(email: string) {
  const emails = await browser.site.emails();
  const mail = emails.findLast((text) => text.includes(`To: ${email}`) && text.includes('verify')) ?? '';
  const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /http:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0];
}

describe('a stranger', () => {
  test.each([
    ['on a desktop', desktop],
    ['on a phone', phone],
  ])('%s goes from browsing to a copied prompt in five clicks', async (device, viewport) => {
    const page = await browser.open({ viewport });
    await page.goto('/browse?category=Productivity');
    await page.getByRole('link', { name: 'Turn meeting notes into decisions', exact: true }).click();
    await page.waitForURL('**/signup?from=*');
    await page.getByLabel('Email').fill(`stranger-${device.length}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('a-password');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/prompt/meeting-notes-to-decisions');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Below are raw notes from a meeting/,
    );
    await page.getByText('9 copies left today').waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    // The welcome email is sent once.
    const welcomes = async () =>
      (await browser.site.emails()).filter((mail) => mail.includes(`stranger-${device.length}@`));
    await expect.poll(welcomes).toHaveLength(1);
  });

  test('without a card lands on the home page after signing up', async () => {
    const page = await browser.open();
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign Up Free' }).click();
    await page.getByLabel('Email').fill('home@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a-password');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL(`${browser.site.url}/`);
    await page.getByRole('button', { name: /account/i }).waitFor();
  });

  test('is sent to sign in, and back to where they wanted to go', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open();
    // The URL that password managers open, which leads to a section of a page.
    await page.goto('/.well-known/change-password');
    await page.waitForURL('**/signin');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/settings#password');
    await expect
      .poll(() => isInView(page.getByRole('heading', { name: 'Password', exact: true })))
      .toBe(true);
    // Back restores the scroll position, as on every page.
    await page.evaluate(() => scrollTo(0, 300));
    await page.getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('heading', { name: 'Collections', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Password', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  });

  test('is never redirected to another origin', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open();
    await page.goto('/signin?from=//evil.example/x');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
  });

  test('reads in the form why it was refused', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open({ expectedFaults: /status of (400|422)/ });
    await page.goto('/signin');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Invalid login credentials').waitFor();
    await page.getByRole('link', { name: 'Sign up' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill('a-password');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('User already registered').waitFor();
    // The account exists, so the typed address is carried to sign-in and to the password reset.
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(member.email);
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(member.email);
  });
});

describe('a form with a password', () => {
  test.each(['/signin', '/signup'])(
    'on %s cannot be sent before its script runs: it would stand in the address',
    async (path) => {
      const page = await browser.open({ javaScriptEnabled: false });
      await page.goto(path);
      const form = page.locator('form');
      expect(await form.getAttribute('method')).toBe('post');
      expect(await form.locator('button:not([type=button]), input[type=submit]').count()).toBe(0);
      const password = page.getByLabel('Password', { exact: true });
      await password.fill('a good password');
      await password.press('Enter');
      await form.locator('[data-needs-app=form]').click();
      expect(page.url()).toBe(browser.site.url + path);
      expect(await password.inputValue()).toBe('a good password');
    },
  );
});

describe('somebody who has forgotten the password', () => {
  test('asks for a link, opens it from the email, sets a new one and is in', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open({ expectedFaults: /status of 4(03|22)/ });
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByText('Check your email').waitFor();
    await page.getByText(member.email).waitFor();

    const link = () => lastLinkTo(member.email);
    await expect.poll(link).toBeTruthy();
    const address = (await link()) ?? '';
    await page.goto(address);
    await page.getByLabel(/^New password/i).waitFor();
    expect(page.url()).not.toContain('access_token');
    await page.reload();
    await page.getByLabel(/^New password/i).fill('new-password');
    await page.getByLabel(/^Confirm/i).fill('another');
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel(/^Confirm/i).fill('new-password');
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await page.waitForURL('**/signin');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(member.email);

    const other = await browser.open();
    await signIn(other, { email: member.email, password: 'new-password' }, '/robots.txt');

    // A used link leads to a new one, and its tokens are no longer in the tab.
    await page.goto(address);
    await page.getByText('Invalid password reset link').waitFor();
    await page.waitForURL('**/signin');
    await page.getByText('Your reset link was already used or has expired.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign In' }).waitFor();
    expect(await page.getByText('Your reset link was already used or has expired.').count()).toBe(0);
    await page.goto('/reset-password');
    await page.waitForURL('**/signin');
    await page.goto(address);
    await page.getByRole('button', { name: 'Get a new link' }).click();
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect.poll(link).not.toBe(address);
    await page.goto((await link()) ?? '');
    // Its session has ended elsewhere in between.
    await browser.site.api('POST', '/auth/v1/logout?scope=global', {
      token: (
        await browser.site.authClient().signInWithPassword({ email: member.email, password: 'new-password' })
      ).data.session?.access_token as string,
    });
    await page.getByLabel(/^New password/i).fill('third-password');
    await page.getByLabel(/^Confirm/i).fill('third-password');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByRole('button', { name: 'Get a new link' }).waitFor();
  });

  test('is told when the link is invalid, and taken back', async () => {
    const page = await browser.open();
    await page.goto('/reset-password');
    await page.getByText('Invalid password reset link').waitFor();
    await page.waitForURL('**/signin');
    await page.goto('/reset-password?email=a@example.com');
    await page.getByText('Check your email for the password reset link').waitFor();
    await page.waitForURL('**/signin');
  });

  test.each([
    ['', 'Invalid password reset link'],
    ['#error=access_denied&error_code=over_request_rate_limit', 'Request rate limit reached'],
  ])('is told so while signed in, too: %s', async (fragment, words) => {
    const page = await browser.open({ fresh: true });
    await signIn(page, await buildMember(browser.site), '/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`/reset-password${fragment}`);
    const toast = page.locator('[data-sonner-toast]', { hasText: words });
    // While the pointer is on it, it stays.
    await toast.hover();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await toast.getAttribute('data-removed')).toBe('false');
  });

  test.each([
    ['over_request_rate_limit', 'Request rate limit reached'],
    ['user_banned', 'This account is suspended.'],
  ])('is told why a link that may still be valid is refused: %s', async (code, words) => {
    const page = await browser.open();
    await page.goto(`/reset-password#error=access_denied&error_code=${code}`);
    await page.getByText(words).waitFor();
    await page.getByRole('heading', { name: 'Sign In' }).waitFor();
    expect(await page.getByText('was already used or has expired').count()).toBe(0);
  });
});

describe('an invited member', () => {
  test('chooses a password for a new account, without mention of a forgotten one', async () => {
    const { token } = await buildAdmin(browser.site);
    const email = 'invited@example.com';
    await browser.site.api('POST', '/api/v1/admin/invitations', { token, body: { email } });
    await expect.poll(() => lastLinkTo(email)).toBeTruthy();
    const address = (await lastLinkTo(email)) ?? '';
    const page = await browser.open();
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Choose a password' }).waitFor();
    await page.reload();
    await page.getByText(`For your new account ${email}`).waitFor();
    await expect.poll(() => page.title()).toBe('Choose a password · Promptory');
    expect(await page.getByRole('main').innerText()).not.toMatch(/new password|reset/i);
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('a-password');
    await page.getByLabel('Confirm password').fill('a-password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Password saved. You can sign in now.').waitFor();
    await page.waitForURL('**/signin');

    await page.goto(address);
    await page.getByText('This link is invalid or has expired.').waitFor();
    await page.getByText('Your invitation was already used or has expired.').waitFor();
    await page.getByRole('button', { name: 'Get a new link' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a-password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/dashboard');
  });
});

describe('guards', () => {
  test('keep members out of the admin pages, and everyone out of unknown ones', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await page.goto('/admin/users');
    await page.waitForURL('**/signin');
    await signIn(page, member, '/admin/users');
    await page.waitForURL('**/dashboard');
    await page.goto('/explore');
    await page.waitForURL('**/prompts');
    await page.goto('/nowhere');
    await page.getByText('404 - Page Not Found').waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    // The address changes before the page does.
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    for (const path of ['/browse/nope', '/pages/nope', '/categories/nope']) {
      // Navigates within the app, as a link would.
      await page.evaluate((address) => {
        const app = window as unknown as { __reactRouterDataRouter: { navigate(to: string): void } };
        app.__reactRouterDataRouter.navigate(address);
      }, path);
      await page.waitForURL(`**${path}`);
      await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
      expect(await page.title()).toBe('404 - Page Not Found · Promptory');
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    }
  });

  test('signing out leads to /signin, in every tab', async () => {
    const member = await buildMember(browser.site);
    const page = await browser.open();
    await signIn(page, member);
    const second = await page.context().newPage();
    await second.goto('/prompts');
    await second.getByRole('searchbox').waitFor();
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menu').getByText(member.email).waitFor();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    await second.waitForURL('**/signin');
  });
});

describe('the daily limit', () => {
  test('says so when it is reached, with a way to the plans', async () => {
    const member = await buildMember(browser.site);
    const tier = await buildTier(browser.site, { daily_copy_limit: 1 });
    await browser.site.db
      .updateTable('profiles')
      .set({ tier_id: tier.id })
      .where('id', '=', member.id)
      .execute();
    const page = await browser.open({ expectedFaults: /status of 429/ });
    await signIn(page, member, '/prompt/plain-words-editor');
    await page.getByText('1 copy left today').waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied!').waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText("You've used your one copy for today").waitFor();
    await page.getByRole('link', { name: 'See plans' }).click();
    await page.waitForURL('**/pricing');
  });
});
