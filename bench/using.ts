// Using a prompt: how long it takes to find the blanks of the longest one, and how long the browser is blocked while someone fills one in,
// or reads a hostile text. npm run bench [prompts.csv] runs it too.
import { createReadStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parse } from 'csv-parse';
import { chromium, type Page } from 'playwright-core';
import { readBlanks } from '../src/library/blanks/public/blanks.ts';
import { sessionKeyOf } from '../src/people/session/public/session-key.ts';
import { buildMember, buildPrompt } from '../tests/harness/build.ts';
import { hostileMarkdown } from '../tests/harness/hostile-markdown.ts';
import { startInProcessSite } from './in-process-site.ts';

const longestLength = 144_000;
const slowerBy = 4;
const rounds = 5;
const names = ['client', 'company', 'tone:friendly', 'language', 'facts', 'deadline', 'product', 'city'];

/** About as long as the longest real prompt, with a blank in every fourth sentence. */
function longBody() {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < longestLength; index += 1) {
    const part = `Say in plain words what came of it, and why [1]. ${index % 4 === 0 ? `Name {{${names[(index / 4) % names.length]}}} once.\n` : ''}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

async function longestOf(csv: string): Promise<string> {
  let longest = '';
  const rows = createReadStream(csv).pipe(parse({ columns: true, relax_quotes: true, bom: true }));
  for await (const row of rows as AsyncIterable<Record<string, string>>)
    for (const text of Object.values(row)) if (text.length > longest.length) longest = text;
  return longest;
}

/** The time of the first run, and the median of many, when the code has been optimized. */
function timeBlanks(body: string) {
  const times = Array.from({ length: 41 }, () => {
    const since = performance.now();
    readBlanks(body);
    return performance.now() - since;
  });
  const first = times[0] ?? 0;
  return { first, median: times.sort((a, b) => a - b)[20] ?? 0 };
}

type Watched = { longTasks: number[] };
/** Runs in the page: records the duration of every task over 50 ms. */
function watchLongTasks() {
  const longTasks: number[] = [];
  Object.assign(window, { longTasks });
  new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
}
/** The long tasks since the last call. */
const takeLongTasks = (page: Page) =>
  page.evaluate(
    () =>
      // Tasks of the current moment are reported in the next one.
      new Promise<number[]>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => resolve((window as unknown as Watched).longTasks.splice(0)), 100),
        ),
      ),
  );

/** The longest task in the round with the least other load on the machine. */
async function calmest(round: () => Promise<number[]>) {
  const longest: number[] = [];
  for (let count = 0; count < rounds; count += 1) longest.push(Math.max(0, ...(await round())));
  const least = Math.min(...longest);
  const inEach = longest.map((time) => time.toFixed(0)).join(', ');
  return `${least === 0 ? 'none over 50 ms' : `${least.toFixed(0)} ms`} in the calmest of ${rounds} rounds (${inEach})`;
}

export async function measureUsing(csv?: string) {
  const body = csv ? await longestOf(csv) : longBody();
  const { first, median } = timeBlanks(body);
  console.log(
    `finding the blanks of the longest prompt (${Math.round(body.length / 1_000)} kB): ${median.toFixed(1)} ms, the first time ${first.toFixed(1)} ms`,
  );
  const { site, stop } = await startInProcessSite();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const { session } = await buildMember(site, { level: 1 });
    const page = await browser.newPage({ baseURL: site.url });
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      sessionKeyOf(new URL(site.url).hostname),
      JSON.stringify(session),
    ] as const);
    await page.addInitScript(watchLongTasks);
    const { slug } = await buildPrompt(site, { prompt_body: longBody() });
    await page.goto(`/prompt/${slug}`);
    await page.getByRole('button', { name: /^Show all/ }).click();
    const field = page.getByLabel('Company');
    await field.focus();
    await page.getByRole('heading', { name: /^Comments/ }).waitFor();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
    await takeLongTasks(page);
    const typing = await calmest(async () => {
      await field.fill('');
      await takeLongTasks(page);
      await page.keyboard.type('Analytical Engines Ltd. of London', { delay: 60 });
      return takeLongTasks(page);
    });
    console.log(
      `typing into the form of a prompt of ${longestLength / 1_000} kB, processor ${slowerBy} times slower, longest task: ${typing}`,
    );
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    for (const [name, text] of Object.entries(hostileMarkdown)) {
      const hostile = await buildPrompt(site, { example_output: text });
      const reading = await calmest(async () => {
        await page.goto(`/prompt/${hostile.slug}`);
        await page.locator('.prose-text').waitFor({ timeout: 60_000 });
        return takeLongTasks(page);
      });
      console.log(`reading hostile ${name}, longest task: ${reading}`);
    }
  } finally {
    await browser.close();
    await stop();
  }
}

if (import.meta.main) await measureUsing(process.argv[2]);
