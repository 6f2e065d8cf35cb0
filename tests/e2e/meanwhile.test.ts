import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { setSetting } from '../harness/sign-in.ts';

const browser = withBrowser({
  async prepare(site) {
    await setSetting(site, 'labs_analytics', 'true');
    await buildPrompt(site, { slug: 'plan', title: 'Plan a week', prompt_body: 'Plan it.' });
    const playbook = await buildPlaybook(site, { slug: 'launch', title: 'Launch', tier_access: 0 });
    await buildStep(site, playbook, { title: 'Research' });
  },
});
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}) => {
  const page = await browser.open(options);
  await signIn(page, admin, path);
  return page;
};

/**
 * Holds back the first request of a method to an address: its answer, which the server has given by then, or with `isUnsent` the
 * request itself.
 */
async function hold(page: Page, address: string | RegExp, method: string, isUnsent = false) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method || !isFirst) return route.fallback();
    isFirst = false;
    const response = isUnsent ? undefined : await route.fetch();
    asked.resolve();
    await released.promise;
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => undefined);
    answered.resolve();
  });
  return {
    asked: asked.promise,
    async release() {
      released.resolve();
      await answered.promise;
    },
  };
}

/** Lets the page do what it has at hand. */
const nextTasks = (page: Page) =>
  page.evaluate(async () => {
    for (let count = 0; count < 5; count += 1) await new Promise((done) => requestAnimationFrame(done));
  });

describe('what the address says', () => {
  test('keeps each of two changes in a row, and controls show theirs at once', async () => {
    const page = await open('/admin/users');
    await page.getByRole('combobox').last().waitFor();
    const shown = await page.evaluate(() => {
      const selects = [...document.querySelectorAll('main select')] as HTMLSelectElement[];
      const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value') ?? {};
      for (const [index, value] of ['admin', 'none'].entries()) {
        set?.call(selects[index], value);
        selects[index]?.dispatchEvent(new Event('change', { bubbles: true }));
      }
      return selects.map(({ value }) => value);
    });
    expect(shown).toEqual(['admin', 'none']);
    await page.waitForURL(/\?role=admin&tier=none$/);

    await page.goto('/prompts');
    await page.getByText(/^\d+ results$/).waitFor();
    await page.getByRole('group', { name: 'Sort' }).evaluate((sorts) => {
      const buttons = [...document.querySelectorAll('main button')] as HTMLButtonElement[];
      buttons.find(({ textContent }) => textContent === 'Agent')?.click();
      [...sorts.querySelectorAll('button')].find(({ textContent }) => textContent === 'Popular')?.click();
    });
    await page.waitForURL(/\?type=Agent&sort=popular$/);
  });
});

test('a step stays as it was marked while what was typed is saved', async () => {
  const { body: run } = await browser.site.api('POST', '/api/v1/playbooks/launch/runs', {
    token: admin.token,
    body: {},
  });
  const page = await open(`/runs/${run.id}`);
  const box = page.getByRole('checkbox', { name: 'Step 1 is done' });
  const steps = '**/api/v1/runs/*/steps/*';
  const typed = await hold(page, steps, 'PUT');
  await page.getByLabel('Result').fill('They sell tea.');
  await typed.asked;
  await box.click();
  const ticked = await hold(page, steps, 'PUT');
  await typed.release();
  await ticked.asked;
  await nextTasks(page);
  expect(await box.isChecked()).toBe(true);
  await box.click();
  await ticked.release();
  await page.getByText('0 of 1 done').waitFor();
});
