import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { foldedLength } from '#constants';
import { expectNoSidewaysScroll, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

// cspell:ignoreRegExp [\u0600-\u06ff]+
// Small windows, touch, keyboards, print and other scripts.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 2 });
  admin = await buildAdmin(browser.site);
});
const prompt = '/prompt/plain-words-editor';
const step = '/playbook/your-week-in-order?step=1';
const ready = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();

test('a tablet has a sidebar of icons that say what they are', async () => {
  const page = await browser.open({ viewport: { width: 768, height: 1024 } });
  await signIn(page, member);
  await ready(page);
  const sidebar = page.getByRole('navigation', { name: 'Member pages' });
  expect((await sidebar.boundingBox())?.width).toBe(64);
  await sidebar.getByRole('link', { name: 'Playbooks' }).click();
  await page.waitForURL('**/playbooks');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await sidebar.boundingBox())?.width).toBe(240);
});

test('the actions of a table are visible on tablets', async () => {
  const page = await browser.open({ viewport: { width: 768, height: 1024 } });
  await signIn(page, admin, '/robots.txt');
  for (const path of ['/admin/prompts', '/admin/playbooks']) {
    await page.goto(path);
    const remove = page.getByRole('button', { name: /^Delete/ }).first();
    await remove.waitFor();
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 1024 });
      const { x = 0, width: size = 0 } = (await remove.boundingBox()) ?? {};
      expect([path, width, x + size < width]).toEqual([path, width, true]);
      // The columns that stay visible cast a shadow on what they cover, with or without reduced motion.
      const shadow = () =>
        remove.evaluate((button) => {
          const cell = button.closest('td');
          return cell && getComputedStyle(cell, '::before').backgroundImage;
        });
      await expect.poll(shadow).toContain('rgba(20, 30, 25, 0.16)');
    }
  }
});

describe('on a phone', () => {
  test('the copy button and the actions of a table are visible at once', async () => {
    const page = await browser.open({ viewport: phone, hasTouch: true });
    const isInView = (name: string | RegExp) =>
      page
        .getByRole('button', { name })
        .first()
        .evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        });
    await signIn(page, member, prompt);
    await ready(page);
    expect(await isInView(/^Copy/)).toBe(true);
    await page.getByRole('button', { name: /^Copy/ }).first().tap();
    await page.getByText('Copied!').waitFor();
    await signIn(page, admin, '/robots.txt');
    for (const path of ['/admin/prompts', '/admin/playbooks']) {
      await page.goto(path);
      await page.getByRole('button', { name: /^Edit/ }).first().waitFor();
      expect([path, await isInView(/^Edit/), await isInView(/^Delete/)]).toEqual([path, true, true]);
    }
  });

  test('a keyboard that lies over the page, as on iOS, does not cover the buttons of dialogs', async () => {
    const page = await browser.open({ viewport: phone });
    await page.addInitScript((height) => {
      const viewport = Object.assign(new EventTarget(), { height, scale: 1 });
      Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true });
    }, phone.height);
    await signIn(page, admin, '/robots.txt');
    for (const [path, opener, button] of [
      ['/admin/pricing', 'Add Tier', 'Create tier'],
      [prompt, /^Fill in \d/, 'Copy'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name: opener }).click();
      const last = page.getByRole('dialog').getByRole('button', { name: button });
      await last.waitFor();
      await page.evaluate(() => {
        Object.assign(window.visualViewport ?? {}, { height: 450 });
        window.visualViewport?.dispatchEvent(new Event('resize'));
      });
      const box = await last.boundingBox();
      const bottom = (box?.y ?? 0) + (box?.height ?? 0);
      expect([path, bottom > 350 && bottom < 450]).toEqual([path, true]);
      expect((await page.getByRole('dialog').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    }
  });

  test("the actions of a table don't cover a focused control", async () => {
    const page = await browser.open({ viewport: phone });
    await signIn(page, admin, '/admin/prompts');
    await page.getByRole('button', { name: /^Edit/ }).first().waitFor();
    const heads = await page.locator('thead button').all();
    expect(heads.length).toBeGreaterThan(3);
    for (const head of heads) {
      await head.focus();
      const isCovered = await head.evaluate((button) => {
        const { right, top, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(right - 1, top + height / 2));
      });
      expect([await head.textContent(), isCovered]).toEqual([await head.textContent(), false]);
    }
  });

  test('all controls are at least 24 pixels, and primary buttons 44; at a zoom of 400% everything fits, and nothing sticky is in the way', async () => {
    const page = await browser.open({ viewport: phone, hasTouch: true });
    const tooSmall = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden])')].flatMap(
          (element) => {
            const { width, height } = element.getBoundingClientRect();
            const style = getComputedStyle(element);
            const isShown = width > 1 && height > 1 && style.visibility === 'visible';
            // A link in a sentence is as high as its line, and a checkbox can be pressed by its label.
            const inText = style.display === 'inline' || element.closest('label') !== null;
            if (!isShown || inText) return [];
            const accent = getComputedStyle(document.documentElement).getPropertyValue('--color-accent');
            const isPrimary =
              element.matches('.bg-accent.min-h-10, .bg-accent.min-h-12') && accent !== undefined;
            const least = isPrimary ? 44 : 24;
            return width < least || height < least
              ? [
                  `${location.pathname} ${element.textContent?.trim() || element.outerHTML.slice(0, 80)}: ${width} x ${height}`,
                ]
              : [];
          },
        ),
      );
    const sticking = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
          .map((element) => element.getBoundingClientRect().height)
          .filter((height) => height > 1)
          .reduce((sum, height) => sum + height, 0),
      );
    const found: string[] = [];
    const look = async (path: string) => {
      await page.setViewportSize(phone);
      await page.goto(path);
      await ready(page);
      found.push(...(await tooSmall()));
      await page.setViewportSize({ width: 320, height: 256 });
      await expectNoSidewaysScroll(page);
    };
    for (const path of ['/', '/browse', '/browse-playbooks', '/pricing', '/signin', '/signup'])
      await look(path);
    await signIn(page, member, '/robots.txt');
    const memberPages = ['/dashboard', '/prompts', prompt, '/playbooks', step, '/subscription', '/settings'];
    for (const path of memberPages) {
      await look(path);
      expect([path, (await sticking()) <= 96]).toEqual([path, true]);
    }
    expect(found).toEqual([]);
  });
});

