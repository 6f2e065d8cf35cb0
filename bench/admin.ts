// The admin's table of prompts over a large catalog: pages and searches from the API, the browser's longest task, and what saving one row asks for.
import { performance } from 'node:perf_hooks';
import { chromium } from 'playwright-core';
import { openDatabase } from '../src/platform/database.server.ts';
import { makeTemplate, quietLog, startTestServer, withDatabase } from '../tests/harness/postgres.ts';
import { createTestSite } from '../tests/harness/site.ts';
import { generatePrompt } from './generate.ts';

const promptCount = 100_000;
/** Each is asked for twenty times. */
const questions = {
  'first page': 'page=1',
  'page 2,000': 'page=2000',
  'by title': 'page=1&sort=title',
  'page 2,000 by title': 'page=2000&sort=title',
  'a word': 'page=1&q=plan',
  'a word that is nowhere': 'page=1&q=zzyzx',
  'drafts of a category': 'page=1&status=draft&category=Writing',
};

export async function measureAdmin() {
  const server = await startTestServer();
  const connectionString = withDatabase(server.url, await makeTemplate(server.url));
  const opened = openDatabase(connectionString, quietLog, 5);
  const site = await createTestSite({
    database: { connectionString, ...opened, drop: async () => undefined },
  });
  try {
    for (let start = 0; start < promptCount; start += 1_000) {
      const values = Array.from({ length: 1_000 }, (_, offset) => {
        const { body, ...prompt } = generatePrompt(start + offset);
        return {
          ...prompt,
          prompt_body: body,
          slug: `generated-${start + offset}`,
          status: 'published' as const,
        };
      });
      await site.db.insertInto('prompts').values(values).execute();
    }
    const account = { email: 'admin@example.com', password: 'admin-password' };
    const { data } = await site.authClient().signInWithPassword(account);
    const token = data.session?.access_token ?? '';
    for (const [name, parameters] of Object.entries(questions)) {
      const times: number[] = [];
      for (let round = 0; round < 20; round += 1) {
        const since = performance.now();
        await site.api('GET', `/api/v1/admin/prompts?limit=50&${parameters}`, { token });
        times.push(performance.now() - since);
      }
      times.sort((a, b) => a - b);
      console.log(
        `admin's table of ${promptCount} prompts, ${name}: p50 ${times[10]?.toFixed(0)} ms, p95 ${times[18]?.toFixed(0)} ms`,
      );
    }
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const page = await browser.newPage({ baseURL: site.url });
    await page.addInitScript(() => {
      const longest = { longest: 0 };
      Object.assign(window, longest);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, {
            longest: Math.max((window as unknown as typeof longest).longest, entry.duration),
          });
      }).observe({ entryTypes: ['longtask'] });
    });
    await page.goto('/signin');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto('/admin/prompts');
    await page.getByText('Showing 100,000 prompts').waitFor();
    for (const number of [2, 3, 1_000, 2_000]) {
      await page.goto(`/admin/prompts?page=${number}`);
      await page.getByRole('row').nth(20).waitFor();
    }
    const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) requests += 1;
    });
    await page.getByRole('row').nth(1).getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Another title');
    const asked = requests;
    const since = performance.now();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Prompt updated successfully!').waitFor();
    await page.getByRole('row', { name: /Another title/ }).waitFor();
    console.log(
      `in the browser: longest task ${longest.toFixed(0)} ms; saving one row: ${requests - asked} requests, ${(performance.now() - since).toFixed(0)} ms`,
    );
    await browser.close();
  } finally {
    await site.stop();
    await opened.db.destroy();
    await server.stop();
  }
}

if (import.meta.main) await measureAdmin();
