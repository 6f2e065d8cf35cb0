import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVault } from '#platform/secret.server.ts';
import { buildAdmin, buildMember } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const set = (body: object, on = site, as = token) =>
  on.api('PUT', '/api/v1/admin/settings', { token: as, body });
const get = async (on = site, as = token) =>
  (await on.api('GET', '/api/v1/admin/settings', { token: as })).body;
const open = async (on = site) => (await on.api('GET', '/api/v1/settings')).body;
const store = (setting_key: string, setting_value: string) =>
  site.db
    .insertInto('site_settings')
    .values({ setting_key, setting_value })
    .onConflict((conflict) => conflict.column('setting_key').doUpdateSet({ setting_value }))
    .execute();
const publicNames = [
  'currency',
  'open_in',
  'open_in_own',
  'site_accent',
  'site_favicon',
  'site_logo',
  'site_logo_icon',
  'site_logo_type',
  'site_name',
  'site_tagline',
  'stripe_publishable_key',
  'support_email',
  'tax',
  'tax_behavior',
];

describe('the public settings', () => {
  test('have the same fields, set or not, and never a secret', async () => {
    expect(await open()).toEqual({
      site_name: 'Promptory',
      site_tagline: '',
      site_accent: '',
      site_favicon: '',
      site_logo: '',
      site_logo_type: 'icon',
      site_logo_icon: 'Sparkles',
      support_email: 'support@example.com',
      open_in: 'chatgpt,claude,gemini,copilot,perplexity,mistral',
      open_in_own: 'none',
      stripe_publishable_key: '',
      currency: 'usd',
      tax: 'off',
      tax_behavior: 'exclusive',
    });
    await set({
      stripe_secret_key: 'sk_test_abcdefghijklmnop1234',
      stripe_webhook_secret: 'whsec_abcdefghijklmnop5678',
      past_due_grace_days: 3,
      site_name: 'Known',
      stripe_publishable_key: 'pk_test_known',
    });
    const known = await open();
    expect(Object.keys(known).sort()).toEqual(publicNames);
    expect(known).toMatchObject({ site_name: 'Known', stripe_publishable_key: 'pk_test_known' });
    expect(JSON.stringify(known)).not.toMatch(/1234|5678|sk_test|whsec/);
    for (const path of ['/', '/pricing', '/signin', '/api/docs'])
      expect(await (await fetch(`${site.url}${path}`)).text()).not.toMatch(
        /sk_test|whsec_\w|abcdefghijklmnop/,
      );
  });

  test('with an unusable stored value use its default, and the rest stays', async () => {
    await set({ site_name: 'Kept name' });
    await store('site_logo_icon', 'Skull');
    await store('site_logo_type', 'film');
    await store('unknown_key', 'x');
    await expect
      .poll(() => open())
      .toMatchObject({ site_name: 'Kept name', site_logo_icon: 'Sparkles', site_logo_type: 'icon' });
    expect((await fetch(`${site.url}/`)).status).toBe(200);
    expect(await open()).not.toHaveProperty('unknown_key');
    await site.db
      .deleteFrom('site_settings')
      .where('setting_key', 'in', ['site_logo_icon', 'site_logo_type'])
      .execute();
  });

  test("are used in every page and email at once, and can't break them", async () => {
    await set({ site_name: '</title><script>alert("x")</script> & Co' });
    const page = await (await fetch(`${site.url}/pricing`)).text();
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Co');
    expect(page).not.toContain('<script>alert("x")');
    const { email } = await buildMember(site);
    await site.api('POST', '/functions/v1/send-welcome-email', { body: { email } });
    const mail = async () =>
      (await site.api('GET', '/api/v1/admin/outbox', { token })).body.items.find(
        (sent: { to: string }) => sent.to === email,
      );
    await expect.poll(mail).toBeDefined();
    const { body } = await site.api('GET', `/api/v1/admin/outbox/${(await mail()).id}`, { token });
    expect(body.subject).toContain('</title><script>');
    expect(body.html).not.toContain('<script>');
    await set({ site_name: "Big $$ $& $' Co" });
    const home = await (await fetch(site.url)).text();
    expect(home).toContain('<meta name="description" content="Big $$ $&amp; $&#x27; Co is a library');
    expect(home).toContain('>Big $$ $&amp; $&#x27; Co is a library');
    await set({ site_name: 'Plain again' });
  });
});

