import { beforeAll, describe, expect, test } from 'vitest';
import { phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';

// What stands around every page: the colors, the menus, the keyboard.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});

describe('light and dark', () => {
  test.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)(
    'follow the system (%s) until the visitor chooses, and the choice stays',
    async (system, chosen) => {
      const page = await browser.open({ colorScheme: system });
      const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
      await page.goto('/pricing');
      const before = await paper();
      expect(await theme()).toBeUndefined();
      await page.getByRole('button', { name: new RegExp(chosen, 'i') }).click();
      await expect.poll(theme).toBe(chosen);
      // Chromium works out light-dark() with the next frame.
      await expect.poll(paper).not.toBe(before);
      const after = await paper();
      expect(await scheme()).toContain(chosen);
      await page.getByRole('link', { name: 'Browse' }).first().click();
      await page.waitForURL('**/browse');
      expect(await theme()).toBe(chosen);

      // Before the first paint: without any of the page's script files.
      await page.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      await page.reload();
      expect(await theme()).toBe(chosen);
      await expect.poll(paper).toBe(after);
      await page.unroute('**/assets/*.js');
      await page.reload();
      await page.getByRole('button', { name: new RegExp(system, 'i') }).click();
      await expect.poll(theme).toBe(system);
      await expect.poll(paper).toBe(before);
    },
  );

  test('of a visitor who has spoiled what was kept are those of the system', async () => {
    const page = await browser.open({ colorScheme: 'dark' });
    await page.goto('/pricing');
    await page.evaluate(() => localStorage.setItem('promptory-theme', '"><script>'));
    await page.reload();
    await page.getByRole('button', { name: /light/i }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
  });
});

describe('the menu on a phone', () => {
  test('opens and closes by its button, by Escape and with the page it leads to', async () => {
    const page = await browser.open({ viewport: phone });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const open = page.getByRole('button', { name: 'Open menu' });
    expect(await open.getAttribute('aria-expanded')).toBe('false');
    expect(await menu.count()).toBe(0);
    await open.click();
    await menu.waitFor();
    const close = page.getByRole('button', { name: 'Close menu' });
    expect(await close.getAttribute('aria-expanded')).toBe('true');
    await close.click();
    await menu.waitFor({ state: 'detached' });
    await open.click();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await open.click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL('**/pricing');
    await menu.waitFor({ state: 'detached' });
  });

  test('has a member’s ways and the way out', async () => {
    const page = await browser.open({ viewport: phone });
    await signIn(page, member);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.locator('#mobile-menu');
    await menu.getByText(member.email).waitFor();
    const names = await menu.getByRole('link').allTextContents();
    for (const name of ['Playbooks', 'Settings', 'Pricing']) expect(names).toContain(name);
    expect(names.join()).not.toContain('Admin');
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/settings');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    await page.goto('/dashboard');
    await page.waitForURL('**/signin');
  });
});

describe('by keyboard alone', () => {
  const focused = (page: Awaited<ReturnType<typeof browser.open>>) =>
    page.evaluate(
      () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label'),
    );

  test('the first key press leads past the bar to the content', async () => {
    const page = await browser.open();
    await page.goto('/browse');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('the account menu is opened, walked through and left, and the focus is where it was', async () => {
    const page = await browser.open();
    await signIn(page, member);
    const trigger = page.getByRole('button', { name: /account/i });
    await trigger.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Sign out');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a dialog takes the focus, keeps it, and gives it back to what has opened it', async () => {
    const page = await browser.open();
    await signIn(page, member);
    await page.goto('/settings');
    const opener = page.getByRole('button', { name: 'Delete my account' });
    await opener.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('arrows turn the steps of a playbook, but not while somebody types or holds another key', async () => {
    const page = await browser.open();
    await signIn(page, member);
    await page.goto('/playbook/your-week-in-order?step=1');
    await page.getByRole('heading', { level: 1, name: 'Empty the inbox' }).waitFor();
    const step = () => new URL(page.url()).searchParams.get('step');
    for (const keys of ['Alt+ArrowDown', 'Shift+ArrowRight', 'Control+ArrowRight']) {
      await page.keyboard.press(keys);
      expect([keys, step()]).toEqual([keys, '1']);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('a');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(step()).toBe('1');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**?step=2');
  });
});
