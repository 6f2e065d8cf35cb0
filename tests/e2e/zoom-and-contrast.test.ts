import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectNoSidewaysScroll, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPrompt } from '../harness/build.ts';
import { withTextSizes } from '../harness/text-size.ts';

// A zoom of 400%, Windows high-contrast colors, and a focus that stays visible.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  member = await buildMember(browser.site);
  admin = await buildAdmin(browser.site);
});

describe('at a zoom of 400%', () => {
  const zoomed = { viewport: { width: 320, height: 256 } };

  /** The dialog's question and all its buttons can be scrolled into view. */
  async function expectReachable(dialog: Locator) {
    const parts = [dialog.getByRole('heading'), ...(await dialog.getByRole('button').all())];
    for (const part of parts) {
      const { top, bottom } = await part.evaluate((element) => {
        element.scrollIntoView({ block: 'nearest' });
        return element.getBoundingClientRect();
      });
      const [name] = await part.allTextContents();
      expect([name, top >= 0, bottom <= 256]).toEqual([name, true, true]);
    }
  }

  test('a question before something is lost can be read to its end', async () => {
    const page = await browser.open(zoomed);
    await signIn(page, member, '/settings');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Password').waitFor();
    await expectReachable(dialog);
  });

  test('the cost of a change of plan can be read to its end', async () => {
    const page = await browser.open(zoomed);
    const preview = {
      tier: { name: 'Pro' },
      amount: 2900,
      currency: 'usd',
      interval: 'month',
      amount_due: 1450,
      credit: 0,
      next_payment_at: '2027-01-05T00:00:00Z',
    };
    // The costs may move the dialog after a key has been pressed.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/v1/subscription/change**', async (route) => {
      await pressed.promise;
      await route.fulfill({ json: preview });
    });
    await signIn(page, member, '/subscription?change=00000000-0000-4000-8000-000000000000');
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    pressed.resolve();
    await dialog.getByRole('button', { name: /^Pay/ }).waitFor();
    await expectReachable(dialog);
  });
});