describe('secrets', () => {
  test('show only that they are set', async () => {
    const { body } = await set({ stripe_webhook_secret: 'whsec_a_secret_of_the_usual_length_WXYZ' });
    const secrets = Object.entries(body).filter(([name]) =>
      /(secret|secret_key|password|api_key)$/.test(name),
    );
    expect(secrets.length).toBeGreaterThanOrEqual(8);
    for (const [name, state] of secrets)
      expect([name, state]).toEqual([name, { is_set: expect.any(Boolean) }]);
    expect(body.stripe_webhook_secret.is_set).toBe(true);
  });

  test('are kept when left out or empty, and encrypted anew each time they are given', async () => {
    const stored = async () =>
      (
        await site.db
          .selectFrom('site_settings')
          .select('setting_value')
          .where('setting_key', '=', 'stripe_webhook_secret')
          .executeTakeFirstOrThrow()
      ).setting_value;
    await set({ stripe_webhook_secret: 'whsec_first_secret_AAAA' });
    const first = await stored();
    await set({ stripe_webhook_secret: '', site_name: 'Other' });
    await set({ site_name: 'Other again' });
    expect(await stored()).toBe(first);
    await set({ stripe_webhook_secret: 'whsec_first_secret_AAAA' });
    expect(await stored()).not.toBe(first);
    expect(Buffer.from(await stored(), 'base64').includes('whsec')).toBe(false);
    expect((await get()).stripe_webhook_secret.is_set).toBe(true);
  });

  test('encrypted with another APP_SECRET must be entered again, and break no page', async () => {
    const foreign = createVault('another secret of at least 32 characters');
    await store('stripe_secret_key', foreign.encrypt('sk_test_sealed_elsewhere_1111').toString('base64'));
    expect((await get()).stripe_secret_key).toEqual({ is_set: false });
    expect((await open()).currency).toBe('usd');
    expect((await fetch(`${site.url}/pricing`)).status).toBe(200);
    await set({ stripe_secret_key: 'sk_test_entered_again_2222' });
    expect((await get()).stripe_secret_key).toEqual({ is_set: true });
  });

  test('are hidden from members and visitors', async () => {
    const member = await buildMember(site);
    for (const [who, status] of [
      [undefined, 401],
      [member.token, 403],
    ] as const) {
      const options = who === undefined ? {} : { token: who };
      expect((await site.api('GET', '/api/v1/admin/settings', options)).status).toBe(status);
      expect(
        (await site.api('PUT', '/api/v1/admin/settings', { ...options, body: { site_name: 'x' } })).status,
      ).toBe(status);
    }
    expect((await open()).site_name).not.toBe('x');
  });
});

