import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sessionKey } from '#people/session/public/session-key.ts';
import { createTestSite, type TestSite } from './site.ts';
import { forgetNewFunctions, reportViolations } from './strict-browser.ts';

/** Playwright's own list, which a list of ours replaces, and two that most pages here only pay for: they live for seconds. */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // A process in reserve for a context's next page, which seldom has one.
  'SpareRendererForSitePerProcess',
  // Scripts compiled while they arrive, by further threads.
  'ScriptStreaming',
];
const flags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  // Frames are put together in the browser's own process, which takes a tenth less of the processor.
  '--in-process-gpu',
  // Without memory to draw in, pages are laid out and their paints reported, but nothing is drawn: that would take a quarter of the processor.
  '--force-gpu-mem-available-mb=0',
  // Most pages live for seconds: compilers that optimize, and collecting garbage early, take longer than what they save.
  '--js-flags=--no-opt --no-maglev --initial-heap-size=64 --min-semi-space-size=4 --max-semi-space-size=4',
  // All pages of a context in one process, which has compiled the scripts already.
  '--renderer-process-limit=1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

const launch = (ignoreDefaultArgs: string[] = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: flags,
    ignoreDefaultArgs,
  });
let launching: Promise<Browser> | undefined;
/** One browser for all files of a worker; it ends with the worker. */
function launched() {
  launching ??= launch();
  return launching;
}

type Account = { email: string; password: string };

type Options = {
  prepare?: (site: TestSite) => Promise<void>;
  /** Further environment variables, once what they point at runs. */
  environment?: () => Promise<Record<string, string>>;
  /** Whether pages load the code of others beforehand, which most journeys only pay for. */
  loadsAhead?: boolean;
  /** Whether scroll bars take space, as on most desktops. They need a browser of their own. */
  hasScrollBars?: boolean;
};

type PageOptions = BrowserContextOptions & { expectedFaults?: RegExp; fresh?: boolean };

/**
 * A site and a browser for the journeys of one file. A page that writes an error to its console, throws, or breaks
 * its content security policy fails the test it was opened in, and so does one on which something moves without having
 * been touched.
 */
export function withBrowser({
  prepare,
  environment,
  loadsAhead = false,
  hasScrollBars = false,
}: Options = {}) {
  let browser: Browser;
  let site: TestSite;
  /** Those of the test that runs, and those that are kept for the next one. */
  let contexts: BrowserContext[] = [];
  let kept: BrowserContext[] = [];
  let faults: string[] = [];

  beforeAll(async () => {
    site = await createTestSite({ environment: { STARTER: 'demo', ...(await environment?.()) } });
    await prepare?.(site);
    browser = hasScrollBars ? await launch(['--hide-scrollbars']) : await launched();
  });
  afterAll(async () => {
    for (const context of kept) await context.close();
    if (hasScrollBars) await browser?.close();
    await site?.stop();
  });
  afterEach(async ({ task }) => {
    const hasFailed = (task.result?.errors?.length ?? 0) > 0;
    if (hasFailed)
      for (const page of contexts.flatMap((context) => context.pages())) await describePage(page);
    for (const context of contexts)
      if (!hasFailed && kept.includes(context)) await forgetAll(context);
      else await context.close();
    if (hasFailed) kept = kept.filter((context) => !contexts.includes(context));
    contexts = [];
    const found = faults;
    faults = [];
    expect(found).toEqual([]);
  });

  async function createContext(options: BrowserContextOptions) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: desktop,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    await context.addInitScript(reportLayoutShifts);
    await context.addInitScript(reportViolations);
    await context.addInitScript(forgetNewFunctions);
    if (!loadsAhead) await context.addInitScript(saveData);
    return context;
  }

  /** A context that an earlier test of the file has left, or one that is kept from now on. */
  async function takeKept() {
    const free = kept.find((context) => !contexts.includes(context));
    if (free) return free;
    const context = await createContext({});
    // The process of a context ends with its last page.
    await context.newPage();
    kept.push(context);
    return context;
  }

  return {
    get site() {
      return site;
    },

    /**
     * A page of somebody with no history. Tests of a file share contexts, with the scripts and styles that their browser keeps, unless
     * `fresh` asks for one of its own: for a first visit, or to go offline. `expectedFaults` names console errors that belong to the test.
     */
    async open({ expectedFaults, fresh = loadsAhead, viewport, colorScheme, ...rest }: PageOptions = {}) {
      const isShared = !fresh && Object.keys(rest).length === 0;
      const context = isShared ? await takeKept() : await createContext(rest);
      contexts.push(context);
      const page = await context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      if (colorScheme) await page.emulateMedia({ colorScheme });
      page.setDefaultTimeout(60_000);
      const fault = (text: string) => {
        if (!expectedFaults?.test(text)) faults.push(`${page.url()}: ${text}`);
      };
      page.on('pageerror', (error) => fault(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) fault(message.text());
      });
      return page;
    },
  };
}

/** Leaves a context with its empty page only, nothing stored and nothing intercepted. */
async function forgetAll(context: BrowserContext) {
  const [empty, ...pages] = context.pages();
  for (const page of pages) await page.close();
  if (!empty) throw new Error('The page that keeps the process was closed');
  const protocol = await context.newCDPSession(empty);
  await protocol.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await protocol.detach();
  await context.clearCookies();
  await context.unrouteAll();
}

/**
 * Runs in every page: layout shifts are warnings in its console, until somebody touches the page. The browser itself excuses what
 * follows a touch for half a second only, which on a busy machine is too short for any answer.
 */
