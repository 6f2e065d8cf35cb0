import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildPrompt, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { startSmtpListener } from '#tests/mail/smtp-listener.ts';

let listener: Awaited<ReturnType<typeof startSmtpListener>>;
let site: TestSite;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  listener = await startSmtpListener();
  site = await createTestSite({ environment: { SMTP_URL: listener.url } });
  admin = await buildAdmin(site);
});
afterAll(async () => {
  await site.stop();
  await listener.stop();
});

const ask = (method: string, path: string, body?: object) =>
  site.api(method, `/api/v1/admin/${path}`, { token: admin.token, ...(body ? { body } : {}) });
async function done(): Promise<string[]> {
  const { steps } = (await ask('GET', 'first-hour')).body;
  return steps
    .filter((step: { is_done: boolean }) => step.is_done)
    .map((step: { id: string }) => step.id)
    .sort();
}

test('a new site has no step done, and doing each one marks it as done', async () => {
  expect(await done()).toEqual([]);
  await ask('PUT', 'site', { brand: { site_name: 'Ink House', site_logo_icon: 'Zap' } });
  expect(await done()).toEqual(['logo', 'name']);
  await buildPrompt(site, {
    deleted_at: new Date().toISOString(),
    deleted_status: 'published',
    status: 'draft',
  });
  expect(await done()).toEqual(['logo', 'name']);
  await buildPrompt(site);
  await buildTier(site, { price: 900 });
  expect(await done()).toEqual(['import', 'logo', 'name', 'plans']);
  await ask('PUT', 'settings', { support_email: 'support@example.com' });
  expect(await done()).not.toContain('support');
  await ask('PUT', 'settings', { support_email: 'help@ink.example' });
  expect(await done()).toContain('support');
  // Two pages of one kind don't count as both kinds.
  for (const kind of ['terms', 'terms', 'privacy']) {
    const { body: page } = await ask('POST', 'pages', { kind });
    const { body: saved } = await ask('PATCH', `pages/${page.id}`, { body: 'Complete.' });
    expect(await done()).not.toContain('legal');
    await ask('POST', `pages/${page.id}/publish`, { updated_at: saved.updated_at });
  }
  expect(await done()).toContain('legal');
});

test('the email step is done when the server has accepted a test email and there is a sender, and a refusal is shown', async () => {
  listener.set('refuse');
  const refused = await ask('POST', 'test-email');
  expect([refused.status, refused.body.code]).toEqual([502, 'email_failed']);
  expect(refused.body.error).toContain('No such mailbox');
  expect(await done()).not.toContain('email');
  listener.set('take');
  expect((await ask('POST', 'test-email')).body).toEqual({ to: admin.email, is_in_outbox: false });
  expect(listener.taken.at(-1)?.recipients).toEqual([admin.email]);
  // Other servers refuse the sender that a site begins with.
  expect((await ask('GET', 'first-hour')).body).toMatchObject({
    is_sender_missing: true,
    outbox_is_used: false,
  });
  expect(await done()).not.toContain('email');
  await ask('PUT', 'settings', { mail_from: 'Ink House <mail@ink.example>' });
  expect((await ask('GET', 'first-hour')).body.is_sender_missing).toBe(false);
  expect(await done()).toContain('email');
});

test.each([
  ['sandbox', 'sandbox', undefined],
  ['off', 'off', undefined],
  ['sandbox', 'test', 'sk_test_something_long'],
  ['off', 'live', 'sk_live_something_long'],
])('with PAYMENTS=%s, payments are %s', async (PAYMENTS, mode, stripe_secret_key) => {
  const own = await createTestSite({ environment: { PAYMENTS } });
  const { token } = await buildAdmin(own);
  const keys = { stripe_secret_key, stripe_webhook_secret: 'whsec_something' };
  if (stripe_secret_key) await own.api('PUT', '/api/v1/admin/settings', { token, body: keys });
  const { body } = await own.api('GET', '/api/v1/admin/first-hour', { token });
  expect(body.payments).toBe(mode);
  expect(body.steps).toContainEqual({ id: 'payments', is_done: mode === 'live' });
  expect(body.backups).toEqual({ is_on: false, newest_at: null, is_late: false });
  await own.stop();
});

test('the list can be hidden and shown again', async () => {
  await ask('PUT', 'first-hour', { is_dismissed: true });
  expect((await ask('GET', 'first-hour')).body.is_dismissed).toBe(true);
  await ask('PUT', 'first-hour', { is_dismissed: false });
  expect((await ask('GET', 'first-hour')).body.is_dismissed).toBe(false);
});

test('whoever signs in on a new site is led to the list until it is hidden or there is an item', async () => {
  const own = await createTestSite();
  const { token } = await buildAdmin(own);
  const { isNew } = own.services.firstHour;
  const hide = (is_dismissed: boolean) =>
    own.api('PUT', '/api/v1/admin/first-hour', { token, body: { is_dismissed } });
  expect(await isNew()).toBe(true);
  await hide(true);
  expect(await isNew()).toBe(false);
  await hide(false);
  expect(await isNew()).toBe(true);
  await buildPrompt(own, { status: 'draft' });
  expect(await isNew()).toBe(false);
  await own.stop();
});