describe('a change', () => {
  test('is saved completely or not at all', async () => {
    const before = await get();
    for (const body of [
      { site_name: 'Half', support_email: 'no address' },
      { site_name: 'Half', past_due_grace_days: 91 },
      { site_name: 'Half', past_due_grace_days: 1.5 },
      { site_name: 'Half', site_logo: '//evil.example/x.png' },
      { site_name: 'Half', unknown: 'x' },
      { site_name: 'Half\0' },
    ])
      expect([body, (await set(body)).status]).toEqual([body, 422]);
    expect(await get()).toEqual(before);
  });

  test('is trimmed, and only spaces count as empty', async () => {
    expect((await set({ site_name: '  Trimmed  ' })).body.site_name).toBe('Trimmed');
    expect((await set({ site_name: '   ' })).body.site_name).toBe('Trimmed');
    expect((await set({ site_name: 'Two\nlines\r\n' })).body.site_name).toBe('Two lines');
  });

  test.each([
    'https://example.com/logo.png',
    'http://example.com/a?b=c',
    '/media/prompts/1700000000000-logo.webp',
  ])('of the logo to %s is shown', async (site_logo) => {
    expect((await set({ site_logo, site_logo_type: 'image' })).body).toMatchObject({
      site_logo,
      site_logo_type: 'image',
    });
    expect(await (await fetch(`${site.url}/`)).text()).toContain(site_logo.replaceAll('&', '&amp;'));
    await set({ site_logo_type: 'icon' });
  });

  test('by two admins at once leaves all values of one of them', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        set({
          site_name: `Name ${index}`,
          support_email: `help${index}@example.com`,
          past_due_grace_days: index,
        }),
      ),
    );
    const { site_name, support_email, past_due_grace_days } = await get();
    const number = Number(site_name.replace('Name ', ''));
    expect([support_email, past_due_grace_days]).toEqual([`help${number}@example.com`, number]);
  });

  test('of the grace period replaces the default of 7 days, and can be zero', async () => {
    const fresh = await createTestSite();
    const admin = await buildAdmin(fresh);
    expect((await get(fresh, admin.token)).past_due_grace_days).toBe(7);
    expect((await set({ past_due_grace_days: 0 }, fresh, admin.token)).body.past_due_grace_days).toBe(0);
    expect((await get(fresh, admin.token)).webhook_url).toBe(`${fresh.url}/functions/v1/stripe-webhook`);
    await fresh.stop();
  });
});

describe('keys of the payment provider', () => {
  test.each([
    [
      'stripe_publishable_key',
      'sk_test_0123456789abcdef',
      'A publishable key begins with pk_test_ or pk_live_',
    ],
    [
      'stripe_publishable_key',
      'rk_live_0123456789abcdef',
      'A publishable key begins with pk_test_ or pk_live_',
    ],
    ['stripe_publishable_key', 'something else', 'A publishable key begins with pk_test_ or pk_live_'],
    [
      'stripe_secret_key',
      'pk_test_0123456789abcdef',
      'A secret key begins with sk_test_, sk_live_, rk_test_ or rk_live_',
    ],
    ['stripe_webhook_secret', 'sk_test_0123456789abcdef', 'A webhook secret begins with whsec_'],
  ])('are refused in a field of another kind: %s %s', async (field, key, message) => {
    const before = await open();
    const answer = await set({ [field]: key, site_name: 'Not saved either' });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe(`${field}: ${message}`);
    expect(await open()).toEqual(before);
  });

  test('must be of one mode, whether they are entered together or one after the other', async () => {
    const [test, live] = ['pk_test_one', 'sk_live_0123456789abcdef'];
    await set({ stripe_publishable_key: test, stripe_secret_key: 'sk_test_0123456789abcdef' });
    for (const change of [
      { stripe_publishable_key: test, stripe_secret_key: live },
      { stripe_secret_key: live },
      { stripe_publishable_key: 'pk_live_one' },
    ]) {
      const answer = await set(change);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toContain('Enter both keys of the same mode.');
    }
    expect((await open()).stripe_publishable_key).toBe(test);
    await set({ stripe_publishable_key: 'pk_live_one', stripe_secret_key: live });
    expect((await open()).stripe_publishable_key).toBe('pk_live_one');
  });

  test('left in the public field by an earlier release are never shown', async () => {
    await store('stripe_publishable_key', 'sk_live_pasted_into_the_wrong_field');
    await expect.poll(async () => (await open()).stripe_publishable_key).toBe('');
    expect(await (await fetch(`${site.url}/`)).text()).not.toContain('sk_live_pasted');
  });
});
