import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hold, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
});

type Page = Awaited<ReturnType<typeof browser.open>>;
const placeOf = (page: Page) => page.evaluate(() => window.scrollY);
const cardsOf = (page: Page) => page.getByRole('article');

const topOf = (link: Locator) => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
/** Waits until nothing moves any more: on a busy machine, the page settles after its cards have come. */
async function settle(page: Page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const look = async () => {
    await nextTasks(page);
    return page.evaluate(() => `${window.scrollY} of ${document.documentElement.scrollHeight}`);
  };
  let before = await look();
  const isSettled = async () => {
    const now = await look();
    const isSame = now === before;
    before = now;
    return isSame;
  };
  // The first look comes at once.
  for (let looks = 0; looks < 3; looks += 1) await expect.poll(isSettled, { interval: 100 }).toBe(true);
}

/** Opens the whole library, and scrolls to a card near its end. @returns the card's link, its place and its distance to the top */
async function openDeep(page: Page) {
  await signIn(page, member, '/prompts');
  const more = page.getByRole('button', { name: 'Load more' });
  for (const count of [48, 62]) {
    await more.click();
    await expect.poll(() => cardsOf(page).count()).toBe(count);
  }
  await more.waitFor({ state: 'detached' });
  const link = cardsOf(page).nth(57).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  await settle(page);
  return { link, place: await placeOf(page), top: await topOf(link) };
}

describe('on a phone', () => {
  test('a reload shows as much of a list, and the same place', async () => {
    const page = await browser.open({ viewport: phone });
    const { link, place, top } = await openDeep(page);
    expect(place).toBeGreaterThan(8_000);
    await page.reload();
    await expect.poll(() => cardsOf(page).count()).toBe(62);
    await expect.poll(() => topOf(link)).toBe(top);
  });

  test('so does Back from an item that the browser had to load again, having dropped it in the background', async () => {
    const page = await browser.open({ viewport: phone });
    const { link, top } = await openDeep(page);
    await link.click();
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    await expect.poll(() => placeOf(page)).toBe(300);
    await page.goBack();
    await expect.poll(() => cardsOf(page).count()).toBe(62);
    await expect.poll(() => topOf(link)).toBe(top);
  });

  test('a reader who moves on while the list is loading stays where they are', async () => {
    const page = await browser.open({ viewport: phone });
    await openDeep(page);
    const release = await hold(page, /\/api\/v1\/prompts\?.*cursor=/);
    await page.reload();
    await expect.poll(() => cardsOf(page).count()).toBe(24);
    await page.keyboard.press('Home');
    await expect.poll(() => placeOf(page)).toBe(0);
    release();
    await expect.poll(() => cardsOf(page).count()).toBe(62);
    expect(await placeOf(page)).toBe(0);
  });
});

test('a list above the place is loaded first, and what is below it does not move', async () => {
  const { token } = await buildAdmin(browser.site);
  const ask = async (method: string, path: string, body: object) =>
    (await browser.site.api(method, `/api/v1/admin/pages${path}`, { token, body })).body;
  const { id } = await ask('POST', '', { kind: 'own' });
  for (const text of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    const { updated_at } = await ask('PATCH', `/${id}`, {
      title: 'Ours',
      slug: 'ours',
      body: `${text} text`,
    });
    await ask('POST', `/${id}/publish`, { updated_at });
  }
  const page = await browser.open();
  await signIn(page, await buildAdmin(browser.site), `/admin/pages/${id}`);
  const restore = page.getByRole('button', { name: 'Restore' });
  await expect.poll(() => restore.count()).toBe(5);
  await page.getByText('Nobody yet').waitFor();
  await page.getByRole('heading', { name: 'Who agreed' }).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await settle(page);
  const place = await placeOf(page);
  expect(place).toBeGreaterThan(300);
  const release = await hold(page, /\/versions/);
  await page.reload();
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  expect(await page.getByText('Nobody yet').count()).toBe(0);
  release();
  await expect.poll(() => placeOf(page)).toBe(place);
});

test('a reload of a public list, and Back to it, show a visitor as much of it', async () => {
  const page = await browser.open({ viewport: phone });
  await page.goto('/browse');
  const cards = page.locator('[data-list-items] > li');
  const more = page.getByRole('link', { name: 'Load more' });
  for (const count of [48, 62]) {
    await more.click();
    await expect.poll(() => cards.count()).toBe(count);
  }
  await page.getByLabel('Type').selectOption('Image');
  await page.waitForURL('**/browse?type=Image');
  await page.goBack();
  await expect.poll(() => cards.count()).toBe(62);
  const link = cards.nth(57).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  await settle(page);
  // It is kept once the scrolling has ended.
  await expect.poll(async () => page.evaluate(() => history.state.place === window.scrollY)).toBe(true);
  const place = await placeOf(page);
  expect(place).toBeGreaterThan(8_000);
  await page.reload();
  await expect.poll(() => cards.count()).toBe(62);
  await expect.poll(() => placeOf(page)).toBe(place);
  await link.click();
  await page.waitForURL('**/signup?*');
  await page.goBack();
  await expect.poll(() => cards.count()).toBe(62);
  await expect.poll(() => placeOf(page)).toBe(place);
});

test('other filters begin with the first page', async () => {
  const page = await browser.open();
  await openDeep(page);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.poll(() => cardsOf(page).count()).toBeLessThan(62);
  const count = await cardsOf(page).count();
  await page.reload();
  await expect.poll(() => cardsOf(page).count()).toBe(count);
});
