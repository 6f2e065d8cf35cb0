import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

// These tests define navigator.connection themselves.
const browser = withBrowser({ loadsAhead: true });
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site);
});

/** Simulates a browser that measures its connection, in megabits per second. */
async function onALineOf(page: Page, downlink: number) {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value: { downlink: value, saveData: true } });
  }, downlink);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  return fonts;
}
const isThere = (page: Page) => page.evaluate(() => localStorage.getItem('promptory-fonts') !== null);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const familyOf = (page: Page) => heading(page).evaluate((element) => getComputedStyle(element).fontFamily);

describe('a member on a slow line', () => {
  test('gets the first page without web fonts, and the next one with them', async () => {
    const page = await browser.open();
    const fonts = await onALineOf(page, 1);
    await signIn(page, member, '/robots.txt');
    // The app is held back, to see which fonts would share the connection with it.
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/react-/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/prompts', { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(fonts).toEqual([]);
    release();
    await heading(page).waitFor();
    expect(await familyOf(page)).toMatch(/^"Newsreader Fallback"/);
    await expect.poll(() => isThere(page)).toBe(true);
    expect(fonts).toHaveLength(2);
    await page.reload();
    await heading(page).waitFor();
    expect(await familyOf(page)).toMatch(/^"?Newsreader"?,/);
  });

  test('has the fonts already after reading a public page', async () => {
    const page = await browser.open();
    await onALineOf(page, 1);
    await page.goto('/pricing');
    await expect.poll(() => isThere(page)).toBe(true);
    await signIn(page, member, '/prompts');
    await heading(page).waitFor();
    expect(await familyOf(page)).toMatch(/^"?Newsreader"?,/);
  });
});

test.each([
  ['a member on a line that is quick enough', 2, true],
  ['a visitor on a slow line', 1, false],
])('%s is shown the fonts on the first page', async (_who, downlink, isMember) => {
  const page = await browser.open();
  const fonts = await onALineOf(page, downlink);
  if (isMember) await signIn(page, member, '/prompts');
  else await page.goto('/browse');
  await heading(page).waitFor();
  expect(await familyOf(page)).toMatch(/^"?Newsreader"?,/);
  expect(fonts.length).toBeGreaterThanOrEqual(2);
});

test('members read prompts in the face for texts, which is loaded ahead', async () => {
  const { slug } = await buildPrompt(browser.site, { prompt_body: 'Read me in the right face.' });
  const page = await browser.open();
  await signIn(page, member, '/prompts');
  const session = await page.context().newCDPSession(page);
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`);
  /** Opens the prompt from the list, and goes back. */
  async function isInItsFace() {
    await page.locator(`main a[href^="/prompt/${slug}"]`).first().click();
    await page.getByText('Read me in the right face.').waitFor();
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main pre' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    await page.goBack();
    await heading(page).filter({ hasText: 'Prompts' }).waitFor();
    return fonts.every(({ isCustomFont }) => isCustomFont);
  }
  await expect.poll(isInItsFace).toBe(true);
});
