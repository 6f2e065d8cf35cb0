import { beforeAll, expect, test } from 'vitest';
import { phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { listen } from '../harness/live-regions.ts';

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
  const clock = () => page.evaluate(() => Date.now());
  await signIn(page, admin, '/robots.txt');
  if (kind === 'error')
    await page.route('**/admin/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
  /** Presses a button that shows the toast, after stopping the clock. */
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name, disabled: false });
    await button.waitFor();
    await page.clock.pauseAt((await clock()) + 10_000);
    await button.click();
  };
  if (kind === 'info') {
    await page.goto('/pricing');
    await page.getByRole('button', { name: /account/i }).waitFor();
    await press(/Get Started/);
  } else if (kind === 'warning') {
    await page.goto('/admin/pricing');
    await page.getByRole('button', { name: 'Add Tier' }).click();
    await press('Create tier');
  } else {
    await page.goto('/admin/settings');
    await press('Save Settings');
  }
  const toast = page.getByText(text);
  // The toast appears a moment later, by this clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return toast.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(milliseconds - 500);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(1_000);
  // The toast still has to fade out.
  await page.clock.resume();
  await toast.waitFor({ state: 'detached' });
});

test('a message that comes again restarts its time and shows once', async () => {
  const page = await browser.open({ expectedFaults: /status of 500/ });
  await page.clock.install();
  await page.route('**/admin/tiers', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await signIn(page, admin, '/admin/pricing');
  await page.getByRole('button', { name: 'Add Tier' }).click();
  const create = page.getByRole('button', { name: 'Create tier' });
  await create.waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const missing = page.locator('[data-sonner-toast]', { hasText: 'Please enter a tier name' });
  const failed = page.locator('[data-sonner-toast]', { hasText: 'Failed to create tier' });
  const shown = async () => {
    await page.clock.runFor(10);
    return [await missing.count(), await failed.count()];
  };
  await create.click();
  await expect.poll(shown).toEqual([1, 0]);
  const text = await page.getByText('Please enter a tier name').elementHandle();
  await page.clock.fastForward(4_000);
  await create.click();
  await page.clock.runFor(1_000);
  // Screen readers announce what is added.
  const isFirst = () => text?.evaluate((element) => element.isConnected);
  await expect.poll(async () => [...(await shown()), await isFirst()]).toEqual([1, 0, false]);
  await page.clock.fastForward(3_000);
  await page.getByLabel('Name').fill('Gold');
  await create.click();
  await expect.poll(shown).toEqual([1, 1]);
  await page.clock.runFor(1_500);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return missing.getAttribute('data-removed');
    })
    .toBe('true');
  // One that is about to go stays gone, so the message gets another.
  await page.getByLabel('Name').fill('');
  await create.click();
  await page.clock.runFor(1_000);
  await expect.poll(async () => (await shown())[0]).toBe(1);
});

test('one that comes while another is shown covers neither it nor the focused field', async () => {
  const page = await browser.open({ fresh: true, expectedFaults: /status of 400/, viewport: phone });
  const error = 'This is why the tier could not be created, in more words than fit on one line.';
  await page.route('**/admin/tiers', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error, code: 'bad_request' } })
      : route.continue(),
  );
  await signIn(page, admin, '/admin/pricing');
  await page.getByRole('button', { name: 'Add Tier' }).click();
  const create = page.getByRole('button', { name: 'Create tier' });
  const name = page.getByLabel('Name');
  await create.click();
  await page.locator('[data-sonner-toast]', { hasText: 'Please enter a tier name' }).waitFor();
  await name.fill('Gold');
  await create.click();
  await page.locator('[data-sonner-toast]', { hasText: error }).waitFor();
  const boxes = () =>
    page.locator('[data-sonner-toast]').evaluateAll((toasts) =>
      toasts.map((toast) => {
        const { top, bottom } = toast.getBoundingClientRect();
        return { top, bottom };
      }),
    );
  await expect
    .poll(async () => {
      const [newest, earlier] = (await boxes()).sort((one, other) => one.top - other.top);
      return newest && earlier && newest.bottom <= earlier.top;
    })
    .toBe(true);
  const price = page.locator('[name=price]');
  await price.focus();
  const field = await price.boundingBox();
  if (!field) throw new Error('the field is gone');
  // Before the first one goes by itself.
  await expect
    .poll(
      async () => {
        const isClear = ({ top, bottom }: { top: number; bottom: number }) =>
          bottom <= field.y || top >= field.y + field.height;
        return (await boxes()).map(isClear);
      },
      { timeout: 3_000 },
    )
    .toEqual([true, true]);
});

test('an error that led to the sign-in goes once someone has signed in', async () => {
  const member = await buildMember(browser.site);
  // The clock of the others has stopped.
  const page = await browser.open({ fresh: true, expectedFaults: /status of 40[013]/ });
  await signIn(page, member, '/settings');
  await page.getByLabel('Display name').fill('Ada');
  await page.waitForLoadState('networkidle');
  // Requests to read wait, because they would lead to the sign-in by themselves.
  const saved = Promise.withResolvers<void>();
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() === 'GET') await saved.promise;
    else saved.resolve();
    await route.continue();
  });
  await browser.site.db.deleteFrom('auth.sessions').where('user_id', '=', member.id).execute();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const ended = page.getByText('Your session has ended. Please sign in again.');
  // While the pointer is on it, it stays.
  await ended.hover();
  await page.waitForURL('**/signin');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings');
  await ended.waitFor({ state: 'detached', timeout: 3_000 });
});

test('the first one is announced, because its region is there before it', async () => {
  const page = await browser.open({ fresh: true });
  const heard = await listen(page);
  await signIn(page, admin, '/settings');
  await page.getByRole('region', { name: /^Notifications/ }).waitFor({ state: 'attached' });
  await page.getByLabel('Display name').fill('Ada');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(heard).toContain('Profile updated successfully');
});

test('on a German page, its region and its button have German names', async () => {
  const page = await browser.open({ locale: 'de-DE' });
  await signIn(page, admin, '/settings');
  await page.getByLabel('Anzeigename').fill('Erika'); // cspell:disable-line
  await page.getByRole('button', { name: 'Änderungen speichern' }).click(); // cspell:disable-line
  const region = page.getByRole('region', { name: /^Benachrichtigungen/ }); // cspell:disable-line
  await region.getByRole('button', { name: 'Benachrichtigung schließen' }).waitFor(); // cspell:disable-line
});