test('with text twice as large on a narrow phone, headings keep their words whole, and cards their category', async () => {
  const page = await browser.open({ viewport: { width: 320, height: 640 } });
  const setTextSize = await withTextSizes(page);
  for (const path of ['/', '/pricing', '/browse-playbooks']) {
    await page.goto(path);
    await setTextSize(200);
    await expectNoSidewaysScroll(page);
    const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) =>
      (heading.textContent ?? '').split(/\s+/).map((word) => {
        const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const range = document.createRange();
        const start = text.data.indexOf(word);
        range.setStart(text, start);
        range.setEnd(text, start + word.length);
        return [word, new Set([...range.getClientRects()].map(({ top }) => top)).size];
      }),
    );
    expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
  }
  const category = page.getByRole('article').getByText('Productivity').first();
  expect(await category.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

test('on a phone held sideways, a menu can be scrolled to its end', async () => {
  const page = await browser.open({ viewport: { width: 844, height: 390 } });
  // A short page, which can't be scrolled itself.
  await signIn(page, member, '/my-versions');
  await page.getByText('No versions yet').waitFor();
  await page.getByRole('button', { name: 'Account menu' }).click();
  const entry = page.getByRole('menuitem', { name: 'Sign out' });
  await entry.waitFor();
  await entry.scrollIntoViewIfNeeded();
  const { y, height } = (await entry.boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height).toBeLessThanOrEqual(390);
});

test('in a low window, the sidebar shows the entry of the current page', async () => {
  const page = await browser.open({ viewport: { width: 1024, height: 500 } });
  await signIn(page, admin, '/admin/outbox');
  const entry = page.getByRole('navigation', { name: 'Admin pages' }).locator('[aria-current]');
  await entry.waitFor();
  await expect
    .poll(() => entry.evaluate((element) => element.getBoundingClientRect().bottom))
    .toBeLessThan(501);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

describe('with high-contrast colors', () => {
  const styleOf = (target: Locator, name: string) =>
    target.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  /** Whether it has the system's background for selected items. */
  const isMarked = (target: Locator) =>
    target.evaluate((element) => {
      const probe = document.createElement('p');
      probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
      document.body.append(probe);
      const marked = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return getComputedStyle(element).backgroundColor === marked;
    });
  const expectMarked = async (chosen: Locator, other: Locator) => {
    await chosen.waitFor();
    expect([`${chosen}`, await isMarked(chosen), await isMarked(other)]).toEqual([`${chosen}`, true, false]);
  };
  const open = () => browser.open({ forcedColors: 'active' });

  test('chosen options differ from others', async () => {
    const page = await open();
    await page.goto('/pricing');
    const interval = (name: RegExp) => page.locator('fieldset label').filter({ hasText: name });
    await expectMarked(interval(/^Monthly/), interval(/^Annual/));
    // Of the links at the top, only the current one has a line.
    const top = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
    await expectMarked(top('Pricing'), top('Browse'));
    expect(await styleOf(top('Browse'), 'border-bottom-width')).toBe('0px');
    await signIn(page, member, '/prompts');
    const sort = (name: string) => page.getByRole('button', { name, exact: true });
    await expectMarked(sort('Newest'), sort('Popular'));
    const entries = page.getByRole('navigation', { name: 'Member pages' });
    const entry = (name: string) => entries.getByRole('link', { name, exact: true });
    await expectMarked(entry('Prompts'), entry('Playbooks'));
  });

  test('the entry that Enter would open differs from others, and a button has a border', async () => {
    const page = await open();
    await signIn(page, member, '/prompts');
    await page.getByRole('button', { name: 'Account menu' }).focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem').first();
    await expect.poll(() => styleOf(item, 'outline-style')).toBe('solid');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('email');
    const result = page.getByRole('option', { selected: true });
    await expect.poll(() => styleOf(result, 'outline-style')).toBe('solid');
    await page.goto('/settings');
    const save = page.getByRole('main').locator('button.bg-accent').first();
    await save.waitFor();
    expect(await styleOf(save, 'border-top-style')).toBe('solid');
  });
});

describe('the focus', () => {
  /** The sticky bars at the top of the window that cover the focused element. */
  const coveringBars = (page: Page) =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused) return [];
      const { top, bottom } = focused.getBoundingClientRect();
      return [...document.querySelectorAll('main *, header')]
        .filter((bar) => getComputedStyle(bar).position === 'sticky' && !bar.contains(focused))
        .filter((bar) => !bar.matches('th, td, nav'))
        .map((bar) => bar.getBoundingClientRect())
        .filter((bar) => bar.top < innerHeight / 2 && top < bar.bottom && bottom > bar.top)
        .map((bar) => `${focused.outerHTML.slice(0, 80)} at ${top} under a bar to ${bar.bottom}`);
    });

  test('is never hidden behind the bar of selected rows', async () => {
    const page = await browser.open({ viewport: { width: 1024, height: 600 } });
    await signIn(page, admin, '/admin/prompts');
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('region', { name: 'Selected items' }).waitFor();
    await page.locator('tbody tr').last().getByRole('button').last().focus();
    const found: string[] = [];
    for (let press = 0; press < 120; press += 1) {
      found.push(...(await coveringBars(page)));
      await page.keyboard.press('Shift+Tab');
    }
    expect(found).toEqual([]);
  });

  test('is never hidden behind the head of a long prompt', async () => {
    const { slug } = await buildPrompt(browser.site, { prompt_body: 'A line of many.\n'.repeat(600) });
    const page = await browser.open({ viewport: { width: 1024, height: 600 } });
    await signIn(page, member, `/prompt/${slug}`);
    await page.getByLabel('Write a comment').focus();
    const found: string[] = [];
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press('Shift+Tab');
      found.push(...(await coveringBars(page)));
    }
    expect(found).toEqual([]);
  });
});
