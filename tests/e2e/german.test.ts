import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  leave,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import {
  buildAdmin,
  buildGift,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from '../harness/build.ts';
import { withTextSizes } from '../harness/text-size.ts';

const browser = withBrowser();
vi.setConfig({ testTimeout: 600_000 });

test('a German visitor arrives, signs up and finds their way on a small phone', async () => {
  const page = await browser.open({ locale: 'de-DE', viewport: phone, expectedFaults: /status of 400/ });
  await page.goto('/');
  await page
    .getByRole('heading', { level: 1, name: 'Nie wieder Prompts von Grund auf schreiben.' })
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Kostenlos registrieren' }).last().click();
  await page.waitForURL('**/signup');
  await page.getByLabel('E-Mail').fill('erika@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('kurz');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByText('Das Passwort braucht mindestens 6 Zeichen').waitFor();
  await page.getByLabel('Passwort', { exact: true }).fill('ein langes Passwort');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.waitForURL(`${browser.site.url}/`);
  await page.getByRole('link', { name: 'Zum Dashboard' }).first().click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Prompts gesamt').waitFor();
  await expectAccessible(page);
  // The number of results loads later.
  await page.goto('/prompts?favorites=true');
  await page.getByText('0 Ergebnisse').waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');

  // The server's messages are translated by their codes.
  await leave(page);
  await page.goto('/signin');
  await page.getByLabel('E-Mail').fill('erika@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('ein falsches Passwort');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('E-Mail-Adresse oder Passwort ist falsch').waitFor();
});

test('longer words fit on every kind of page', async () => {
  const page = await browser.open({ locale: 'de-DE', viewport: phone, expectedFaults: /status of 404/ });
  const narrow = { width: 320, height: 700 };
  const word = 'Donaudampfschifffahrtsgesellschaft'; // cspell:disable-line
  const long = { title: `${word} ${word}`, category: word, tags: [word], tier_access: 0 };
  const { slug } = await buildPrompt(browser.site, long);
  await buildPrompt(browser.site, { ...long, description: `${word}${word}` });
  const fits = async (path: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    for (const size of [phone, narrow]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
  };
  const outside = ['/', '/browse', `/browse/${slug}`, '/pricing', '/signin', '/signup', '/gift', '/nowhere'];
  for (const path of [...outside, `/categories/${word.toLowerCase()}`]) await fits(path);
  const account = await buildAdmin(browser.site);
  await signIn(page, account, '/robots.txt');
  await browser.site.api('POST', '/api/v1/collections', { token: account.token, body: { name: word } });
  const kept = { prompt: slug, name: word };
  const mine = await browser.site.api('POST', '/api/v1/my-versions', { token: account.token, body: kept });
  const inside = [
    'dashboard',
    'prompts',
    `prompt/${slug}`,
    'playbooks',
    'collections',
    'subscription',
    'settings',
  ];
  inside.push('history', 'my-versions', `my-versions/${mine.body.id}`);
  const admin = [
    '',
    '/users',
    '/prompts',
    '/playbooks',
    '/pricing',
    '/settings',
    '/site',
    '/offers',
    '/outbox',
  ];
  for (const path of [...inside.map((name) => `/${name}`), ...admin.map((name) => `/admin${name}`)])
    await fits(path);
});

/** The texts that leave the window, or a box with an edge or a color of its own. */
const textsOutside = (page: Page) =>
  page.evaluate(() => {
    const isBox = (element: Element) => {
      const { borderRightWidth, backgroundColor, overflowX } = getComputedStyle(element);
      return (
        borderRightWidth !== '0px' || overflowX !== 'visible' || !/, 0\)$|transparent/.test(backgroundColor)
      );
    };
    const outside: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let box = text.parentElement;
      if (!text.nodeValue?.trim() || !box?.checkVisibility({ visibilityProperty: true })) continue;
      while (box && box !== document.body && !isBox(box)) box = box.parentElement;
      // A box that scrolls or cuts off its text does so on purpose.
      if (!box || getComputedStyle(box).overflowX !== 'visible') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      if (range.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
        outside.push(text.nodeValue);
    }
    return outside;
  });

test('texts stay in their boxes on the narrowest phones, and with text of twice the size', async () => {
  const { site } = browser;
  const member = await buildMember(site);
  const account = await buildAdmin(site);
  await site.db.updateTable('tiers').set({ price: 24_900 }).where('name', '=', 'Pro').execute();
  const { slug } = await buildPrompt(site, { tier_access: 2, view_count: 1_000 });
  const playbook = await buildPlaybook(site, { title: 'Gehaltsverhandlung mit der Abteilungsleitung' });
  await buildStep(site, playbook);
  const made = async (path: string, body: object, { token } = member) =>
    (await site.api('POST', `/api/v1${path}`, { token, body })).body.id as string;
  const run = await made(`/playbooks/${playbook.slug}/runs`, {});
  const own = { prompt: 'plain-words-editor', name: 'Gehaltsverhandlung' };
  const inside = [
    'dashboard',
    'prompts',
    'prompts?favorites=true',
    'prompts?q=zzzzqq',
    'pricing?interval=year',
    `runs/${run}`,
    `collections/${await made('/collections', { name: 'Gehaltsverhandlung' })}`,
    `my-versions/${await made('/my-versions', own)}`,
  ];
  const admin = ['', '/categories', '/pricing', '/users', '/prompts', '/playbooks'];
  admin.push(`/pages/${await made('/admin/pages', { kind: 'own' }, account)}`);
  admin.push(`/mailings/${await made('/admin/mailings', {}, account)}`);
  const page = await browser.open({ locale: 'de-DE', viewport: phone, expectedFaults: /status of 404/ });
  const setTextSize = await withTextSizes(page);
  await setTextSize(200);
  const fits = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    expect(await textsOutside(page), path).toEqual([]);
  };
  const outside = ['/', '/pricing?interval=year', '/browse', '/browse-playbooks', '/categories/career'];
  for (const path of outside) await fits(path);
  await signIn(page, member, '/robots.txt');
  for (const path of inside) await fits(`/${path}`);
  // The name of a record has the whole width.
  await page.goto(`/runs/${run}`);
  const name = page.getByRole('textbox', { name: 'Name dieses Durchlaufs' });
  await name.waitFor();
  expect((await name.boundingBox())?.width).toBeGreaterThan(300);
  await leave(page);
  await signIn(page, account, '/robots.txt');
  for (const path of admin) await fits(`/admin${path}`);
  await setTextSize(100);
  await page.setViewportSize({ width: 320, height: 700 });
  await fits('/sandbox/billing');
  await leave(page);
  await fits(`/browse/${slug}`);
});

test('on a phone, words keep a readable width beside buttons and in tables', async () => {
  const page = await browser.open({ locale: 'de-DE', viewport: phone });
  await signIn(page, await buildAdmin(browser.site), '/sandbox/billing');
  const actions = page.getByRole('main').getByRole('listitem');
  await actions.first().waitFor();
  const widths = await actions.evaluateAll((items) =>
    items.map((item) => Math.floor(item.firstElementChild?.getBoundingClientRect().width ?? 0)),
  );
  expect(Math.min(...widths)).toBeGreaterThan(100);
  await page.goto('/admin/users');
  const none = page.getByRole('cell', { name: 'Kein Tarif' }).first();
  const lines = await none.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  });
  expect(lines).toBe(1);
});

