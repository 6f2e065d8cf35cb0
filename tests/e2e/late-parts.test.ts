import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hold, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildStep } from '../harness/build.ts';
import { endServer } from '../harness/end-server.ts';
import { askOnceForCode } from '../harness/strict-browser.ts';

// Pages while parts of them are still loading.
const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});

/** Waits until the page is idle after loading. Under load, browsers may never report that, so there is a limit. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

test('a page without prompts loads no code for them, not even later', async () => {
  const page = await browser.open();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto('/signin', { waitUntil: 'networkidle' });
  await idle(page);
  await page.waitForLoadState('networkidle');
  expect(files.some((file) => file.startsWith('/assets/react-'))).toBe(true);
  const ofPrompts = /\/(below-prompt|run-here|collection-choices|markdown|menu-panel)-/;
  expect(files.filter((file) => ofPrompts.test(file))).toEqual([]);
});

test.each(['desktop', 'phone'])(
  'the sections of the settings are as high as their forms, on a %s',
  async (device) => {
    const page = await browser.open(device === 'phone' ? { viewport: phone } : {});
    const release = await hold(page, /\/assets\/auth-client-/);
    await signIn(page, member, '/settings');
    const places = () =>
      page
        .locator('section[id]')
        .evaluateAll((sections) =>
          Object.fromEntries(sections.map((section) => [section.id, section.getBoundingClientRect().top])),
        );
    await page.locator('#delete').waitFor();
    const early = await places();
    release();
    await page.getByLabel('New email address').waitFor();
    await page.getByLabel('Display name').waitFor();
    expect(await places()).toEqual(early);
  },
);

describe('a menu or a sheet whose code is on its way', () => {
  /** Opens a prompt's page. @returns also a function that lets the code load */
  async function openPrompt(file: RegExp) {
    const page = await browser.open();
    const release = await hold(page, file);
    await signIn(page, member, '/prompt/plain-words-editor');
    return { page, release, more: page.getByRole('button', { name: 'More', exact: true }) };
  }

  test.each(['mouse', 'keyboard'])(
    'opens by %s as soon as it is there, and gives the focus back',
    async (way) => {
      const { page, release, more } = await openPrompt(/menu-panel-/);
      if (way === 'mouse') await more.click();
      else await more.press('Enter');
      expect(await more.getAttribute('aria-expanded')).toBe('true');
      release();
      await page.getByRole('menuitem', { name: 'Download as JSON' }).waitFor();
      const first = page.getByRole('menuitem').first();
      // It hears keys once it has taken the focus.
      await expect.poll(() => isFocused(way === 'keyboard' ? first : page.getByRole('menu'))).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => isFocused(more)).toBe(true);
      await more.click();
      await page.getByRole('menuitem', { name: 'Download as JSON' }).waitFor();
    },
  );

  test("doesn't take the focus from someone who has moved on", async () => {
    const { page, release, more } = await openPrompt(/menu-panel-/);
    await more.click();
    await page.keyboard.press('Tab');
    const next = await page.evaluateHandle(() => document.activeElement);
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    const answer = page.waitForResponse(/\/menu-panel-/);
    release();
    const address = (await answer).url();
    await page.evaluate(`import(${JSON.stringify(address)})`);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.getByRole('menuitem').count()).toBe(0);
    expect(await next.evaluate((node) => node === document.activeElement && node !== document.body)).toBe(
      true,
    );
  });

  test('has the same button before and after', async () => {
    const { page, release, more } = await openPrompt(/menu-panel-/);
    const before = await more.elementHandle();
    release();
    await more.click();
    await page.getByRole('menuitem', { name: 'Download as JSON' }).waitFor();
    expect(await before?.evaluate((button) => button.isConnected)).toBe(true);
    // The button closes it too.
    await more.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await more.getAttribute('aria-expanded')).toBe('false');
  });

  test('a sheet opens too, and gives the focus back', async () => {
    const { page, release } = await openPrompt(/bottom-sheet-panel-/);
    const add = page.getByRole('button', { name: 'Add to a collection' });
    await add.click();
    release();
    const sheet = page.getByRole('dialog', { name: 'Add to a collection' });
    await sheet.and(page.locator(':focus-within')).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(add)).toBe(true);
  });

  test('says that its code is missing, however slowly the page renders', async () => {
    const page = await browser.open({ expectedFaults: /status of 404|Failed to fetch dynamically/ });
    await page.route(/menu-panel-/, (route) => route.fulfill({ status: 404, body: '' }));
    const missing = page.waitForResponse(/menu-panel-/);
    await signIn(page, member, '/prompt/plain-words-editor');
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.waitFor();
    await page.evaluate(`import(${JSON.stringify((await missing).url())}).catch(() => undefined)`);
    await page.evaluate(() => {
      // React draws with the next of these: by then it is known that the code is missing still.
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        window.setTimeout(() => post.call(this, message), 500);
      };
    });
    await more.press('Enter');
    await page.getByText("This part of the page couldn't be loaded.").waitFor();
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('false');
  });

  test('a sheet whose code is missing says so, and opens with the next press', async () => {
    const page = await browser.open({ expectedFaults: /status of 404|Failed to fetch dynamically/ });
    await page.route(/bottom-sheet-panel-/, (route) => route.fulfill({ status: 404, body: '' }));
    await signIn(page, member, '/prompt/plain-words-editor');
    const add = page.getByRole('button', { name: 'Add to a collection' });
    await add.click();
    await page.getByText("This part of the page couldn't be loaded.").waitFor();
    await page.unroute(/bottom-sheet-panel-/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await add.click();
    await page.getByRole('dialog', { name: 'Add to a collection' }).waitFor();
  });
});