describe('by keyboard', () => {
  test('every dialog gives the focus back to the control that opened it', async () => {
    const page = await browser.open();
    await signIn(page, admin, '/robots.txt');
    const openers = [
      ['/admin/prompts', 'Add Prompt'],
      ['/admin/prompts', /^Edit/],
      ['/admin/prompts', /^Delete/],
      ['/admin/playbooks', 'Add Playbook'],
      ['/admin/playbooks', /^Edit/],
      ['/admin/pricing', 'Add Tier'],
      ['/admin/pricing', /^Delete/],
      ['/admin/offers', 'Create offer'],
      ['/settings', 'Delete my account'],
    ] as const;
    let shown = '';
    for (const [path, name] of openers) {
      if (shown !== path) await page.goto(path);
      shown = path;
      const opener = page.getByRole('button', { name }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      // It hears keys once it has taken the focus.
      await dialog.and(page.locator(':focus-within')).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    }
  });

  test('a card comes before its favorite button, and the search button opens the palette', async () => {
    const page = await browser.open();
    await signIn(page, member, '/prompts');
    const card = page.getByRole('article').first();
    await card.getByRole('link').first().focus();
    await page.keyboard.press('Tab');
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await label()).toMatch(/^Favorite/);
    const search = page.getByRole('link', { name: 'Search prompts' });
    expect(await search.getAttribute('aria-keyshortcuts')).toContain('Control+K');
    expect(await search.getAttribute('href')).toBe('/prompts');
    await search.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').waitFor();
    for (const heading of ['Popular prompts', 'Popular playbooks'])
      await page.getByRole('group', { name: heading }).waitFor();
    // The space above an on-screen keyboard: the palette ends there.
    const bottom = async () => {
      const { y = 0, height = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {};
      return y + height;
    };
    expect(await bottom()).toBeGreaterThan(400);
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { get: () => 400 });
      visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect.poll(bottom).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await expect.poll(() => search.evaluate((link) => link === document.activeElement)).toBe(true);

    // The most viewed items are requested once, not at every opening.
    await page.clock.setFixedTime(Date.now() + 5 * 60_000);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/api\/v1\/(prompts|playbooks)$/.test(pathname)) asked.push(search);
    });
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').fill('morning');
    await expect.poll(() => asked.length).toBe(2);
    for (const query of asked) expect(query).toContain('q=morning');
  });
});

test('a short page does not scroll, and its footer is at the bottom', async () => {
  const page = await browser.open({ expectedFaults: /status of 404/ });
  await page.goto('/nowhere');
  const { scroll, client, foot } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollHeight,
    client: document.documentElement.clientHeight,
    foot: document.querySelector('footer')?.getBoundingClientRect().bottom,
  }));
  expect(scroll).toBe(client);
  expect(foot).toBe(client);
});

test('a prompt in another script runs in its direction, and on paper only its text remains', async () => {
  const arabic = await buildPrompt(browser.site, {
    title: 'مراجعة النص',
    description: 'نص عربي',
    category: 'RTL',
    prompt_body: 'اقرأ النص التالي {{company}}',
    blanks: JSON.stringify([{ name: 'company', label: 'اسم الشركة' }]),
  });
  const page = await browser.open();
  await signIn(page, member, `/prompt/${arabic.slug}`);
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  const direction = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction);
  expect([await direction('h1'), await direction('pre')]).toEqual(['rtl', 'rtl']);
  expect(await direction(`label:has-text("اسم الشركة")`)).toBe('rtl');

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('اقرأ النص التالي').isVisible()).toBe(true);
  // What needs buttons or fields makes no sense without them.
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const gone of ['Tried it?', 'Make it yours', 'copies left today', 'Fill in'])
      expect(await page.getByText(gone).filter({ visible: true }).count(), gone).toBe(0);
    const empty = await page
      .getByRole('main')
      .locator('div')
      .evaluateAll((boxes) =>
        boxes
          .filter((box) => box.checkVisibility() && box.textContent === '')
          .filter((box) => getComputedStyle(box).borderTopWidth !== '0px'),
      );
    expect(empty).toEqual([]);
  }
  for (const gone of [page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('button')])
    expect(await gone.filter({ visible: true }).count()).toBe(0);
  for (const place of ['html', 'body'])
    expect(await page.locator(place).evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    );
});

