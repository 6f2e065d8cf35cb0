// How long pages take to show their main content on a slow connection, with the CPU at full speed and four times slower: for a first-time
// visitor, and for a member, with an empty cache and with the code from an earlier visit. Then how long the first click on a card takes to
// show something. npm run bench runs it too.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { sessionKeyOf } from '../src/people/session/public/session-key.ts';

/** Lighthouse's slow 4G: 150 ms, 205 kB/s down, 96 kB/s up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const rounds = 3;
/** After this, nothing large is painted anymore, although preloads may still be running. */
const settledMilliseconds = 5_000;
const visitorPages = ['/', '/browse', '/pricing'];
const memberPages = ['/dashboard', '/prompts', '/playbooks', '/prompt/plain-words-editor'];

type Painted = { paint: number; shift: number; click: number };
/** Runs in the page: records the time of the largest paint, layout shifts, and the duration of the slowest click. */
function watchPage() {
  const painted: Painted = { paint: 0, shift: 0, click: 0 };
  Object.assign(window, { painted });
  type Entry = PerformanceEntry & { value?: number; interactionId?: number };
  const watch = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  watch('largest-contentful-paint', ({ startTime }) => {
    painted.paint = startTime;
  });
  watch('layout-shift', ({ value }) => {
    painted.shift += value ?? 0;
  });
  watch('event', ({ interactionId, duration }) => {
    if (interactionId) painted.click = Math.max(painted.click, duration);
  });
}
const painted = (page: Page) =>
  page.evaluate(() => (window as unknown as { painted: Painted }).painted) as Promise<Painted>;

/** @param session its key in localStorage, and itself */
async function open(browser: Browser, session: readonly [string, string] | undefined, slowerBy: number) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  if (session) await page.addInitScript(([key, value]) => localStorage.setItem(key, value), session);
  await page.addInitScript(watchPage);
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', slow4g);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  return { context, page };
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const inMilliseconds = (values: number[]) =>
  `${Math.round(middle(values))} ms (${values.map(Math.round).join(', ')})`;

async function repeat<Result>(once: () => Promise<{ context: BrowserContext; result: Result }>) {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, result } = await once();
    results.push(result);
    await context.close();
  }
  return results;
}

export async function measurePages(url: string, session: object) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const kept = [sessionKeyOf(new URL(url).hostname), JSON.stringify(session)] as const;
  const visits = [
    { who: 'a visitor', paths: visitorPages, session: undefined, isReturning: false },
    { who: 'a member with an empty cache', paths: memberPages, session: kept, isReturning: false },
    { who: 'a member', paths: memberPages, session: kept, isReturning: true },
  ];
  for (const slowerBy of [1, 4]) {
    const machine = `slow 4G, processor ${slowerBy}x slower`;
    for (const { who, paths, isReturning, ...visit } of visits)
      for (const path of paths) {
        const results = await repeat(async () => {
          const { context, page } = await open(browser, visit.session, slowerBy);
          await page.goto(`${url}${path}`);
          await page.waitForTimeout(settledMilliseconds);
          if (isReturning) {
            await page.goto('about:blank');
            await page.goto(`${url}${path}`);
            await page.waitForTimeout(settledMilliseconds);
          }
          return { context, result: await painted(page) };
        });
        const moved = Math.max(...results.map(({ shift }) => shift)).toFixed(3);
        console.log(
          `${path}, ${who}, ${machine}: largest paint ${inMilliseconds(results.map(({ paint }) => paint))}, moved ${moved}`,
        );
      }
    const clicks = await repeat(async () => {
      const { context, page } = await open(browser, kept, slowerBy);
      await page.goto(`${url}/prompts`);
      await page.waitForTimeout(settledMilliseconds);
      await page.locator('main article a').first().click();
      await page.waitForTimeout(settledMilliseconds);
      return { context, result: (await painted(page)).click };
    });
    console.log(`first click on a card, ${machine}: ${inMilliseconds(clicks)}`);
  }
  await browser.close();
}
