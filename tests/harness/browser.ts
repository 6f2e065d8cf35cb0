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
import { sessionKeyOf } from '#people/session/public/session-key.ts';
import { createTestSite, type TestSite } from './site.ts';
import { forgetNewFunctions, reportViolations } from './strict-browser.ts';

/** Playwright's own list, which ours replaces, plus two features that don't pay off for pages that live for seconds. */
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
  // A spare process for a context's next page, which it rarely has.
  'SpareRendererForSitePerProcess',
  // Compiling scripts on other threads while they load.
  'ScriptStreaming',
];
const flags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  // Composites frames in the browser's own process, which takes a tenth less CPU time.
  '--in-process-gpu',
  // Without graphics memory, pages are laid out and their paints reported, but nothing is drawn, which would take a
  // quarter of the CPU time.
  '--force-gpu-mem-available-mb=0',
  // Pages live for seconds, so optimizing compilers and early garbage collection cost more than they save.
  '--js-flags=--no-opt --no-maglev --initial-heap-size=64 --min-semi-space-size=4 --max-semi-space-size=4',
  // All pages of a context share one process, which has already compiled the scripts.
  '--renderer-process-limit=1',
  // Requests need no messages to another process.
  '--enable-features=NetworkServiceInProcess2',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The key in localStorage of a session at a test site. */
export const sessionKey = sessionKeyOf('localhost');

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

const launch = (ignoreDefaultArgs: string[] = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: flags,
    ignoreDefaultArgs,
  });
let launching: Promise<Browser> | undefined;
/** One browser for all files of a worker; it exits with the worker. */
function launched() {
  launching ??= launch();
  return launching;
}

type Account = { email: string; password: string };

type Options = {
  prepare?: (site: TestSite) => Promise<void>;
  /** Additional environment variables, once the services that they refer to are running. */
  environment?: () => Promise<Record<string, string>>;
  /** Whether pages preload the code of other pages, which costs time and rarely matters for a test. */
  loadsAhead?: boolean;
  /** Whether scroll bars take up space, as on most desktops. This needs a browser of its own. */
  hasScrollBars?: boolean;
};

type PageOptions = BrowserContextOptions & { expectedFaults?: RegExp; fresh?: boolean };

/**
 * A site and a browser for the end-to-end tests of one file. A page that writes an error to its console, throws, or violates its content
 * security policy fails the test that opened it; so does a layout shift on a page that hasn't been touched.
 */