test('on a phone, nothing covers a gift code or breaks it up, and buttons that belong together share a line', async () => {
  const { site } = browser;
  const tier = await buildTier(site, { name: 'Studio' });
  const member = await buildMember(site);
  const times = { redeemed_at: new Date(), ends_at: new Date('2099-12-31') };
  await buildGift(site, tier, { ...times, redeemed_by: member.id });
  const page = await browser.open({ locale: 'de-DE', viewport: phone });
  await signIn(page, await buildAdmin(site), '/admin/offers');
  const search = page.getByLabel('Geschenkcodes durchsuchen');
  await search.waitFor();
  const status = page.getByRole('cell', { name: /^Läuft bis/ });
  await status.waitFor();
  const [place, actions] = await Promise.all([
    status.boundingBox(),
    page.getByRole('button', { name: /^Widerrufen/ }).boundingBox(),
  ]);
  if (!place || !actions) throw new Error('The gift is not shown');
  expect(place.width).toBeGreaterThan(200);
  expect(actions.y).toBeGreaterThanOrEqual(place.y + place.height);

  const linesOf = async (buttons: Locator) =>
    new Set(await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().bottom)));
  await page.goto('/admin/prompts');
  await page.getByRole('button', { name: 'Prompt hinzufügen' }).click();
  const footer = page.getByRole('dialog').locator('footer').getByRole('button');
  await footer.first().waitFor();
  expect((await linesOf(footer)).size).toBe(1);
  await page.goto('/prompts?q=email');
  const sorts = page.getByRole('group', { name: 'Sortieren' }).getByRole('button');
  await sorts.first().waitFor();
  expect(await sorts.count()).toBe(4);
  expect((await linesOf(sorts)).size).toBe(1);
});

