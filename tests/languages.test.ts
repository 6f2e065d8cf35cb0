// Needs the built pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildGift,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildTier,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${site.url}${path}`, { headers });
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.3' };

const choose = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/language`, {
    method: 'POST',
    body: new URLSearchParams(body),
    redirect: 'manual',
    headers,
  });

/** The app's scripts that a page loads. */
const scriptsOf = (html: string) =>
  [...new Set([...html.matchAll(/"(\/assets\/[\w./-]+\.js)"/g)].map((match) => match[1] ?? ''))].filter(
    (path) => !path.includes('page-script'),
  );

describe('a page', () => {
  test.each([
    ['/', 'Nie wieder Prompts von Grund auf schreiben.', 'Stop writing prompts from scratch.'],
    ['/', 'Geprüfte Qualität', 'Quality Assured'],
    ['/pricing', 'Häufige Fragen', 'Frequently asked questions'],
    ['/browse', 'Prompts durchsuchen', 'Search prompts'],
    ['/signin', 'Passwort vergessen?', 'Forgot password?'],
    ['/no-such-page', 'Seite nicht gefunden', 'Page Not Found'],
  ])('%s comes in the language that is asked for: %s', async (path, ours, english) => {
    // Alternate twice: a page cached in one language must not be sent in the other.
    for (const _ of [1, 2]) {
      const answer = await get(path, german);
      const html = await answer.text();
      expect(html).toMatch(/^<!DOCTYPE html><html lang="de">/);
      expect(html).toContain(ours);
      expect(html).not.toContain(english);
      expect(answer.headers.get('content-language')).toBe('de');
      expect(answer.headers.get('vary')).toMatch(/Accept-Language, Cookie/);
      const other = await get(path);
      expect(other.headers.get('content-language')).toBe('en');
      const text = await other.text();
      expect(text).toContain(english);
      expect(text).not.toContain(ours);
    }
  });

  test('of a playbook asks for the formatter in its language', async () => {
    await buildPlaybook(site, { slug: 'formatted', description: 'In **bold**.' });
    const formatters = [german, {}].map(async (headers) =>
      scriptsOf(await (await get('/playbook/formatted', headers)).text()).filter((path) =>
        path.includes('markdown'),
      ),
    );
    expect(await Promise.all(formatters)).toEqual([
      [expect.stringMatching(/^\/assets\/de\/markdown-/)],
      [expect.stringMatching(/^\/assets\/markdown-/)],
    ]);
  });

  test('loads only the texts of its own language', async () => {
    const [deutsch, english] = await Promise.all(
      [german, {}].map(async (headers) => {
        const scripts = scriptsOf(await (await get('/signin', headers)).text());
        expect(scripts.length).toBeGreaterThan(3);
        const codes = await Promise.all(
          scripts.map(async (path) => {
            const answer = await get(path);
            expect([path, answer.status]).toEqual([path, 200]);
            return answer.text();
          }),
        );
        return { scripts, code: codes.join('\n') };
      }),
    );
    expect(deutsch?.scripts.every((path) => path.startsWith('/assets/de/'))).toBe(true);
    expect(english?.scripts.some((path) => path.startsWith('/assets/de/'))).toBe(false);
    expect(deutsch?.code).toContain('Passwort vergessen?');
    expect(deutsch?.code).not.toContain('Forgot password?');
    expect(english?.code).toContain('Forgot password?');
    expect(english?.code).not.toContain('Passwort vergessen?');
    expect(`${deutsch?.code}${english?.code}`).not.toContain('__LOCALE__');
  });

  test('formats numbers and money as its language does', async () => {
    await site.db.deleteFrom('tiers').execute();
    await site.db
      .insertInto('tiers')
      .values({ name: 'Gold', price: 1250, access_level: 1, features: [], daily_copy_limit: 1500 })
      .execute();
    const prices = async (...asked: Parameters<typeof get>) => (await get(...asked)).text();
    // The change notification arrives a moment later.
    await expect.poll(() => prices('/pricing', german)).toContain('12,50\u00a0$');
    await expect.poll(() => prices('/pricing')).toContain('$12.50');
  });
});

describe('the choice of a language', () => {
  test('is kept in a cookie, overrides the browser’s preference, and leads back', async () => {
    const answer = await choose({ language: 'de', from: '/pricing?interval=year' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/pricing?interval=year');
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^locale=de; Max-Age=31536000; Path=\/; SameSite=Lax$/);
    const chosen = { cookie: cookie.split(';')[0] ?? '', 'accept-language': 'en' };
    expect((await get('/pricing', chosen)).headers.get('content-language')).toBe('de');
    const back = { cookie: 'locale=en', ...german };
    expect((await get('/pricing', back)).headers.get('content-language')).toBe('en');
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/pricing\u0000',
    '/pricing\r\nset-cookie: a=b',
    '/pr\u00e9cis',
    `/${'x'.repeat(2_000)}`,
    '',
  ])('leads nowhere else: %j', async (from) => {
    const answer = await choose({ language: 'de', from });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  });

  test('is refused from a malformed form', async () => {
    const answer = await fetch(`${site.url}/language`, {
      method: 'POST',
      body: '--x\r\nbroken',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad_request']);
  });

  test.each([
    ['has very many fields', `language=de${'&a=b'.repeat(5_000)}`, 'application/x-www-form-urlencoded'],
    [
      'never comes to its next part',
      `\r\n--${'a'.repeat(1_000)}b`.repeat(20),
      `multipart/form-data; boundary=${'a'.repeat(1_001)}`,
    ],
  ])('refuses a form unread that %s', async (_, body, type) => {
    const answer = await fetch(`${site.url}/language`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'payload_too_large']);
  });

  test('must be an available language', async () => {
    for (const language of ['fr', '', 'de; Domain=x']) {
      const answer = await choose({ language, from: '/' });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([422, null]);
    }
    const foreign = await choose({ language: 'de', from: '/' }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });
});

test('the API answers in English and with a code', async () => {
  const answer = await get('/api/v1/prompts?limit=0', german);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ error: 'limit: Must be 1 or more', code: 'validation_failed' });
});

test("the API tells a page what is wrong in the page's language", async () => {
  const ours = { 'promptory-language': 'de' };
  const answer = await get('/api/v1/prompts?limit=0', ours);
  expect(await answer.json()).toEqual({ error: 'limit: Muss mindestens 1 sein', code: 'validation_failed' });
  const { token } = await buildMember(site);
  const gift = await buildGift(site, await buildTier(site), { redeem_by: new Date(0) });
  const redeem = (headers: Record<string, string>) =>
    site.api('POST', `/api/v1/gifts/${gift.code}/redeem`, { token, headers });
  expect((await redeem(ours)).body).toEqual({
    error: 'Dieses Geschenk wurde nicht rechtzeitig eingelöst.',
    code: 'conflict',
  });
  for (const headers of [{}, { 'promptory-language': 'fr' }] as Record<string, string>[])
    expect((await redeem(headers)).body.error).toBe("This gift wasn't redeemed in time.");
});

test("the API tells a page everything that it tells other programs, in the page's language", async () => {
  const tier = await buildTier(site, { name: 'Mini', daily_copy_limit: 2 });
  const member = await buildMember(site, { tier });
  const { slug } = await buildPrompt(site);
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'promptory-language': 'de' };
    return (await site.api(method, `/api/v1${path}`, { token: member.token, headers, body })).body.error;
  };
  for (const _ of [1, 2]) await call('POST', `/prompts/${slug}/copies`, {});
  /* cspell:disable */
  expect(await call('POST', `/prompts/${slug}/copies`, {})).toBe(
    'Du hast alle 2 Kopien für heute verbraucht. Neue bekommst du um Mitternacht UTC oder mit einem höheren Tarif.',
  );
  expect(await call('POST', '/offers/quote', { code: 'NOSUCH' })).toBe(
    'Diesen Code gibt es nicht. Prüfe die Schreibweise.',
  );
  expect(await call('GET', '/gifts/AAAA-AAAA-AAAA')).toBe(
    'Diesen Geschenkcode gibt es nicht. Prüfe die Schreibweise.',
  );
  expect(await call('DELETE', '/profile', { password: 'wrong' })).toBe('Das Passwort ist falsch.');
  expect(await call('POST', `/prompts/${slug}/answers`, { values: {} })).toMatch(/Sprachmodell|Tarif/);
  expect(await call('GET', '/runs/00000000-0000-4000-8000-000000000000')).toBe('Durchlauf nicht gefunden');
  /* cspell:enable */
});

describe("what a request's fields are checked for", () => {
  let token: string;
  beforeAll(async () => ({ token } = await buildAdmin(site)));
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`name ${index}`, 'value']));
  const gift = { tier_id: '00000000-0000-4000-8000-000000000000' };
  /* cspell:disable */
  test.each([
    ['POST', '/admin/offers/gifts', gift, 'months: Gib Monate oder Tage an'],
    [
      'POST',
      '/admin/offers/gifts',
      { ...gift, days: 1, redeem_by: '31.12.' },
      'redeem_by: Muss ein Zeitpunkt sein, zum Beispiel 2026-01-31T09:00:00Z',
    ],
    ['GET', '/admin/figures?from=gestern', undefined, 'from: Muss ein Datum sein, zum Beispiel 2026-01-31'],
    [
      'POST',
      '/admin/prompts/bulk',
      { ids: [gift.tier_id], change: {} },
      'change: Gib an, was sich ändern soll',
    ],
    ['POST', '/admin/prompts/bulk', { change: { status: 'draft' } }, 'Gib entweder ids oder matching an'],
    ['PUT', '/values', { values: many }, 'values: Zu viele Werte'],
    ['POST', '/playbooks/any/runs', { values: many }, 'values: Zu viele Werte'],
    ['POST', '/prompts/any/results', { result: ' ', version: 1 }, 'result: Erforderlich'],
    ['PUT', '/admin/settings', { support_email: 'niemand' }, 'support_email: Gib eine E-Mail-Adresse ein'],
  ] as const)("is said in the page's language: %s %s %j", async (method, path, body, said) => {
    const headers = { 'promptory-language': 'de' };
    const answer = await site.api(method, `/api/v1${path}`, { token, headers, body });
    expect([answer.status, answer.body.error]).toEqual([422, said]);
  });
  /* cspell:enable */
});

describe('a profile', () => {
  const credentials = { email: 'erika@example.com', password: 'ein langes Passwort' };
  const signIn = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await site.api('POST', `/auth/v1/${path}`, { body: credentials, headers });
    return answer.body.access_token as string;
  };
  const profile = async (token: string) => (await site.api('GET', '/api/v1/profile', { token })).body;
  const subjects = async () =>
    (await site.emails())
      .filter((raw) => raw.includes(`To: ${credentials.email}`))
      .map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());

  test("keeps the member's language, which is used for emails", async () => {
    const token = await signIn('signup', german);
    expect(await profile(token)).toMatchObject({ locale: 'de' });
    await site.api('POST', '/functions/v1/send-welcome-email', { body: { email: credentials.email } });
    await expect.poll(subjects).toEqual(['Willkommen bei Promptory']);
    const [welcome = ''] = await site.emails();
    const text = welcome.replaceAll('=\r\n', '');
    for (const word of ['Zur Bibliothek:', 'Fragen?', 'Abbestellen:', 'lang=3D"de"'])
      expect(text).toContain(word);

    // Another device that requests English changes nothing, but choosing a language does.
    const other = await signIn('token?grant_type=password', { 'accept-language': 'en-US' });
    expect(await profile(other)).toMatchObject({ locale: 'de' });
    const refused = await site.api('PATCH', '/api/v1/profile', { token, body: { locale: 'fr' } });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    await site.api('PATCH', '/api/v1/profile', { token, body: { locale: 'en' } });
    expect(await profile(other)).toMatchObject({ locale: 'en' });
    await site.api('POST', '/auth/v1/recover', { body: { email: credentials.email }, headers: german });
    await expect.poll(subjects).toContain('Set a new password for Promptory');
  });

  test('has no language if the browser asks for none of the available ones, and gets English', async () => {
    const { token } = await buildMember(site);
    expect(await profile(token)).toMatchObject({ locale: null });
  });
});
