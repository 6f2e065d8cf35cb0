// The admin tables of prompts and playbooks over a large catalog: pages, searches and filters in the API and in the browser.
import { performance } from 'node:perf_hooks';
import { chromium } from 'playwright-core';
import type { TestSite } from '../tests/harness/site.ts';
import { generatePrompt } from './generate.ts';
import { startInProcessSite } from './in-process-site.ts';

const itemCount = 100_000;
const rounds = 20;
const questions = {
  'first rows': '',
  'page 2,000': '&page=2000',
  'a word of three letters': '&q=bold',
  'two letters': '&q=bo',
  'a word that is nowhere': '&q=quagga',
  'a rare title': '&q=garden+99%2C999',
  'a category': '&category=Travel',
  'drafts of a category': '&status=draft&category=Writing',
  'a level': '&tier=1',
  'by title': '&sort=title&order=asc',
  'by title, page 2,000': '&sort=title&order=asc&page=2000',
  'by level': '&sort=tier',
};
const onlyPrompts = { 'a type': '&type=Image', 'by author': '&sort=author' };
const onlyPlaybooks = { 'by steps': '&sort=steps', 'by price': '&sort=price' };

async function fill(site: TestSite) {
  for (let start = 0; start < itemCount; start += 1_000) {
    const items = Array.from({ length: 1_000 }, (_, offset) => {
      const { body, ...item } = generatePrompt(start + offset);
      const common = {
        ...item,
        slug: `generated-${start + offset}`,
        status: offset % 20 === 0 ? ('draft' as const) : ('published' as const),
        tier_access: offset % 3,
      };
      return { common, body, prompt_type: offset % 10 === 0 ? ('Image' as const) : ('Text' as const) };
    });
    await site.db
      .insertInto('prompts')
      .values(items.map(({ common, body, prompt_type }) => ({ ...common, prompt_type, prompt_body: body })))
      .execute();
    await site.db.transaction().execute(async (transaction) => {
      const playbooks = await transaction
        .insertInto('playbooks')
        .values(items.map(({ common }) => common))
        .returning('id')
        .execute();
      const entry = { type: 'manual', title: 'Ask', prompt_body: items[0]?.body };
      await transaction
        .insertInto('playbook_steps_new')
        .values(
          playbooks.flatMap(({ id }, index) =>
            Array.from({ length: 1 + (index % 4) }, (_, step_order) => ({
              playbook_id: id,
              step_order,
              title: `Step ${step_order}`,
              prompts: JSON.stringify([entry]),
            })),
          ),
        )
        .execute();
    });
  }
  await site.pool.query('vacuum analyze');
}

async function measure(site: TestSite, token: string, collection: string, asked: Record<string, string>) {
  for (const [name, query] of Object.entries(asked)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const since = performance.now();
      const answer = await site.api('GET', `/api/v1/admin/${collection}?limit=50${query}`, { token });
      if (answer.status !== 200) throw new Error(`${collection} ${name}: ${answer.text}`);
      times.push(performance.now() - since);
    }
    times.sort((a, b) => a - b);
    console.log(
      `admin's table of ${itemCount.toLocaleString('en')} ${collection}, ${name}: p50 ${times[rounds / 2]?.toFixed(0)} ms, p95 ${times[rounds - 2]?.toFixed(0)} ms`,
    );
  }
}

async function measureBrowser(site: TestSite, account: { email: string; password: string }) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ baseURL: site.url });
  await page.addInitScript(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await page.goto('/signin');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  for (const [collection, kind] of [
    ['prompts', 'Prompt'],
    ['playbooks', 'Playbook'],
  ]) {
    await page.goto(`/admin/${collection}?page=2000`);
    await page.getByText(`Showing ${itemCount.toLocaleString('en')} ${collection}`).waitFor();
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const editing = page.getByRole('dialog', { name: `Edit ${kind}` });
    await editing.getByLabel('Category').fill('Somewhere else');
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) requests += 1;
    });
    const since = performance.now();
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('cell', { name: 'Somewhere else' }).waitFor();
    const saved = performance.now() - since;
    await page.waitForLoadState('networkidle');
    const longest = await page.evaluate(
      () => (window as unknown as { seen: { longest: number } }).seen.longest,
    );
    console.log(
      `saving one row of page 2,000 of ${collection}: ${saved.toFixed(0)} ms, ${requests} requests; longest task ${longest.toFixed(0)} ms`,
    );
    page.removeAllListeners('request');
  }
  await browser.close();
}

export async function measureAdmin() {
  const { site, stop } = await startInProcessSite();
  try {
    await fill(site);
    const account = { email: 'admin@example.com', password: 'admin-password' };
    const { data } = await site.authClient().signInWithPassword(account);
    const token = data.session?.access_token ?? '';
    await measure(site, token, 'prompts', { ...questions, ...onlyPrompts });
    await measure(site, token, 'playbooks', { ...questions, ...onlyPlaybooks });
    await measureBrowser(site, account);
  } finally {
    await stop();
  }
}

if (import.meta.main) await measureAdmin();
