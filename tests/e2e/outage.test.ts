import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectLoaded, sessionKey, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

// A member who loses the network or the session in the middle of something.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});
const faults =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (load|fetch)|status of (400|401|403|503)|NetworkError/;
const open = async (path: string) => {
  const page = await browser.open({ fresh: true, expectedFaults: faults });
  await signIn(page, member, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  // The code for error messages must be loaded before the network is cut.
  await expectLoaded(page, 'toaster');
  return page;
};
const isPressed = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).getAttribute('aria-pressed');
function countRefreshes(page: Page) {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url());
  });
  return refreshes;
}
const toasts = (page: Page) => page.locator('[data-sonner-toast]');

describe('without a network', () => {
  test('a vote and a favorite are undone with a word about it, and work when the network is back', async () => {
    const page = await open('/prompt/plain-words-editor');
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    await page.context().setOffline(true);
    for (const name of [/^Upvote/, /favorite/i]) {
      // A request that is still pending would be saved once the network is back.
      const failed = page.waitForEvent('requestfailed', (request) =>
        /\/(vote|favorite)$/.test(request.url()),
      );
      await page.getByRole('button', { name }).click();
      await failed;
      await expect.poll(() => toasts(page).count()).toBeGreaterThan(0);
      await expect.poll(() => isPressed(page, name)).toBe('false');
    }
    await page.context().setOffline(false);
    for (const name of [/^Upvote/, /favorite/i]) {
      await page.getByRole('button', { name }).click();
      await expect.poll(() => isPressed(page, name)).toBe('true');
    }
    const kept = async () =>
      (await browser.site.api('GET', '/api/v1/prompts/plain-words-editor', { token: member.token })).body;
    await expect.poll(kept).toMatchObject({ is_upvoted: true, is_favorited: true, vote_count: 1 });
  });

  test('a copy fails without being counted, and the button is free again', async () => {
    const page = await open('/prompt/headline-workshop');
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    const left = async () =>
      (await browser.site.api('GET', '/api/v1/profile', { token: member.token })).body.copies_left;
    const before = await left();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => toasts(page).count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByRole('button', { name: 'Copy' }).isEnabled()).toBe(true);
    expect(await page.getByText('Copied!').count()).toBe(0);
    await page.context().setOffline(false);
    expect(await left()).toBe(before);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied!').waitFor();
    expect(await left()).toBe(before - 1);
  });

  test('signing out ends the session here anyway', async () => {
    const page = await open('/prompt/sleep-detective');
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.route('**/auth/v1/logout*', (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    await page.goto('/dashboard');
    await page.waitForURL('**/signin');
    expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
  });
});

describe('a session that ends elsewhere', () => {
  type Account = typeof member;
  /** Ends the session. Requests to read wait until the member does something, because they would lead to the sign-in by themselves. */
  const endSession = async (page: Page, { id }: Account) => {
    const acted = Promise.withResolvers<void>();
    await page.route('**/api/v1/**', async (route) => {
      if (route.request().method() === 'GET') await acted.promise;
      else acted.resolve();
      await route.continue();
    });
    await browser.site.db.deleteFrom('auth.sessions').where('user_id', '=', id).execute();
  };
  const signInAgain = async (page: Page, { email, password }: Account) => {
    await page.waitForURL('**/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('leads to the sign-in with the next thing the member does, and back afterwards', async () => {
    const guest = await buildMember(browser.site);
    const page = await browser.open({ expectedFaults: faults });
    await signIn(page, guest, '/prompt/museum-companion');
    await page.getByRole('button', { name: /^Upvote/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await endSession(page, guest);
    await page.getByRole('button', { name: /^Upvote/ }).click();
    await signInAgain(page, guest);
    await page.waitForURL('**/prompt/museum-companion');
  });

  test('keeps typed text, which is there again after the sign-in', async () => {
    const guest = await buildMember(browser.site);
    const slug = 'museum-companion';
    const body = { body: 'A question' };
    await browser.site.api('POST', `/api/v1/prompts/${slug}/comments`, { token: member.token, body });
    const page = await browser.open({ expectedFaults: faults });
    await signIn(page, guest, `/prompt/${slug}`);
    const box = page.getByLabel('Write a comment');
    await box.fill('A long comment');
    await page.getByRole('button', { name: 'Reply' }).click();
    const answer = page.getByLabel('Reply to');
    await answer.fill('A long answer');
    await page.waitForLoadState('networkidle');
    await endSession(page, guest);
    await page.getByRole('button', { name: 'Post comment' }).click();
    await signInAgain(page, guest);
    await page.waitForURL(`**/prompt/${slug}`);
    await expect.poll(() => box.inputValue()).toBe('A long comment');
    await expect.poll(() => answer.inputValue()).toBe('A long answer');
    // The comment is shown before the server has it, and the typed text is kept until then.
    const posted = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/comments'),
    );
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.getByRole('article').getByText('A long comment').waitFor();
    expect((await posted).ok()).toBe(true);
    // The form forgets the text once the list has been read again.
    await expect.poll(() => box.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('article').getByText('A long comment').waitFor();
    expect(await box.inputValue()).toBe('');
    expect(await answer.count()).toBe(0);

    await page.goto('/settings');
    await page.getByLabel('Bio').fill('I write');
    await page.waitForLoadState('networkidle');
    await endSession(page, guest);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await signInAgain(page, guest);
    await page.waitForURL('**/settings');
    await page.getByText('Your unsaved changes are back').waitFor();
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('I write');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Profile updated').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('I write');
    expect(await page.getByText('Your unsaved changes are back').count()).toBe(0);
  });

  test('keeps changes that fields could not save by themselves, and saves them after the sign-in', async () => {
    const { site } = browser;
    const guest = await buildMember(site, { level: 1 });
    const prompt = await buildPrompt(site, { prompt_body: 'Dear {{name}}' });
    const playbook = await buildPlaybook(site);
    const prompts = [{ type: 'manual' as const, title: 'Ask', prompt_body: 'Study {{company}}.' }];
    await buildStep(site, playbook, { prompts });
    const call = async (method: string, path: string, body?: object) =>
      (await site.api(method, `/api/v1${path}`, { token: guest.token, ...(body ? { body } : {}) })).body;
    const run = await call('POST', `/playbooks/${playbook.slug}/runs`, {});
    const collection = await call('POST', '/collections', { name: 'Mine' });
    const own = await call('POST', '/my-versions', { prompt: prompt.slug });
    const page = await browser.open({ expectedFaults: faults });
    await signIn(page, guest, '/robots.txt');
    const type = async (path: string, texts: Record<string, string>) => {
      await page.goto(path);
      await page.getByLabel(Object.keys(texts)[0] ?? '', { exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      await endSession(page, guest);
      // The first refusal leads to the sign-in, so saves wait until everything is typed.
      const typed = Promise.withResolvers<void>();
      await page.route('**/api/v1/**', async (route) => {
        await typed.promise;
        await route.continue();
      });
      for (const [label, text] of Object.entries(texts))
        await page.getByLabel(label, { exact: true }).fill(text);
      typed.resolve();
      await signInAgain(page, guest);
      await page.waitForURL(`**${path}`);
      for (const [label, text] of Object.entries(texts))
        await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
      // A separate token for this test's own requests.
      const { access_token } = JSON.parse(
        (await page.evaluate((key) => localStorage.getItem(key), sessionKey)) ?? '{}',
      );
      return async (address: string) =>
        (await site.api('GET', `/api/v1${address}`, { token: access_token })).body;
    };

    const result = 'A long result. '.repeat(500).trim();
    const readRun = await type(`/runs/${run.id}`, { Company: 'Acme', Result: result });
    await expect
      .poll(async () => (await readRun(`/runs/${run.id}`)).steps?.[0])
      .toMatchObject({ result, done: false });
    await expect.poll(async () => (await readRun(`/runs/${run.id}`)).values).toEqual({ company: 'Acme' });

    const about = { 'Name of this collection': 'For work', Note: 'What I use most' };
    const readCollection = await type(`/collections/${collection.id}`, about);
    await expect
      .poll(() => readCollection(`/collections/${collection.id}`))
      .toMatchObject({ name: 'For work', note: 'What I use most' });

    const readOwn = await type(`/my-versions/${own.id}`, { Name: 'Ada' });
    await expect.poll(async () => (await readOwn(`/my-versions/${own.id}`)).values).toEqual({ name: 'Ada' });
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':draft:')));
    await expect.poll(drafts).toEqual([]);
  });

  test('keeps the values of the blanks of a prompt, until the member signs out', async () => {
    const { slug } = await buildPrompt(browser.site, { prompt_body: 'Dear {{name}}, about {{topic}}.' });
    const guest = await buildMember(browser.site, { level: 1 });
    const page = await browser.open({ expectedFaults: faults });
    await signIn(page, guest, `/prompt/${slug}`);
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('Topic').fill('Engines');
    await page.waitForLoadState('networkidle');
    await endSession(page, guest);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await signInAgain(page, guest);
    await page.waitForURL(`**/prompt/${slug}`);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada');
    expect(await page.getByLabel('Topic').inputValue()).toBe('Engines');

    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    await page.goto(`/prompt/${slug}`);
    await signInAgain(page, guest);
    await page.waitForURL(`**/prompt/${slug}`);
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  });

  test('whose access token has expired goes on by itself, with one refresh for all waiting requests', async () => {
    const page = await open('/prompts');
    // From a page without requests, because the previous one might renew the session by itself.
    await page.goto('/robots.txt');
    const refreshes = countRefreshes(page);
    await page.evaluate((key) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
      kept.expires_at = Math.floor(Date.now() / 1_000) - 10;
      localStorage.setItem(key, JSON.stringify(kept));
    }, sessionKey);
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('article').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    expect(refreshes).toHaveLength(1);
  });
});

describe('an email address that changes', () => {
  test('keeps typed text, and signing out still deletes it from the device', async () => {
    const before = await buildMember(browser.site);
    const page = await browser.open();
    const path = '/prompt/museum-companion';
    await signIn(page, before, path);
    const box = page.getByLabel('Write a comment');
    await box.fill('Half a comment');
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':draft:')));
    await expect.poll(async () => (await drafts()).length).toBe(1);
    const email = `new-${before.email}`;
    await browser.site.db.updateTable('auth.users').set({ email }).where('id', '=', before.id).execute();
    await browser.site.db.updateTable('profiles').set({ email }).where('id', '=', before.id).execute();
    await signIn(page, { ...before, email }, path);
    await expect.poll(() => box.inputValue()).toBe('Half a comment');
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin');
    await expect.poll(drafts).toEqual([]);
  });
});

