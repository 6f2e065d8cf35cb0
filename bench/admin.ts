// The admin's table of prompts over a large catalog: the first rows from the API, and how long the browser is busy.
import { performance } from 'node:perf_hooks';
import { chromium } from 'playwright-core';
import { openDatabase } from '../src/platform/database.server.ts';
import { makeTemplate, quietLog, startTestServer, withDatabase } from '../tests/harness/postgres.ts';
import { createTestSite } from '../tests/harness/site.ts';
import { generatePrompt } from './generate.ts';

const promptCount = 10_000;

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
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const since = performance.now();
      await site.api('GET', '/api/v1/admin/prompts?limit=50', { token });
      times.push(performance.now() - since);
    }
    times.sort((a, b) => a - b);
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
    await page.getByText('Showing 10,000 prompts').waitFor();
    for (let more = 0; more < 5; more += 1) {
      const before = await page.getByRole('row').count();
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.waitForFunction((rows) => document.querySelectorAll('tr').length > rows, before);
    }
    const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
    await browser.close();
    console.log(
      `admin's table of 10,000 prompts: first rows p50 ${times[10]?.toFixed(0)} ms, p95 ${times[18]?.toFixed(0)} ms; longest task in the browser over 300 rows ${longest.toFixed(0)} ms`,
    );
  } finally {
    await site.stop();
    await opened.db.destroy();
    await server.stop();
  }
}

if (import.meta.main) await measureAdmin();