test('on the narrowest phones, all of the message without a connection is shown', async () => {
  const viewport = { width: 320, height: 700 };
  const page = await browser.open({
    locale: 'de-DE',
    viewport,
    expectedFaults: /ERR_INTERNET|Failed to fetch dynamically/,
  });
  await signIn(page, await buildMember(browser.site), '/settings');
  await page.context().setOffline(true);
  const strip = page.getByText(/^Du bist offline/);
  await strip.waitFor();
  const { scroll, client } = await strip.evaluate(({ scrollHeight, clientHeight }) => ({
    scroll: scrollHeight,
    client: clientHeight,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
});

test('values stored in English are shown in the language of the page', async () => {
  const { site } = browser;
  const admin = await buildAdmin(site);
  const { id, token } = await buildMember(site);
  const pro = await site.db
    .selectFrom('tiers')
    .select(['id', 'access_level'])
    .where('name', '=', 'Pro')
    .executeTakeFirstOrThrow();
  const page = await browser.open({ locale: 'de-DE' });
  await signIn(page, admin, `/admin/members/${id}`);
  const plan = page.getByRole('term').filter({ hasText: /^Tarif$/ });
  await plan.locator('+ dd', { hasText: /^Kostenlos$/ }).waitFor();
  const call = async (path: string, body: object) => (await site.api('POST', path, { token, body })).body;
  const wanted = { type: 'subscription', tierId: pro.access_level, tier: pro.id };
  const { url } = await call('/functions/v1/create-checkout-session', wanted);
  const checkout = new URL(url).searchParams.get('id');
  await call(`/api/v1/sandbox/checkouts/${checkout}`, { outcome: 'pay' });
  await page.reload();
  await page.getByText('Testphase', { exact: true }).waitFor();

  const lines = Array.from({ length: 30 }, (_, index) => `Zeile ${index}: eine Blume des Sommers.`);
  await buildPrompt(site, { prompt_body: lines.join('\n') });
  await page.goto('/admin/prompts');
  await page.getByRole('button', { name: 'Prompt hinzufügen' }).click();
  await page.getByLabel('Prompt', { exact: true }).fill(lines.slice(1).join('\n'));
  await page.getByRole('button', { name: 'Importieren', exact: true }).click();
  await page.getByText('Es ist kein Sprachmodell eingerichtet').waitFor();
  await page.getByText(/^(leicht|mittel|fortgeschritten)$/).waitFor();
});

test('the language is switched without JavaScript, and in the settings', async () => {
  const plain = await browser.open({ javaScriptEnabled: false });
  await plain.goto('/pricing');
  await plain.getByRole('button', { name: 'Deutsch' }).click();
  await plain.getByRole('heading', { name: 'Häufige Fragen' }).waitFor();
  expect(new URL(plain.url()).pathname).toBe('/pricing');

  const admin = await buildAdmin(browser.site);
  const page = await browser.open();
  await signIn(page, admin, '/settings');
  await page.getByRole('heading', { name: 'Account settings' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Kontoeinstellungen' }).waitFor();
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Admin-Dashboard' }).waitFor();
  await page.goto('/subscription', { waitUntil: 'networkidle' });
  for (const word of ['Kostenlos', 'Monatlich']) await page.getByText(word, { exact: true }).waitFor();

  // On another device, the language comes with the profile after signing in.
  const other = await browser.open();
  const signInAgain = async (email: string, password: string, button: string) => {
    await other.getByLabel(email).fill(admin.email);
    await other.getByLabel(password, { exact: true }).fill(admin.password);
    await other.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  };
  await other.goto('/signin?from=/collections');
  await signInAgain('Email', 'Password', 'Sign in');
  await other.getByRole('heading', { name: 'Sammlungen', exact: true }).waitFor();
  expect(new URL(other.url()).pathname).toBe('/collections');

  // A language chosen before signing in is the newest choice, so it is saved to the profile.
  await leave(other);
  await other.goto('/signin');
  await other.getByRole('main').getByRole('button', { name: 'English' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInAgain('Email', 'Password', 'Sign in');
  await other.getByText('Total Prompts').waitFor();
  await expect
    .poll(() => browser.site.db.selectFrom('profiles').select('locale').where('id', '=', admin.id).execute())
    .toEqual([{ locale: 'en' }]);
});