test('a menu whose button is disabled does not open', async () => {
  const page = await browser.open();
  await signIn(page, member, '/prompt/plain-words-editor');
  const openIn = page.getByRole('button', { name: 'Open in' });
  const menu = page.getByRole('menu');
  await openIn.click();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  const release = await hold(page, /\/copies$/);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await openIn.and(page.locator(':disabled')).waitFor();
  await openIn.click({ force: true });
  expect(await openIn.getAttribute('aria-expanded')).toBe('false');
  release();
  await page.getByText('Copied!').waitFor();
  expect(await menu.count()).toBe(0);
});

test('a playbook waits for the formatter only if there is something to format', async () => {
  await buildPlaybook(browser.site, { slug: 'plain', description: 'As it is written.' });
  await buildPlaybook(browser.site, { slug: 'formatted', description: 'As it is **written**.' });
  const page = await browser.open();
  const release = await hold(page, /\/markdown-/);
  await signIn(page, member, '/playbook/plain');
  await page.getByText('As it is written.').waitFor();
  await page.getByRole('button', { name: 'Share' }).waitFor();
  const answers = [/playbooks\/formatted$/, /\/runs$/].map((address) => page.waitForResponse(address));
  await page.goto('/playbook/formatted', { waitUntil: 'commit' });
  await Promise.all(answers);
  await idle(page);
  await page.getByRole('status', { name: 'Loading playbook' }).waitFor();
  release();
  await page.locator('strong', { hasText: 'written' }).waitFor();
});

