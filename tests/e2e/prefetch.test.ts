import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionKey, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site);
  await buildPrompt(browser.site, { slug: 'ahead', title: 'Asked ahead' });
  await buildPlaybook(browser.site, { slug: 'ahead', title: 'Planned ahead' });
  await buildPlaybook(browser.site, { title: 'Planned before', category: "It's café 1+1" });
});

/** Holds back the app's code until the returned function is called. */
async function holdApp(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/react-/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
/** The page's API requests, in order. */
function collect(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) asked.push(`${pathname}${search}`.slice('/api/v1/'.length));
  });
  return asked;
}

describe('a page of a member', () => {
  test.each([
    [
      '/dashboard',
      ['profile', 'stats', 'runs', 'recent', 'categories', 'prompts?sort=newest'],
      'Asked ahead',
    ],
    ['/prompts', ['profile', 'categories', 'prompts?sort=newest'], 'Asked ahead'],
    [
      '/prompts?q=ahead&type=Text&favorites=no&sort=popular',
      ['profile', 'categories', 'prompts?q=ahead&type=Text&sort=popular'],
      'Asked ahead',
    ],
    ['/playbooks', ['profile', 'categories', 'playbooks?sort=newest'], 'Planned ahead'],
    [
      '/prompt/ahead',
      ['profile', 'values', 'prompts/ahead', 'prompts/ahead/outcomes', 'prompts/ahead/results?limit=10'],
      'Asked ahead',
    ],
    ['/playbook/ahead', ['profile', 'runs', 'playbooks/ahead'], 'Planned ahead'],
    [
      "/playbooks?category=It's%20caf%C3%A9+1%2B1&purchased=",
      ['profile', 'categories', 'playbooks?category=It%27s+caf%C3%A9+1%2B1&sort=newest'],
      'Planned before',
    ],
  ])(
    '%s asks for what it begins with before its code is there, and only once',
    async (path, wanted, title) => {
      const page = await browser.open();
      await signIn(page, member, '/robots.txt');
      const release = await holdApp(page);
      // Prefetched responses don't expire, however long the app takes.
      await page.addInitScript(() => {
        performance.now = () => 0;
      });
      const asked = collect(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect.poll(() => [...asked].sort()).toEqual([...wanted].sort());
      release();
      await page.getByRole('heading', { name: title }).first().waitFor();
      await page.waitForLoadState('networkidle');
      // The page shows the prefetched responses.
      const listsOf = (addresses: string[]) => addresses.filter((address) => address.includes('sort='));
      expect(listsOf(asked)).toEqual(listsOf(wanted));
      for (const address of wanted) expect(asked.filter((other) => other === address)).toEqual([address]);
    },
  );

  test('asks once for a missing item', async () => {
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await signIn(page, member, '/robots.txt');
    for (const [path, first] of [
      [
        '/prompt/none-such',
        ['prompts/none-such', 'prompts/none-such/outcomes', 'prompts/none-such/results?limit=10'],
      ],
      ['/playbook/none-such', ['playbooks/none-such']],
    ] as const) {
      const asked = collect(page);
      await page.goto(path);
      await page.getByRole('heading', { name: /not found/ }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.filter((address) => address.includes('none-such')).toSorted()).toEqual(first);
    }
  });

  test('requests nothing ahead with a token that is about to expire, and renews it first', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.setItem(
        key,
        JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1_000) + 30 }),
      );
    }, sessionKey);
    const asked = collect(page);
    const renewed = page.waitForResponse(/grant_type=refresh_token/);
    await page.goto('/prompts');
    await renewed;
    await page.getByRole('heading', { name: 'Asked ahead' }).first().waitFor();
    expect(asked.filter((address) => address === 'profile')).toHaveLength(1);
  });

  test('leads to the sign-in page if the session was ended elsewhere', async () => {
    const page = await browser.open({ expectedFaults: /status of 40[013]/ });
    const other = await buildMember(browser.site);
    await signIn(page, other, '/robots.txt');
    await browser.site.pool.query('delete from auth.sessions where user_id = $1', [other.id]);
    await page.goto('/prompts');
    await page.waitForURL('**/signin');
  });
});
