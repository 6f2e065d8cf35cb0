import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { keysOf } from '#platform/keys-of.ts';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  signIn,
  thinOut,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { withTextSizes } from '../harness/text-size.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
  admin = await buildAdmin(browser.site);
  const { token } = admin;
  const ask = async (method: string, path: string, body: object) =>
    (await browser.site.api(method, `/api/v1/admin/pages${path}`, { token, body })).body;
  const { id } = await ask('POST', '', { kind: 'terms' });
  const { updated_at } = await ask('PATCH', `/${id}`, { body: '## Be kind\n\nTo [everybody](/pricing).' });
  await ask('POST', `/${id}/publish`, { updated_at });
  pages.admin.push(`/admin/pages/${id}`, `/admin/members/${member.id}`);
  // The finished pages of analytics and categories. Their placeholders are tested in tests/e2e/admin.test.ts.
  const settings = { token, body: { labs_analytics: true } };
  await browser.site.api('PUT', '/api/v1/admin/settings', settings);
  const mailings = await browser.site.db
    .insertInto('mailings')
    .values([{ subject: 'A draft' }, { subject: 'Under way', status: 'stopped', problem: '421 Try later' }])
    .returning('id')
    .execute();
  const [, stopped] = mailings;
  await browser.site.db
    .insertInto('mailing_recipients')
    .values([
      { mailing_id: stopped?.id ?? '', user_id: member.id, status: 'refused', reason: '550 No such user' },
      { mailing_id: stopped?.id ?? '', user_id: admin.id, is_repeated: true },
    ])
    .execute();
  await browser.site.db
    .updateTable('profiles')
    .set({ email_bounced_at: new Date(), email_bounce_reason: '550 No such user' })
    .where('id', '=', member.id)
    .execute();
  pages.admin.push(...mailings.map((mailing) => `/admin/mailings/${mailing.id}`));
});

/** Every page of the site, by who can see it. */
const pages = {
  visitor: [
    '/',
    '/browse',
    '/browse-playbooks',
    '/categories/career',
    '/pricing',
    '/gift',
    '/signin',
    '/signup',
    '/nowhere',
    '/pages/terms',
    '/api/docs',
  ],
  member: [
    '/dashboard',
    '/prompts',
    '/prompts?category=Career',
    '/prompt/plain-words-editor',
    '/prompt/api-design-review',
    '/prompt/none',
    '/settings',
    '/settings/connect',
    '/settings/keys',
    '/playbooks',
    '/playbook/your-week-in-order',
    '/playbook/your-week-in-order?step=1',
    '/collections',
    '/collections/none',
    '/collections/shared/none',
    '/history',
    '/my-versions',
    '/my-versions/none',
    '/subscription',
    '/checkout?id=none',
    '/sandbox/checkout?id=none',
    '/sandbox/billing',
  ],
  admin: [
    '/admin',
    '/admin/users',
    '/admin/imports',
    '/admin/prompts',
    '/admin/playbooks',
    '/admin/categories',
    '/admin/pricing',
    '/admin/settings',
    '/admin/site',
    '/admin/analytics',
    '/admin/pages',
    '/admin/outbox',
    '/admin/mailings',
    '/admin/webhooks',
    '/admin/offers',
    '/admin/comments',
    '/admin/comments?show=decided',
    '/admin/audit',
  ],
};

// A test visits many pages, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

/** Chromium only applies light-dark() in the next frame. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Checks the current page in light colors on a desktop, and in dark colors on a phone, also with text of twice the size. */
async function expectGoodInBothLooks(page: Page, setTextSize: (percent: number) => Promise<void>) {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(nextFrame);
  await expectNoSidewaysScroll(page);
  await setTextSize(200);
  await page.evaluate(nextFrame);
  await expectNoSidewaysScroll(page);
  await setTextSize(100);
  if (page.url().endsWith('/api/docs')) await thinOut(page);
  await page.evaluate(nextFrame);
  await expectAccessible(page);
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('every page', () => {
  test.each(keysOf(pages))(
    'as it looks to the %s is accessible and fits, light on a desktop and dark on a phone, with large text too',
    async (viewer) => {
      const page = await browser.open({ colorScheme: 'light', expectedFaults: /status of (404|422)/ });
      if (viewer === 'member') await signIn(page, member, '/robots.txt');
      if (viewer === 'admin') await signIn(page, admin, '/robots.txt');
      const setTextSize = await withTextSizes(page);
      // Data that arrives after the first paint must not move existing content.
      await page.route('**/api/v1/**', async (route) => {
        await page.evaluate(nextFrame).catch(() => undefined);
        await route.continue().catch(() => undefined);
      });
      for (const path of pages[viewer]) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectGoodInBothLooks(page, setTextSize);
        expect(await page.title(), path).toMatch(/. · Promptory$|^Promptory/);
      }
    },
  );

  test.each([
    ['light on a desktop', { viewport: desktop, colorScheme: 'light' }],
    ['dark on a phone', { viewport: phone, colorScheme: 'dark' }],
  ] as const)('with its menus and panels too, %s', async (_name, look) => {
    const page = await browser.open(look);
    await signIn(page, member);
    // The early page has no heading yet for screen readers.
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (look.viewport === phone) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: 'Playbooks' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Close menu' }).click();
    } else {
      await page.getByRole('button', { name: /account/i }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'More Filters' }).click();
    await page.getByText('Difficulty').first().waitFor();
    await expectAccessible(page);
  });
});

test('the first visit loads little JavaScript', async () => {
  const page = await browser.open({ fresh: true });
  const sizes: Promise<number>[] = [];
  let requests = 0;
  page.on('requestfinished', (request) => {
    requests += 1;
    if (/\.js(\?|$)/.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto('/browse', { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(15_000);
  expect(requests).toBeLessThanOrEqual(15);
});
