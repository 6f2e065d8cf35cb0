import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { earlyCategories, foldedLength } from '#constants';
import { chosenLanguageKey } from '#platform/language/chosen-language.ts';
import { desktop, hold, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

// A member's page before its app has loaded.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});
const appFile = /\/assets\/app-/;
const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

const path = '/prompt/plain-words-editor';
test('a member sees where they are and what they have opened', async () => {
  const page = await browser.open();
  await signIn(page, member, '/robots.txt');
  const release = await hold(page, appFile);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('h1', { hasText: 'Plain words editor' }).waitFor();
  const loading = page.getByRole('main').getByRole('status').getByText('Loading', { exact: true });
  // Before the style sheet is loaded, both halves are visible.
  await expect.poll(() => loading.count()).toBe(1);
  // Screen readers only announce its replacement.
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
  const sidebar = page.getByRole('navigation', { name: 'Member pages' });
  await sidebar.getByRole('link', { name: 'Favorites' }).focus();
  release();
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Plain words editor' }).waitFor();
  expect(await loading.count()).toBe(0);
  // The frame doesn't change, and keeps the focus.
  expect(await isFocused(sidebar.getByRole('link', { name: 'Favorites' }))).toBe(true);
});

test('the other entry pages have their titles too', async () => {
  const page = await browser.open();
  await signIn(page, member, '/robots.txt');
  for (const [address, name] of Object.entries({
    '/dashboard': 'Dashboard',
    '/prompts': 'Prompts',
    '/playbooks': 'Playbooks',
    '/playbook/your-week-in-order': 'Your week in order',
  })) {
    const release = await hold(page, appFile);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('h1', { hasText: name }).waitFor();
    release();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a visitor sees neither, and is taken to the sign-in page', async () => {
  const page = await browser.open();
  const release = await hold(page, appFile);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('h1').waitFor({ state: 'attached' });
  // Before the style sheet is loaded, both halves are visible.
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(1);
  expect(await page.locator('h1').isVisible()).toBe(false);
  expect(await page.getByRole('navigation', { name: 'Member pages' }).count()).toBe(0);
  release();
  await page.waitForURL('**/signin');
});

describe('the content of the page is there before the app', () => {
  /** Opens a page whose app waits until `release` is called, and with `waitsFor`, an answer that waits until `releaseAnswer` is. */
  async function openEarly(path: string, { who = member, waitsFor = /^$/ } = {}) {
    const page = await browser.open();
    await signIn(page, who, '/robots.txt');
    const release = await hold(page, appFile);
    const releaseAnswer = await hold(page, waitsFor);
    await page.goto(path, { waitUntil: 'commit' });
    return { page, release, releaseAnswer };
  }
  const favorites = (page: Page) =>
    page.getByRole('navigation', { name: 'Member pages' }).getByRole('link', { name: 'Favorites' });
  const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
  /** Makes the app save a language to the profile before it shows the page, so that earlier responses could be stale. */
  const forgetAskedAhead = (page: Page) =>
    page.evaluate((key) => sessionStorage.setItem(key, 'en'), chosenLanguageKey);
  /** Checks every frame from now on. The returned function tells in how many of them this text, which is visible now, was missing. */
  async function watch(page: Page, text: string) {
    await page.evaluate((text) => {
      const isShown = () => document.querySelector('main')?.innerText.includes(text);
      const watched = { missing: 0 };
      const look = () => {
        if (!isShown()) watched.missing += 1;
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { watched });
    }, text);
    return () => page.evaluate(() => (window as unknown as { watched: { missing: number } }).watched.missing);
  }

  test('the text of a prompt below the names of its blanks, and it never goes away again', async () => {
    const { slug } = await buildPrompt(browser.site, {
      prompt_body:
        'Edit the text below for {{the reader}}: {{a second one}} {{third}} {{fourth}} {{fifth}} {{sixth}} {{seventh}} {{eighth}} {{filled:in}}',
    });
    const { page, release } = await openEarly(`/prompt/${slug}`);
    const early = field(page, 'item.prompt_body');
    await early.filter({ hasText: 'Edit the text below' }).waitFor();
    const title = page.locator('main .text-xl', { hasText: /^Prompt$/ });
    const line = page.locator('main p', { hasText: 'Still open' }).filter({ visible: true });
    /** Their positions next to a form and on a phone, where the names of the blanks take several lines. */
    async function places() {
      const found: object[] = [];
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size);
        for (const part of [title, page.locator('main pre')]) {
          const { x, y } = (await part.boundingBox()) ?? {};
          found.push({ x, y });
        }
      }
      return { found, words: await line.innerText() };
    }
    const before = await places();
    expect(before.words).toBe('Still open: The reader, A second one, Third, Fourth, Fifth, Sixth and 2 more');
    const missing = await watch(page, 'Edit the text below');
    release();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    expect(await missing()).toBe(0);
    expect(await early.count()).toBe(0);
    await expect.poll(places).toEqual(before);
  });

  test('even if the code of the app loads first', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    await page.addInitScript(() => {
      // Removes the limit to how long the app waits for the text that is filled in first.
      const wait = window.setTimeout;
      const setTimeout = (run: () => void, milliseconds?: number) =>
        milliseconds === 1_000 ? 0 : wait(run, milliseconds);
      const order = new Set<string>();
      new MutationObserver(() => {
        if (document.querySelector('[data-filled]')) order.add('words');
        if ('app' in document.documentElement.dataset) order.add('app');
      }).observe(document, { attributes: true, childList: true, subtree: true });
      Object.assign(window, { setTimeout, order });
    });
    const release = await hold(page, /\/api\/v1\/prompts\/plain-words-editor$/);
    const entry = page.waitForResponse(/\/entry\.client-/);
    await page.goto(path, { waitUntil: 'commit' });
    // As text, because an import in this file would be transformed.
    await page.evaluate(`import(${JSON.stringify((await entry).url())}).then(() => undefined)`);
    release();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    const order = await page.evaluate(() => [...(window as unknown as { order: Set<string> }).order]);
    expect(order).toEqual(['words', 'app']);
  });

  test('a list with filters, which show what is chosen', async () => {
    await buildPrompt(browser.site, { title: 'Early match', category: 'Writing', prompt_type: 'Image' });
    const { page, release } = await openEarly('/prompts?q=match&category=Writing');
    const chosen = page.locator('#more-filters button[aria-pressed=true]').filter({ visible: true });
    const title = page.locator('main h2', { hasText: 'Early match' });
    await title.waitFor();
    const parts = [
      chosen.filter({ hasText: 'Writing' }),
      page.locator('button', { hasText: 'Clear all filters' }),
      page.locator('main .eyebrow.truncate', { hasText: 'Writing' }).first(),
      title,
    ];
    const placesOf = () => Promise.all(parts.map((part) => part.boundingBox()));
    const places = await placesOf();
    expect(await page.locator('main input').inputValue()).toBe('match');
    const missing = await watch(page, 'Early match');
    release();
    await page.getByRole('link', { name: 'Early match' }).waitFor();
    expect(await missing()).toBe(0);
    expect(await placesOf()).toEqual(places);
  });

  test('the beginning of a very long prompt', async () => {
    const start = 'word '.repeat(foldedLength).slice(0, foldedLength - 1);
    const { slug } = await buildPrompt(browser.site, { prompt_body: `${start}🙂 and more` });
    const { page, release } = await openEarly(`/prompt/${slug}`);
    await field(page, 'item.prompt_body').filter({ hasText: 'word' }).waitFor();
    // Half of the emoji would fit.
    expect(await field(page, 'item.prompt_body').textContent()).toBe(`${start}…`);
    release();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  });

  test('nothing of a locked prompt', async () => {
    const { slug } = await buildPrompt(browser.site, { prompt_body: 'Behind a lock', tier_access: 3 });
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    const release = await hold(page, appFile);
    const answered = page.waitForResponse(`**/api/v1/prompts/${slug}`);
    await page.goto(`/prompt/${slug}`, { waitUntil: 'commit' });
    await (await answered).finished();
    await page.locator('[data-filled]').waitFor({ state: 'attached' });
    expect(await field(page, 'item.prompt_body').textContent()).toBe('');
    release();
    await page.getByText('Upgrade to access this prompt').waitFor();
  });

  test('the cards of a list, with words instead of markdown', async () => {
    const { db } = browser.site;
    const bare = await buildPlaybook(browser.site, { title: 'Bare playbook' });
    const { slug } = await buildPlaybook(browser.site, {
      title: 'Early playbook',
      description: 'With **strong** words.',
      image_url: '/icon-192.png',
    });
    const { page, release } = await openEarly('/playbooks');
    await page.getByText('Early playbook').waitFor();
    expect(await field(page, 'list.items.0.description').textContent()).toBe('With strong words.');
    // One below the other.
    await page.setViewportSize(phone);
    const placesOf = (descriptions: Locator) =>
      Promise.all([0, 1, 2].map((index) => descriptions.nth(index).boundingBox()));
    const places = await placesOf(page.locator('[data-field$=".description"]'));
    const missing = await watch(page, 'With strong words.');
    release();
    await page.getByRole('link', { name: 'Early playbook' }).waitFor();
    expect(await missing()).toBe(0);
    // Next to a picture, and below a card without description and tags.
    expect(await placesOf(page.locator('article h2 + p'))).toEqual(places);
    await db.deleteFrom('playbooks').where('slug', 'in', [slug, bare.slug]).execute();
  });

  test('only as many cards as there are items', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    await page.route('**/api/v1/prompts?sort=newest', async (route) => {
      const list = await (await route.fetch()).json();
      await route.fulfill({ json: { ...list, items: list.items.slice(0, 2), total: 2, next_cursor: null } });
    });
    const release = await hold(page, appFile);
    await page.goto('/prompts', { waitUntil: 'commit' });
    await field(page, 'list.items.1.title').filter({ hasText: /\w/ }).waitFor();
    expect(await page.locator('[data-field$=".title"]:visible').count()).toBe(2);
    release();
    await page.getByText('2 results').waitFor();
    expect(await page.getByRole('main').locator('article').count()).toBe(2);
  });

  test('cards where they stay, below more categories than come before the app', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    await page.route('**/api/v1/categories', async (route) => {
      const categories = await (await route.fetch()).json();
      const prompts = Array.from({ length: 2 * earlyCategories }, (_, number) => ({
        ...categories.prompts[0],
        name: `Category ${number}`,
      }));
      await route.fulfill({ json: { ...categories, prompts } });
    });
    const release = await hold(page, appFile);
    await page.goto('/prompts?category=Category+100', { waitUntil: 'commit' });
    await field(page, `categories.prompts.${earlyCategories - 1}.name`)
      .filter({ visible: true })
      .waitFor();
    const difficulty = page.getByText('Difficulty', { exact: true });
    const heights = async () => {
      const found: (number | undefined)[] = [];
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size);
        found.push((await difficulty.boundingBox())?.y);
      }
      return found;
    };
    const before = await heights();
    release();
    const chosen = page.getByRole('button', { name: 'Category 100', pressed: true });
    await chosen.waitFor();
    expect(await heights()).toEqual(before);
    // The list of categories is scrolled to the chosen one.
    const isInView = () =>
      chosen.evaluate(
        (chip) =>
          new Promise((resolve) =>
            new IntersectionObserver(([entry]) => resolve(entry?.isIntersecting)).observe(chip),
          ),
      );
    await expect.poll(isInView).toBe(true);
  });

  test('the figures of the dashboard, and items to continue', async () => {
    const { site } = browser;
    const doer = await buildMember(site, { level: 1 });
    const { id, slug } = await buildPlaybook(site, { title: 'Half done' });
    await buildStep(site, { id });
    const run = await site.api('POST', `/api/v1/playbooks/${slug}/runs`, { token: doer.token, body: {} });
    expect(run.status).toBe(201);
    await site.api('POST', '/api/v1/prompts/plain-words-editor/copies', { token: doer.token, body: {} });
    const { body: stats } = await site.api('GET', '/api/v1/stats', { token: doer.token });
    const { page, release } = await openEarly('/dashboard', { who: doer });
    await page.getByText('Half done').waitFor();
    expect(await field(page, 'stats.total_prompts').textContent()).toBe(String(stats.total_prompts));
    expect(await field(page, 'continued.0.title').textContent()).toBe('Half done');
    expect(await field(page, 'continued.1.title').textContent()).toBe('Plain words editor');
    expect(await field(page, 'continued.2.title').isVisible()).toBe(false);
    const missing = await watch(page, 'Half done');
    await forgetAskedAhead(page);
    release();
    await page.getByRole('link', { name: 'Half done' }).waitFor();
    expect(await missing()).toBe(0);
  });

  test('the items of one list are not shown in another', async () => {
    const { page, release, releaseAnswer } = await openEarly('/prompts', { waitsFor: /\/api\/v1\/profile$/ });
    const title = field(page, 'list.items.0.title');
    await title.filter({ hasText: /\w/ }).waitFor();
    release();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app)).toBe('ready');
    await favorites(page).click();
    await page.waitForURL('**/prompts?favorites=true');
    await expect.poll(() => title.textContent()).toBe('');
    releaseAnswer();
    await page.getByText('No favorites yet.').waitFor();
  });

  test("a page that is still waiting doesn't block the next one", async () => {
    const { page, release, releaseAnswer } = await openEarly(path, { waitsFor: /\/api\/v1\/values$/ });
    await field(page, 'item.prompt_body').filter({ hasText: /\w/ }).waitFor();
    release();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app)).toBe('ready');
    await favorites(page).click();
    await page.getByText('No favorites yet.').waitFor();
    releaseAnswer();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('nothing on a dashboard without items to continue', async () => {
    const { page, release } = await openEarly('/dashboard');
    await field(page, 'list.items.0.title').filter({ hasText: /\w/ }).waitFor();
    expect(await page.locator('h2', { hasText: 'Continue' }).isVisible()).toBe(false);
    release();
    await page.getByRole('searchbox', { name: 'Search prompts' }).waitFor();
  });

  test("once the app runs, the page is the app's, however late the response comes", async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    const releaseProfile = await hold(page, /\/api\/v1\/profile$/);
    const address = /\/api\/v1\/prompts\/plain-words-editor$/;
    const release = await hold(page, address);
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app)).toBe('ready');
    await page.evaluate(() => {
      const written: string[] = [];
      new MutationObserver(() => {
        const text = document.querySelector('[data-field]')?.textContent;
        if (text) written.push(text);
      }).observe(document, { childList: true, subtree: true });
      Object.assign(window, { written });
    });
    const answered = page.waitForResponse(address);
    release();
    await (await answered).finished();
    releaseProfile();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { written: string[] }).written)).toEqual([]);
  });

  test('failed requests are left to the app', async () => {
    const page = await browser.open({ expectedFaults: /503/ });
    await signIn(page, member, '/robots.txt');
    let count = 0;
    await page.route('**/api/v1/stats', async (route) => {
      count += 1;
      if (count === 1) await route.fulfill({ status: 503, json: { error: 'Away', code: 'unavailable' } });
      else await route.continue();
    });
    await page.goto('/dashboard');
    await page.getByRole('searchbox', { name: 'Search prompts' }).waitFor();
    await expect.poll(() => count).toBeGreaterThan(1);
  });
});
