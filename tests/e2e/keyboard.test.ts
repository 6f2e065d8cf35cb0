import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectFocused, hold, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildGift, buildMember } from '../harness/build.ts';
import { listen } from '../harness/live-regions.ts';

const browser = withBrowser();
const maxPresses = 150;

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let press = 0; press < maxPresses; press += 1) {
    const look = await target.evaluate((element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      return { isFocused: element === document.activeElement, outlineStyle, boxShadow };
    });
    if (look.isFocused) {
      expect([look.outlineStyle, look.boxShadow], `the focus on ${target} shows`).not.toEqual([
        'none',
        'none',
      ]);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} was not reached in ${maxPresses} presses of Tab.`);
}

test('a visitor goes from the home page to a bought playbook by keyboard alone', async () => {
  const page = await browser.open();
  const enter = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  await page.goto('/');
  await enter(link('Playbooks'));
  await page.waitForURL('**/browse-playbooks');
  await enter(link('Numbers your team believes'));
  await page.waitForURL('**/signup?from=*');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('keys-only@example.com');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('a-password');
  await page.getByRole('button', { name: 'Sign up', disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/playbook/numbers-your-team-believes');
  await enter(page.getByRole('button', { name: /^Buy for/ }));
  await page.waitForURL('**/sandbox/checkout?id=*');
  await enter(page.getByRole('button', { name: 'Pay with a test card' }));
  await page.waitForURL('**/playbook/numbers-your-team-believes**');
  await enter(page.getByRole('button', { name: 'Start', exact: true }));
  await page.waitForURL('**/runs/*');
  // The run's page starts with its heading, and the first step can be marked as done.
  await page.getByRole('heading', { level: 1 }).waitFor();
});

/** The focused element: its role or tag, with its name or the beginning of its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.id ?? '';
    return `${element?.tagName.toLowerCase()} ${name || (element?.textContent ?? '').trim()}`.slice(0, 60);
  });
const press = async (target: Locator, key = 'Enter') => {
  await target.focus();
  await target.page().keyboard.press(key);
};

async function openAs(
  member: { email: string; password: string },
  path: string,
  options: { expectedFaults?: RegExp } = {},
) {
  const page = await browser.open(options);
  const heard = await listen(page);
  await signIn(page, member, path);
  return { page, heard };
}

/** Refuses the next DELETE at `address` with this error. */
const refuseOnce = (page: Page, address: string, error: string) =>
  page.route(
    address,
    (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { error, code: 'unavailable' } })
        : route.continue(),
    { times: 1 },
  );

test('another page of the app is announced, and its content has the focus unless the pressed link stays', async () => {
  const { page, heard } = await openAs(await buildMember(browser.site, { level: 1 }), '/prompts');
  await press(page.getByRole('link', { name: 'Plain words editor' }));
  await page.getByRole('heading', { level: 1, name: 'Plain words editor' }).waitFor();
  await expect.poll(heard).toContain('Plain words editor');
  expect(await focused(page)).toBe('main content');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^a /);
  await page.goBack();
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/^Prompts/);
  await press(page.getByRole('navigation').getByRole('link', { name: 'Playbooks', exact: true }).first());
  await expect.poll(async () => (await heard()).some((text) => text.startsWith('Playbooks'))).toBe(true);
  // Elements that stay on the page keep the focus.
  expect(await focused(page)).toBe('a Playbooks');
});

test('keys that belong to an input method, and a stray Escape, throw nothing away', async () => {
  const member = await buildMember(browser.site, { level: 1 });
  const path = '/api/v1/prompts/headline-workshop/comments';
  await browser.site.api('POST', path, { token: member.token, body: { body: 'A first thought' } });
  const { page } = await openAs(member, '/prompt/headline-workshop');
  const own = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'A first thought' });
  const answer = own.getByRole('textbox', { name: /^Reply to/ });
  const compose = (target: Locator, key: string) =>
    target.evaluate(
      (input, name) =>
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, isComposing: true }),
        ),
      key,
    );
  await press(own.getByRole('button', { name: 'Reply' }));
  await compose(answer, 'Escape');
  await answer.fill('Half a sentence');
  await page.keyboard.press('Escape');
  expect(await answer.inputValue()).toBe('Half a sentence');
  await answer.fill('');
  await page.keyboard.press('Escape');
  await answer.waitFor({ state: 'detached' });
  const blank = page.getByLabel('Product', { exact: true });
  await blank.fill('お茶');
  expect(await compose(blank, 'Enter')).toBe(true);
  await expectFocused(blank);

  await signIn(page, await buildAdmin(browser.site), '/admin/pricing');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const feature = page.getByLabel('Features');
  await feature.fill('ひとつ');
  const before = await page.getByRole('dialog').getByRole('listitem').count();
  expect(await compose(feature, 'Enter')).toBe(true);
  expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(before);
  await compose(feature, 'Escape');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

test('a button that was off while it worked has the focus again', async () => {
  const { page } = await openAs(await buildMember(browser.site, { level: 1 }), '/prompt/headline-workshop');
  const arrived = Promise.withResolvers<void>();
  await page.route('**/copies', (route) => arrived.promise.then(() => route.continue()));
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await press(copy);
  await page.waitForFunction(() => document.activeElement === document.body);
  arrived.resolve();
  // It says "Copied!" for two seconds.
  await expect.poll(() => focused(page)).toMatch(/^button Cop/);

  await page.goto('/playbook/your-week-in-order');
  await press(page.getByRole('button', { name: 'Next' }));
  await expect.poll(() => focused(page)).toMatch(/^h1/);
  await press(page.getByRole('button', { name: 'Previous' }));
  await expect.poll(() => focused(page)).toBe('h1 Your week in order');

  await signIn(page, await buildAdmin(browser.site), '/admin/prompts');
  const last = page.getByRole('button', { name: 'Last page' });
  await press(last);
  await expect.poll(() => last.isDisabled()).toBe(true);
  expect(await focused(page)).toBe('button Last page');
});

test('a row that goes away hands the focus to its neighbor', async () => {
  const member = await buildMember(browser.site, { level: 1 });
  const { token } = member;
  for (const slug of ['headline-workshop', 'plain-words-editor'])
    await browser.site.api('POST', `/api/v1/prompts/${slug}/copies`, { token, body: {} });
  const { page } = await openAs(member, '/history', { expectedFaults: /status of 503/ });
  const erase = page.getByRole('button', { name: /from the history$/ });
  const rows = page.getByRole('listitem').filter({ has: erase });
  await rows.nth(1).waitFor();
  const left = (await rows.nth(1).innerText()).slice(0, 12);
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Erase' });
  // An entry that couldn't be erased is back, and the dialog about erasing everything stays open.
  await refuseOnce(page, '**/api/v1/history/*', 'This entry is kept for now.');
  await press(erase.first());
  await press(confirm);
  await page.getByText('This entry is kept for now.').waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await refuseOnce(page, '**/api/v1/history', 'All of it is kept for now.');
  await press(page.getByRole('button', { name: 'Erase history' }));
  await press(confirm);
  await page.getByText('All of it is kept for now.').waitFor();
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await expectFocused(page.getByRole('button', { name: 'Erase history' }));
  expect(await rows.count()).toBe(2);
  await press(erase.first());
  await press(confirm);
  await expect.poll(() => focused(page)).toContain(`li ${left}`);
  await press(erase.first());
  await press(confirm);
  await expect.poll(() => focused(page)).toBe('h1 History');

  for (let device = 0; device < 2; device += 1) await signIn(await browser.open(), member, '/robots.txt');
  // Sections above the devices would move a pressed button when they appear.
  const release = await hold(page, /\/auth\/v1\/user$/);
  const answer = page.waitForResponse(/\/api\/v1\/sessions/);
  await page.goto('/settings/sessions');
  await (await answer).finished();
  await page.getByText('Your devices', { exact: true }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const signOut = page.getByRole('button', { name: /^Sign out (?!all)/ });
  expect(await signOut.count()).toBe(0);
  release();
  await press(signOut.first());
  await page.getByText('Device signed out').first().waitFor();
  await expect.poll(() => focused(page)).toMatch(/^li /);

  const { body } = await browser.site.api('POST', '/api/v1/collections', { token, body: { name: 'Mine' } });
  for (const slug of ['headline-workshop', 'plain-words-editor']) {
    const json = { target_type: 'prompt', slug };
    await browser.site.api('POST', `/api/v1/collections/${body.id}/items`, { token, body: json });
  }
  await page.goto(`/collections/${body.id}`);
  await press(page.getByRole('button', { name: /^Remove/ }).first());
  await expect.poll(() => focused(page)).toMatch(/^li /);
  await press(page.getByRole('button', { name: 'More' }));
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('button More');

  const path = '/api/v1/prompts/headline-workshop/comments';
  await browser.site.api('POST', path, { token, body: { body: 'To be answered' } });
  await page.goto('/prompt/headline-workshop');
  const comment = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'To be answered' });
  await press(comment.getByRole('button', { name: 'Reply' }));
  await press(comment.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => focused(page)).toBe('button Reply');

  const visitor = await browser.open();
  await visitor.goto('/signin');
  await press(visitor.getByRole('button', { name: 'Forgot password?' }));
  await press(visitor.getByRole('button', { name: 'Back to sign in' }));
  await expect.poll(() => visitor.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
});

test('the outcome of actions on a comment is announced', async () => {
  const member = await buildMember(browser.site, { level: 1 });
  const { page, heard } = await openAs(member, '/prompt/sql-from-a-question');
  const box = page.getByLabel('Write a comment');
  await box.fill('A second thought');
  await box.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(heard).toContain('Comment posted.');
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
  expect(await box.inputValue()).toBe('');
  const own = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'A second thought' });
  await press(own.getByRole('button', { name: 'Edit' }));
  await page.getByLabel('Edit your comment').fill('A second thought, changed');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await expect.poll(heard).toContain('Comment saved.');
  await expect.poll(() => focused(page)).toBe('button Edit');
  await press(own.getByRole('button', { name: 'Delete' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect.poll(heard).toContain('Comment deleted.');
  await expect.poll(() => focused(page)).toMatch(/^h2 comments/);
});

test('the palette says what it has found, and which result Enter opens', async () => {
  const { page, heard } = await openAs(await buildMember(browser.site, { level: 1 }), '/dashboard', {
    expectedFaults: /status of 429/,
  });
  await page.getByText('62 results').waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox');
  await expectFocused(box);
  await page.keyboard.type('week');
  await page.getByRole('option', { name: 'Your week in order', exact: true }).waitFor();
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/^\d+ results$/);
  const active = () =>
    box.evaluate((input) => {
      const shown = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
      return shown?.getAttribute('aria-selected');
    });
  expect(await active()).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe('true');
  // An item that the reader's plan doesn't include says so.
  await box.fill('api design');
  await page.getByRole('option', { name: 'API design review Studio', exact: true }).waitFor();
  await box.fill('no such thing at all');
  await expect.poll(heard).toContain('No results found');
  expect(await box.getAttribute('aria-activedescendant')).toBeNull();
  await page.route(/api\/v1\/playbooks\?/, (route) =>
    route.fulfill({ status: 429, json: { code: 'over_request_rate_limit', error: 'Slow down.' } }),
  );
  await box.fill('plan');
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/\S.*Try again$/);
});

test('copying is announced, and not that the button says “Copy” again', async () => {
  const { page, heard } = await openAs(
    await buildMember(browser.site, { level: 1 }),
    '/prompt/sql-from-a-question',
  );
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await press(copy);
  await expect.poll(heard).toContain('Copied!');
  await copy.waitFor();
  expect(await heard()).not.toContain('Copy');
});

test('keys for a menu, for a text field or without Control open and move nothing else', async () => {
  const member = await buildMember(browser.site, { level: 2 });
  const { page } = await openAs(member, '/playbook/numbers-your-team-believes');
  await page.getByRole('button', { name: 'Next' }).waitFor();
  await press(page.getByRole('button', { name: /^Account/ }));
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**?step=*');
  expect(new URL(page.url()).search).toBe('?step=1');

  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }));
  await page.goto('/prompts');
  const search = page.getByRole('searchbox');
  await search.waitFor();
  await page.keyboard.press('/');
  expect(await focused(page)).toMatch(/^body/);
  await search.focus();
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Meta+k');
  await page.getByRole('combobox').waitFor();
});

test('a public list says what it has found, also before the app is there', async () => {
  const page = await browser.open();
  const heard = await listen(page);
  await page.goto('/browse');
  const atFirst = (await heard()).length;
  await page.getByRole('searchbox', { name: 'Search prompts' }).focus();
  await page.keyboard.type('editor');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/browse?*q=editor*');
  await expect.poll(async () => (await heard()).slice(atFirst).at(-1)).toMatch(/^Showing/);
});

test('another page of a table is announced, and the focus stays at the end of a list that is whole', async () => {
  const { page, heard } = await openAs(await buildAdmin(browser.site), '/admin/prompts');
  await press(page.getByRole('button', { name: 'Next page' }));
  await expect.poll(heard).toContain('Page 2 of 2');

  const tier = await browser.site.db
    .selectFrom('tiers')
    .select('id')
    .where('name', '=', 'Pro')
    .executeTakeFirstOrThrow();
  for (let gift = 0; gift < 51; gift += 1) await buildGift(browser.site, tier);
  await page.goto('/admin/offers');
  await press(page.getByRole('button', { name: 'Load more' }));
  await expect.poll(heard).toContain('More items loaded.');
  await expect.poll(() => focused(page)).toBe('div More items loaded.');
});