export function withBrowser({
  prepare,
  environment,
  loadsAhead = false,
  hasScrollBars = false,
}: Options = {}) {
  let browser: Browser;
  let site: TestSite;
  /** The contexts of the current test, and those kept for the next one. */
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
    context.setDefaultTimeout(60_000);
    await context.addInitScript(reportLayoutShifts);
    await context.addInitScript(reportViolations);
    await context.addInitScript(forgetNewFunctions);
    if (!loadsAhead) await context.addInitScript(saveData);
    return context;
  }

  /** A context left by an earlier test of the file, or a new one to be kept. */
  async function takeKept() {
    const free = kept.find((context) => !contexts.includes(context));
    if (free) return free;
    const context = await createContext({});
    // A context's process ends with its last page, so this page stays.
    await context.newPage();
    kept.push(context);
    return context;
  }

  return {
    get site() {
      return site;
    },

    /**
     * Opens a page without any history. Tests of a file share contexts and their cached scripts and styles, unless `fresh` requests a
     * separate one, such as for a first visit or to go offline. `expectedFaults` matches console errors that belong to the test.
     */
    async open({ expectedFaults, fresh = loadsAhead, viewport, colorScheme, ...rest }: PageOptions = {}) {
      const isShared = !fresh && Object.keys(rest).length === 0;
      const context = isShared ? await takeKept() : await createContext(rest);
      contexts.push(context);
      const page = await context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      if (colorScheme) await page.emulateMedia({ colorScheme });
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

/** Resets a context: only the empty page stays, with nothing stored and nothing intercepted. */
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
 * Runs in every page: reports layout shifts as console warnings, until the page is touched. The browser itself only ignores shifts for half
 * a second after a touch, which is too short on a busy machine.
 */
function reportLayoutShifts() {
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  };
  const describe = (node: Node | null) =>
    (node instanceof Element ? node.outerHTML : (node?.textContent ?? 'something')).slice(0, 140);
  /**
   * Two thousandths of the window, moved by its full height: words and fields that move by a few pixels, such as when a font loads late.
   */
  const invisible = 0.002;
  let isTouched = false;
  for (const touch of ['pointerdown', 'keydown', 'input', 'resize'])
    window.addEventListener(touch, () => (isTouched = true), { capture: true });
  new PerformanceObserver((list) => {
    if (isTouched || matchMedia('print').matches) return;
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (value > invisible && !hadRecentInput)
        // biome-ignore lint/suspicious/noConsole: tests find a page's errors in the console.
        console.warn(`Layout shift of ${value}: ${sources.map(({ node }) => describe(node)).join(' | ')}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** When a test has failed, prints what its page shows and which requests are pending. */
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

/** Simulates a browser that is set to save data. */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Gives the page a new session and opens a path. Signing in through the form has its own tests. */
export async function signIn(page: Page, { email, password }: Account, path = '/dashboard') {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  const session = await answer.text();
  if (!answer.ok()) throw new Error(session);
  const { origin } = new URL(answer.url());
  // Only for the first document, because the session may be renewed or ended after that.
  await page.addInitScript(
    ({ key, session, origin, given }) => {
      if (window !== window.top || location.origin !== origin || sessionStorage.getItem(given)) return;
      sessionStorage.setItem(given, 'given');
      localStorage.setItem(key, session);
    },
    { key: sessionKeyOf(new URL(origin).hostname), session, origin, given: `session ${crypto.randomUUID()}` },
  );
  await page.goto(path);
}

/** Removes the session on a page without requests of its own, because pending ones would be refused. */
export async function leave(page: Page) {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
}

/** The minified file, because the main one has 1.5 MB of source. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects axe to find no problems on the page. */
export async function expectAccessible(page: Page) {
  // Once per document, because it takes longer to load than many pages to check.
  for (const frame of page.frames()) {
    const isMissing = await frame.evaluate(() => !('axe' in window)).catch(() => false);
    if (isMissing)
      await (frame === page.mainFrame() ? evaluateQuickly(page, axeSource) : frame.evaluate(axeSource));
  }
  const violations = await page.evaluate(async (tags) => {
    const options = { runOnly: tags, resultTypes: ['violations' as const] };
    const results = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, accessibilityRules);
  expect(violations, page.url()).toEqual([]);
}

/** Without Playwright's own handling, which takes almost as long for a large script as running it. */
async function evaluateQuickly(page: Page, expression: string) {
  const protocol = await page.context().newCDPSession(page);
  // The session stays until the page closes: ending it would remove the page's virtual authenticators.
  await protocol.send('Runtime.evaluate', { expression });
}

/** Removes most of the API page's hundreds of similar parts, because axe takes many seconds for all of them. */
export const thinOut = (page: Page) =>
  page.evaluate(() => {
    const further = 'details[id]:not([open]):nth-of-type(n + 2), nav li li:nth-child(n + 2)';
    for (const part of document.querySelectorAll(further)) part.remove();
  });

/**
 * Restricts the clipboard of `page` like the strictest browsers: calls outside the handling of a click or key press are refused. With
 * 'never', all are refused; with 'unencrypted', the API is missing, as on a page without HTTPS.
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

/** Waits for code that the page loads on its own, by the beginning of its file name. */
export const expectLoaded = (page: Page, part: string) =>
  expect
    .poll(() =>
      page.evaluate(
        (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
        `/${part}-`,
      ),
    )
    .toBe(true);

/** Stops the clock of `page` in each document, so that loaded data stays fresh, however busy the machine is. */
export const stopClock = (page: Page) =>
  page.addInitScript(() => {
    const now = Date.now();
    Date.now = () => now;
  });

/** Simulates switching to another tab for a while and back, which reloads older data. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

/** Waits for a closed dialog to return the focus, because text typed earlier would go elsewhere. */
export async function expectFocused(place: Locator) {
  await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Presses a button that requests `address`, and holds the request until the button is disabled. */
export async function pressOnce(button: Locator, address: string) {
  const busy = Promise.withResolvers<void>();
  await button.page().route(address, (route) => busy.promise.then(() => route.continue()), { times: 1 });
  await button.click();
  await expect.poll(() => button.isDisabled()).toBe(true);
  busy.resolve();
}

/** Expects nothing to be wider than the window. */
export async function expectNoSidewaysScroll(page: Page) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, `${page.url()} is wider than the window`).toBeLessThanOrEqual(client);
}

/** A warning, as opposed to a success message with a check mark. */
export const warningOf = (page: Page, text: string) =>
  page.locator('[data-sonner-toast][data-type="warning"]').getByText(text);

/** Whether the element is in the viewport, with nothing covering it. */
export const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + 5, y) === element);
  });

/** Holds requests to these addresses. @returns a function that releases them */
export async function hold(page: Page, address: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