test('a locked playbook comes with the way to unlock it, and without it says so', async () => {
  await buildPlaybook(browser.site, { slug: 'locked', title: 'Locked', tier_access: 2 });
  // Missing code is requested once more, and its replacement then moves the comments.
  const page = await browser.open({
    expectedFaults: /status of 404|Failed to fetch dynamically|Layout shift/,
  });
  await page.route(/\/locked-playbook-/, (route) => route.fulfill({ status: 404, body: '' }));
  await signIn(page, member, '/playbook/locked');
  await page.getByRole('heading', { name: 'Locked', exact: true }).waitFor();
  await page.getByText("This part of the page couldn't be loaded.").waitFor();
  await page.unroute(/\/locked-playbook-/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Unlock this playbook').waitFor();
  const other = await browser.open({
    expectedFaults: /status of 404|Failed to fetch dynamically|Layout shift/,
  });
  await other.addInitScript(askOnceForCode);
  await other.route(/\/locked-playbook-/, (route) => route.fulfill({ status: 404, body: '' }), { times: 2 });
  await signIn(other, member, '/playbook/locked');
  const loaded = other.waitForEvent('load');
  await other.getByRole('button', { name: 'Try again' }).click();
  await loaded;
  await other.getByText('Unlock this playbook').waitFor();
});

test('a playbook that is shown stays when a step brings the first text to be formatted', async () => {
  const steps = await buildPlaybook(browser.site, { slug: 'steps', title: 'Steps', description: 'Plain.' });
  await buildStep(browser.site, steps, { title: 'Begin', description: 'In **bold**.' });
  const page = await browser.open();
  const release = await hold(page, /\/markdown-/);
  await signIn(page, member, '/playbook/steps');
  await page.getByLabel('Write a comment').fill('Not sent yet');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Begin' }).waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('Not sent yet');
  release();
  await page.locator('strong', { hasText: 'bold' }).waitFor();
});

describe('a page that comes in pieces', () => {
  /** The URL of a server that sends the site's pages in pieces with delays between them, the last piece once `last` resolves. */
  async function inPieces(last: Promise<void>) {
    const { hostname, port } = new URL(browser.site.url);
    const server = createServer((incoming, outgoing) => {
      const { url: path, method } = incoming;
      const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
      const passed = request({ hostname, port, path, method, headers }, async (answer) => {
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answer.headers;
        const body = await buffer(answer).catch(() => Buffer.of());
        outgoing.writeHead(answer.statusCode ?? 500, rest);
        const pieces = rest['content-type']?.startsWith('text/html') ? 12 : 1;
        for (let piece = 0; piece < pieces; piece++) {
          if (pieces > 1 && piece + 1 === pieces) await last;
          const [start, end] = [piece, piece + 1].map((part) => Math.ceil((body.length * part) / pieces));
          outgoing.write(body.subarray(start, end));
          await setTimeout(piece + 1 < pieces ? 80 : 0);
        }
        outgoing.end();
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => endServer(server));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Loads a page. @returns the times of the first paint and of the whole content, in milliseconds */
  async function load(page: Page, path: string, last = Promise.resolve()) {
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.getElementById('page-announcer')) return;
        observer.disconnect();
        performance.mark('whole');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${await inPieces(last)}${path}`);
    return page.evaluate(async () => {
      const [paint] = await new Promise<PerformanceEntry[]>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntriesByName('first-paint'))).observe({
          type: 'paint',
          buffered: true,
        }),
      );
      return {
        painted: paint?.startTime ?? 0,
        whole: performance.getEntriesByName('whole')[0]?.startTime ?? 0,
      };
    });
  }

  // A layout shift would fail the test too.
  test.each(['/', '/pricing', '/browse', '/browse-playbooks', '/browse/plain-words-editor', '/nothing'])(
    '%s is not painted before it is whole',
    async (path) => {
      const page = await browser.open({ expectedFaults: /status of 404/ });
      const { painted, whole } = await load(page, path);
      expect(painted).toBeGreaterThan(whole);
      expect(whole).toBeGreaterThan(0);
    },
  );

  test('shows its beginning first if it is long', async () => {
    const page = await browser.open();
    const { promise: last, resolve: sendLast } = Promise.withResolvers<void>();
    const isPainted = () => performance.getEntriesByName('first-paint').length > 0;
    const [{ painted, whole }] = await Promise.all([
      load(page, '/api/docs', last),
      page.waitForFunction(isPainted).then(() => sendLast()),
    ]);
    expect(painted).toBeLessThan(whole);
    expect(painted).toBeGreaterThan(0);
  });
});