function reportLayoutShifts() {
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  };
  const describe = (node: Node | null) =>
    (node instanceof Element ? node.outerHTML : (node?.textContent ?? 'something')).slice(0, 140);
  /** Two thousandths of the window, moved by its whole height: words and fields by a few pixels, as when a font comes late. */
  const invisible = 0.002;
  let isTouched = false;
  for (const touch of ['pointerdown', 'keydown', 'input', 'resize'])
    window.addEventListener(touch, () => (isTouched = true), { capture: true });
  new PerformanceObserver((list) => {
    if (isTouched || matchMedia('print').matches) return;
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (value > invisible && !hadRecentInput)
        // biome-ignore lint/suspicious/noConsole: the console is where a page's faults are found.
        console.warn(`Layout shift of ${value}: ${sources.map(({ node }) => describe(node)).join(' | ')}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Tells what a page shows, and what it still waits for, when its test has failed. */
async function describePage(page: Page) {
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2_000 })
    .catch(() => 'nothing that can be read');
  const waiting = (await page.requests()).filter((request) => !request.existingResponse());
  process.stderr.write(
    `\n${page.url()} shows:\n${text.slice(0, 3_000)}\nNot answered yet: ${waiting.map((request) => request.url()).join(' ') || 'nothing'}\n`,
  );
}

/** As in a browser whose user has asked to save data. */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Gives the page a new session and opens a path. Signing in through the form has tests of its own. */
export async function signIn(page: Page, { email, password }: Account, path = '/dashboard') {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  const session = await answer.text();
  if (!answer.ok()) throw new Error(session);
  const { origin } = new URL(answer.url());
  // Only the first document gets it: the session may be renewed or ended after that.
  await page.addInitScript(
    ({ key, session, origin, given }) => {
      if (window !== window.top || location.origin !== origin || sessionStorage.getItem(given)) return;
      sessionStorage.setItem(given, 'given');
      localStorage.setItem(key, session);
    },
    { key: sessionKey, session, origin, given: `session ${crypto.randomUUID()}` },
  );
  await page.goto(path);
}

/** Forgets the session, from a page that asks for nothing: what is under way would be refused. */
export async function leave(page: Page) {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
}

/** The package's main file has a megabyte and a half of source. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing that axe knows of may be wrong with the page as it stands. */
export async function expectAccessible(page: Page) {
  // Once for each document: it takes longer to load than many a page to check.
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window)).catch(() => false)) await frame.evaluate(axeSource);
  const violations = await page.evaluate(async (tags) => {
    const options = { runOnly: tags, resultTypes: ['violations' as const] };
    const results = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, accessibilityRules);
  expect(violations, page.url()).toEqual([]);
}

/** Leaves some of the hundreds of parts alike that the API page has: axe takes many seconds for all of them. */
export const thinOut = (page: Page) =>
  page.evaluate(() => {
    const further = 'details[id]:not([open]):nth-of-type(n + 20), nav li:nth-child(n + 20)';
    for (const part of document.querySelectorAll(further)) part.remove();
  });

/**
 * The clipboard of `page` from now on, as the strictest browsers have it: what does not ask while a press is handled is refused. With
 * 'never' all is refused, with 'unencrypted' there is nothing to ask, as on a page that comes without encryption.
 */
export async function restrictClipboard(page: Page, allowed: 'while pressed' | 'unencrypted' | 'never') {
  await page.addInitScript((when) => {
    const isAllowed = () => when !== 'never' && window.event !== undefined;
    const refused = () => Promise.reject(new DOMException('Not allowed here', 'NotAllowedError'));
    const { clipboard } = navigator;
    const write = clipboard.write.bind(clipboard);
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.write = (items) => (isAllowed() ? write(items) : refused());
    clipboard.writeText = (text) => (isAllowed() ? writeText(text) : refused());
    if (when === 'unencrypted') Object.defineProperty(navigator, 'clipboard', { value: undefined });
    else document.execCommand = () => false;
  }, allowed);
}

/** Waits for a part of the code that the page loads by itself, by how its file's name begins. */
export const expectLoaded = (page: Page, part: string) =>
  expect
    .poll(() =>
      page.evaluate(
        (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
        `/${part}-`,
      ),
    )
    .toBe(true);

/** Stops the clock of `page` with each document: what it has loaded stays fresh, however busy the machine is. */
export const stopClock = (page: Page) =>
  page.addInitScript(() => {
    const now = Date.now();
    Date.now = () => now;
  });

/** Looks at another tab for a while and comes back: what was loaded before that is loaded again. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

/** Waits for a closed dialog to give the focus back: what is typed before that would go elsewhere. */
export async function expectFocused(place: Locator) {
  await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Presses a button whose request is on its way to `address` until a second press would do nothing. */
export async function pressOnce(button: Locator, address: string) {
  const busy = Promise.withResolvers<void>();
  await button.page().route(address, (route) => busy.promise.then(() => route.continue()), { times: 1 });
  await button.click();
  await expect.poll(() => button.isDisabled()).toBe(true);
  busy.resolve();
}

/** Nothing may be wider than the window. */
export async function expectNoSidewaysScroll(page: Page) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, `${page.url()} is wider than the window`).toBeLessThanOrEqual(client);
}

/** A message that does not say that all went well, as one with a check mark does. */
export const warningOf = (page: Page, text: string) =>
  page.locator('[data-sonner-toast][data-type="warning"]').getByText(text);

/** Whether it is in the window, with nothing over it. */
export const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + 5, y) === element);
  });

/** Requests to these addresses wait until the answered function is called. */
export async function hold(page: Page, address: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
