import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { desktop, expectFocused, hold, phone, sessionKey, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { memberPages } from '../harness/member-pages.ts';

// The frame of every page: colors, menus and keyboard.
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
      // Chromium only applies light-dark() in the next frame.
      await expect.poll(paper).not.toBe(before);
      const after = await paper();
      expect(await scheme()).toContain(chosen);
      await page.getByRole('link', { name: 'Browse' }).first().click();
      await page.waitForURL('**/browse');
      expect(await theme()).toBe(chosen);

      // Before the first paint, without any of the page's script files.
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

  test('change once after a press before their script has loaded', async () => {
    const page = await browser.open({ colorScheme: 'light' });
    const release = await hold(page, /\/assets\/.*\.js/);
    await page.goto('/pricing', { waitUntil: 'commit' });
    await page.getByRole('button', { name: /dark/i }).click();
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBeUndefined();
    release();
    await expect.poll(theme).toBe('dark');
    await page.getByRole('button', { name: /light/i }).click();
    await expect.poll(theme).toBe('light');
  });

  test('follow the system if the stored choice is invalid', async () => {
    const page = await browser.open({ colorScheme: 'dark' });
    await page.goto('/pricing');
    await page.evaluate(() => localStorage.setItem('promptory-theme', '"><script>'));
    await page.reload();
    await page.getByRole('button', { name: /light/i }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
  });
});