test('a list that is shown stays when it cannot be loaded again, and one that never came can be asked for again', async () => {
  const page = await open('/prompt/plain-words-editor');
  const body = { name: 'Kept in sight' };
  await browser.site.api('POST', '/api/v1/collections', { token: member.token, body });
  let isAway = true;
  await page.route('**/api/v1/collections?*', (route) =>
    isAway ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add to a collection' });
  await sheet.getByRole('button', { name: 'Try again' }).waitFor();
  isAway = false;
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await sheet.getByLabel(body.name).waitFor();
  await page.keyboard.press('Escape');

  isAway = true;
  const asked: string[] = [];
  page.on('response', (response) => response.url().includes('/collections?') && asked.push(response.url()));
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  // The first request and three retries.
  await expect.poll(() => asked.length).toBe(4);
  await sheet.getByLabel(body.name).waitFor();
});

describe('a browser whose clock is wrong', () => {
  test('and fast requests a new token once, not with every request', async () => {
    const page = await browser.open();
    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    await page.goto('/signin');
    const refreshes = countRefreshes(page);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
    for (const path of ['/dashboard', '/prompt/museum-companion', '/settings']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).pathname).toBe(path);
    }
    expect(refreshes.length).toBeLessThanOrEqual(1);
  });

  test('and slow uses a token for too long: refused requests are repeated with a new one', async () => {
    const page = await open('/prompt/museum-companion');
    const refreshes = countRefreshes(page);
    const refused = { error: 'Your session has ended.', code: 'invalid_token' };
    await page.route('**/api/v1/prompts/*/vote', (route) => route.fulfill({ status: 401, json: refused }), {
      times: 1,
    });
    await page.getByRole('button', { name: /^Upvote/ }).click();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => refreshes.length).toBe(1);
    await expect.poll(() => isPressed(page, /^Upvote/)).toBe('true');
    const kept = async () =>
      (await browser.site.api('GET', '/api/v1/prompts/museum-companion', { token: member.token })).body;
    await expect.poll(kept).toMatchObject({ is_upvoted: true });
    expect(new URL(page.url()).pathname).toBe('/prompt/museum-companion');
  });
});