test('on paper a long prompt, a step and a run are complete, including parts collapsed on the screen', async () => {
  const { site } = browser;
  const long = await buildPrompt(site, { prompt_body: `${'word '.repeat(foldedLength / 4)}its end` });
  const playbook = await buildPlaybook(site);
  const prompts = [{ type: 'manual', title: 'Ask', prompt_body: 'Whom to ask' }];
  for (const step_order of [0, 1]) await buildStep(site, playbook, { step_order, prompts });
  const { token } = member;
  const run = await site.api('POST', `/api/v1/playbooks/${playbook.slug}/runs`, { token });
  const result = `${'line\n'.repeat(60)}the last line`;
  const page = await browser.open();
  await signIn(page, member, '/robots.txt');
  const printed = async (path: string, isThere: Locator) => {
    await page.goto(path);
    await isThere.first().waitFor();
    // After the page's own listener.
    await nextTasks(page);
    await page.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        document.body.dataset.printed = document.querySelector('main')?.innerText;
      }),
    );
    await page.pdf();
    return page.evaluate(() => document.body.dataset.printed);
  };
  const unfold = page.getByRole('button', { name: /^Show all/ });
  expect(await printed(`/prompt/${long.slug}`, unfold)).toContain('its end');
  await unfold.waitFor();
  expect(await printed(`/playbook/${playbook.slug}?step=1`, page.getByText('Ask'))).toContain('Whom to ask');
  expect(await page.getByText('Whom to ask').count()).toBe(0);
  const words = (await printed(`/runs/${run.body.id}`, page.getByText('Whom to ask'))) ?? '';
  expect(words.split('Whom to ask')).toHaveLength(3);
  await page.getByLabel('Result').fill(result);
  await page.emulateMedia({ media: 'print' });
  const { scroll, client } = await page
    .getByLabel('Result')
    .evaluate(({ scrollHeight, clientHeight }) => ({ scroll: scrollHeight, client: clientHeight }));
  expect(client).toBe(scroll);
  expect(client).toBeGreaterThan(60 * 20);
});

test('on paper a table keeps its headings, and no prompt asks to be filled in', async () => {
  const { slug } = await buildPrompt(browser.site, { prompt_body: 'For {{Whom}}' });
  const page = await browser.open();
  await signIn(page, admin, `/prompt/${slug}`);
  const open = page.getByText('Still open').filter({ visible: true });
  await open.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await open.count()).toBe(0);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Email', exact: true }).waitFor();
  await page.getByLabel('Role').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Back to Admin Dashboard' }).waitFor({ state: 'hidden' });
  const table = page.getByRole('region', { name: 'Users' });
  expect(await table.evaluate((box) => getComputedStyle(box).overflowX)).toBe('visible');
  // Boxes have all their edges, and the page has none where the sidebar was.
  const edge = (box: Locator) => box.evaluate((element) => getComputedStyle(element).borderLeftWidth);
  expect([await edge(table), await edge(page.locator('#content > div'))]).toEqual(['1px', '0px']);
});

test("lists, public pages and runs show authors' titles and texts in their direction", async () => {
  const { site } = browser;
  const arabic = { title: 'مراجعة', description: 'نص عربي', category: 'RTL' };
  const one = await buildPrompt(site, arabic);
  const two = await buildPrompt(site, { ...arabic, title: 'ملخص' });
  const playbook = await buildPlaybook(site, arabic);
  const prompts = [{ type: 'manual', title: 'اسأل', prompt_body: 'x' }];
  await buildStep(site, playbook, { title: 'الخطوة', prompts });
  const { token } = member;
  const run = await site.api('POST', `/api/v1/playbooks/${playbook.slug}/runs`, { token });
  const page = await browser.open();
  const direction = (text: string) =>
    page
      .getByText(text)
      .filter({ visible: true })
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  const expectRight = async (...texts: string[]) => {
    for (const text of texts)
      await expect.poll(() => direction(text), { message: `${page.url()} ${text}` }).toBe('rtl');
  };
  await page.goto('/browse?category=RTL');
  await expectRight(one.title, arabic.description);
  await page.goto(`/browse/${one.slug}`);
  await expectRight(one.title, two.title, arabic.description);
  await page.goto(`/browse-playbooks/${playbook.slug}`);
  await expectRight('الخطوة');
  await signIn(page, member, `/runs/${run.body.id}`);
  await expectRight('الخطوة', 'اسأل');
  await page.getByRole('checkbox', { name: 'Step 1 is done' }).check();
  await page.getByRole('heading', { name: 'Full result' }).waitFor();
  await expectRight('الخطوة');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(two.title);
  await expectRight(two.title);
});