test('the sidebar and a link above the title show where a page belongs; the page of a missing record says so', async () => {
  const { site } = browser;
  const admin = await buildAdmin(site);
  const page = await browser.open({ expectedFaults: /status of 4(04|22)/ });
  await signIn(page, admin, '/robots.txt');
  const made = async (path: string, body: object) =>
    (await site.api('POST', `/api/v1${path}`, { token: admin.token, body })).body.id;
  const collection = await made('/collections', { name: 'Launch' });
  const mailing = await made('/admin/mailings', { id: randomUUID() });
  // Its title takes several lines, which must not move what is below while it loads.
  const subject = 'What is new in the library '.repeat(5);
  await site.api('PATCH', `/api/v1/admin/mailings/${mailing}`, { token: admin.token, body: { subject } });
  const own = await made('/admin/pages', { id: randomUUID(), kind: 'own' });
  for (const [path, entry, back] of [
    ['/prompt/plain-words-editor', 'Prompts', 'All prompts'],
    ['/playbook/your-week-in-order', 'Playbooks', 'All playbooks'],
    ['/settings/keys', 'Settings', 'Settings'],
    ['/settings/connect', 'Settings', 'Settings'],
    ['/settings/sessions', 'Settings', 'Settings'],
    [`/collections/${collection}`, 'Collections', 'All collections'],
    [`/admin/members/${member.id}`, 'Users', 'Users'],
    [`/admin/mailings/${mailing}`, 'Email to members', 'All emails to members'],
    [`/admin/pages/${own}`, 'Pages', 'Pages'],
    ['/admin', 'Admin Dashboard', undefined],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const sidebar = page.getByRole('navigation', { name: /^(Member|Admin) pages$/ });
    // The entries depend on the role, which can come after the heading.
    await expect
      .poll(async () => [path, await sidebar.locator('[aria-current]').allTextContents()])
      .toEqual([path, [entry]]);
    if (!back) continue;
    const link = page.getByRole('main').getByRole('link', { name: back, exact: true }).first();
    // Both may be rendered again between two checks, when the data arrives.
    const isAbove = async () =>
      page.evaluate(
        ([above, title]) =>
          above && title && above.compareDocumentPosition(title) === Node.DOCUMENT_POSITION_FOLLOWING,
        [await link.elementHandle(), await page.$('h1')] as const,
      );
    await expect.poll(async () => [path, await isAbove()]).toEqual([path, true]);
  }
  for (const [path, title, back] of [
    ['/prompt/none', 'Prompt not found', 'Back to Explore'],
    ['/playbook/none', 'Playbook not found', 'Back to Playbooks'],
    [`/runs/${randomUUID()}`, 'Run not found', 'Back to Playbooks'],
    [`/collections/${randomUUID()}`, 'Collection not found', 'Your collections'],
    ['/collections/shared/none', 'Collection not found', 'Your collections'],
    [`/my-versions/${randomUUID()}`, 'Version not found', 'My versions'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('main').getByRole('link', { name: back, exact: true }).waitFor();
    expect(await page.title()).toContain(title);
  }
  for (const [path, said] of [
    [`/admin/members/${randomUUID()}`, 'User not found'],
    [`/admin/mailings/${randomUUID()}`, 'Email not found'],
    [`/admin/pages/${randomUUID()}`, 'Page not found'],
    [`/admin/imports?id=${randomUUID()}`, 'Import not found'],
    ['/admin/imports?id=x', 'Import not found'],
  ] as const) {
    await page.goto(path);
    await page.getByText(said).waitFor();
  }
});

test('each page has one main landmark, without the menus around it', async () => {
  const landmarks = async (page: Page) => ({
    main: await page.locator('main').count(),
    content: await page.locator('main#content h1').count(),
    menus: await page.getByRole('main').locator('header, footer, nav[aria-label$=" pages"]').count(),
    footer: await page.getByRole('contentinfo').count(),
  });
  const visitor = await browser.open({ expectedFaults: /status of 404/ });
  for (const [path, footer] of [
    ['/', 1],
    ['/browse/plain-words-editor', 1],
    ['/nothing', 1],
    ['/browse/nothing', 1],
    ['/signin', 0],
  ] as const) {
    await visitor.goto(path);
    await visitor.getByRole('heading', { level: 1 }).first().waitFor();
    expect([path, await landmarks(visitor)]).toEqual([path, { main: 1, content: 1, menus: 0, footer }]);
  }
  const page = await browser.open({ viewport: desktop, expectedFaults: /status of 404/ });
  const counts: number[] = [];
  await page.exposeFunction('count', (count: number) => counts.push(count));
  await page.addInitScript(() => {
    const { count } = window as unknown as { count: (count: number) => void };
    const tell = () => document.body && count(document.querySelectorAll('main').length);
    new MutationObserver(tell).observe(document, { childList: true, subtree: true });
  });
  await signIn(page, await buildAdmin(browser.site), '/robots.txt');
  for (const path of ['/dashboard', '/prompt/none', '/checkout', '/admin', '/admin/prompts']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect([path, await landmarks(page)]).toEqual([path, { main: 1, content: 1, menus: 0, footer: 0 }]);
  }
  counts.length = 0;
  // Also while other pages load.
  for (const [link, title] of [
    ['Pricing', 'Plans that pay for themselves'],
    ['Admin', 'Admin Dashboard'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  expect(new Set(counts)).toEqual(new Set([1]));
});

describe('a member on public pages', () => {
  test('finds their own pages in the account menu', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    for (const [start, name, address] of [
      ['/', 'Dashboard', '/dashboard'],
      ['/browse', 'Prompts', '/prompts'],
      ['/pricing', 'Playbooks', '/playbooks'],
      ['/browse-playbooks', 'Subscription', '/subscription'],
    ] as const) {
      await page.goto(start);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual([...memberPages, 'Sign out']);
      await page.getByRole('menuitem', { name, exact: true }).click();
      await page.waitForURL(`**${address}`);
    }
  });

  test('is taken to the library, and visitors to sign-up', async () => {
    const visitor = await browser.open();
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    for (const [start, forVisitors, away, forMembers, address] of [
      ['/', 'Browse Prompts', '/browse', 'Browse Prompts', '/prompts'],
      ['/', 'Explore Playbooks', '/browse-playbooks', 'Explore Playbooks', '/playbooks'],
      ['/', 'Get Started (Free)', '/signup', 'Get Started (Free)', '/subscription'],
      ['/', 'Sign Up Free', '/signup', 'Go to dashboard', '/dashboard'],
      ['/browse', 'Get Started Free', '/signup', 'Open prompts', '/prompts'],
      ['/browse-playbooks', 'Get Started Free', '/signup', 'Open playbooks', '/playbooks'],
    ] as const) {
      const links = (of: Page, name: string, to: string) =>
        of.locator(`main a[href="${to}"]`).filter({ visible: true }).and(of.getByRole('link', { name }));
      if (new URL(visitor.url(), browser.site.url).pathname !== start) await visitor.goto(start);
      await links(visitor, forVisitors, away).waitFor();
      expect(await links(visitor, forMembers, address).count()).toBe(0);
      await page.goto(start);
      expect(await links(page, forVisitors, away).count()).toBe(0);
      await links(page, forMembers, address).click();
      await page.waitForURL(`**${address}`);
    }
  });
});

describe('by keyboard alone', () => {
  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label'),
    );

  test('the first key press skips the bar to the content', async () => {
    const page = await browser.open();
    await page.goto('/browse');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    // On a member's page, it also skips the sidebar.
    await signIn(page, member, '/prompts');
    await page.getByRole('searchbox').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('nav'))).toBe(null);
  });

  test('the account menu is opened, navigated and closed, and the focus returns', async () => {
    const page = await browser.open();
    await signIn(page, member);
    const trigger = page.getByRole('button', { name: /account/i });
    await trigger.focus();
    await page.keyboard.press('Enter');
    await expectFocused(page.getByRole('menuitem').first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Sign out');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a menu opens by a click without a press, as assistive technology sends it', async () => {
    const page = await browser.open();
    await signIn(page, member);
    const trigger = page.getByRole('button', { name: 'Account menu' });
    await trigger.evaluate((button: HTMLElement) => button.click());
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(await trigger.getAttribute('aria-expanded')).toBe('true');
  });

  test('arrow keys move between the steps of a playbook, but not while typing or holding another key', async () => {
    const page = await browser.open();
    await signIn(page, member, '/playbook/your-week-in-order?step=1');
    await page.getByRole('heading', { level: 1, name: 'Empty the inbox' }).waitFor();
    const step = () => new URL(page.url()).searchParams.get('step');
    for (const keys of ['Alt+ArrowDown', 'Shift+ArrowRight', 'Control+ArrowRight']) {
      await page.keyboard.press(keys);
      expect([keys, step()]).toEqual([keys, '1']);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await expectFocused(page.getByRole('combobox'));
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

describe('the top bar', () => {
  /** Runs in the page: records every shift in the bar, however small. */
  const watchBar = () => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        for (const { node } of sources)
          if (node instanceof Element && node.closest('header')) moved.push(`${value} ${node.outerHTML}`);
    }).observe({ type: 'layout-shift', buffered: true });
  };
  const movedIn = (page: Page) =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
      return (window as unknown as { moved: string[] }).moved;
    });

  test("doesn't move when a session ends in another tab, or another begins there", async () => {
    const page = await browser.open();
    await page.addInitScript(watchBar);
    await signIn(page, member, '/pricing');
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    expect(await page.getByRole('link', { name: 'Browse', exact: true }).count()).toBe(0);
    const other = await page.context().newPage();
    await other.goto('/settings');
    await other.getByRole('button', { name: 'Account menu' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Browse', exact: true }).waitFor();
    expect(await movedIn(page)).toEqual([]);
    await signIn(other, member);
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    expect(await movedIn(page)).toEqual([]);
  });

  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('on %s, stands still when a kept session cannot be renewed', async (_name, viewport) => {
    const page = await browser.open({ viewport, expectedFaults: /status of 400/ });
    await page.addInitScript(watchBar);
    await page.goto('/robots.txt');
    const ended = { ...member.session, expires_at: 1, refresh_token: 'unknown' };
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      sessionKey,
      JSON.stringify(ended),
    ] as const);
    await page.goto('/pricing');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.session)).toBeUndefined();
    expect(await movedIn(page)).toEqual([]);
  });
});

test("a visitor's page that Back restores from the browser's memory shows who has signed in since", async () => {
  const page = await browser.open();
  await page.goto('/');
  await page.evaluate(
    ([key, session]) => {
      // Without the event for other tabs, which a page in the back/forward cache doesn't get.
      localStorage.setItem(key, session);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
    [sessionKey, JSON.stringify(member.session)] as const,
  );
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
});
