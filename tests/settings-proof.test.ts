import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildTeam } from './harness/build.ts';
import { emailsOf, setSetting } from './harness/sign-in.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());
beforeEach(async () => {
  admin = await buildAdmin(site);
  await site.pool.query(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [admin.id],
  );
});

const set = (body: object, token = admin.token) => site.api('PUT', '/api/v1/admin/settings', { token, body });
const stored = async () =>
  (await site.pool.query('select setting_key, setting_value from site_settings order by 1')).rows;

test.each([
  { smtp_host: 'smtp.example.com' },
  { smtp_host: null },
  { smtp_port: 2525 },
  { smtp_security: 'none' },
  { smtp_user: 'somebody' },
  { smtp_password: 'a password' },
  { mail_from: 'somebody@example.com' },
  { llm_base_url: 'https://models.example.com/v1' },
  { llm_api_key: 'sk-theirs' },
  { stripe_publishable_key: 'pk_test_theirs' },
  { stripe_secret_key: 'sk_test_theirs' },
  { stripe_secret_key: null },
  { stripe_webhook_secret: 'whsec_theirs' },
  { oidc_sign_in: true },
  { oidc_issuer: 'https://identity.example.com' },
  { google_client_id: 'theirs' },
  { github_client_secret: 'theirs' },
  { microsoft_tenant: 'theirs' },
  { second_factor_for_admins: false },
])('a session that began long ago is not enough to set %j', async (change) => {
  const before = await stored();
  const { status, body } = await set({ ...change, site_name: 'Theirs' });
  expect([status, body.code]).toEqual([403, 'reauthentication_needed']);
  expect(await stored()).toEqual(before);
});

test('a sign-in of over a day ago is enough for settings that redirect nothing, and for unchanged values', async () => {
  const change = { site_name: 'Ink House', mail_per_minute: 60, smtp_host: '', smtp_password: '' };
  const { status, text } = await set(change);
  expect(status, text).toBe(200);
});

test('such a session opens no email in the outbox and sees no code, which would open accounts', async () => {
  await setSetting(site, 'email_sign_in', 'true');
  await site.api('POST', '/auth/v1/otp', { body: { email: admin.email } });
  const { code, subject } = await emailsOf(site, admin.email, 1);
  expect(subject).toContain(code);
  const ask = (path = '') => site.api('GET', `/api/v1/admin/outbox${path}`, { token: admin.token });
  const { text, body } = await ask();
  expect(text).not.toContain(code);
  const { id } = body.items.find(({ to }: { to: string }) => to === admin.email);
  const refused = await ask(`/${id}`);
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_needed']);
  await site.api('POST', '/api/v1/sessions/confirm', {
    token: admin.token,
    body: { password: admin.password },
  });
  expect((await ask(`/${id}`)).body.subject).toContain(code);
});

test('an admin can prove who they are, for the current session only', async () => {
  const { data } = await site.authClient().signInWithPassword(admin);
  const other = data.session?.access_token ?? '';
  await site.pool.query(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [admin.id],
  );
  const confirm = (password: string) =>
    site.api('POST', '/api/v1/sessions/confirm', { token: admin.token, body: { password } });
  const change = { smtp_host: 'smtp.example.com' };
  expect((await confirm('my own guess')).status).toBe(403);
  expect((await set(change)).status).toBe(403);
  expect((await confirm(admin.password)).status).toBe(200);
  expect((await set(change)).status).toBe(200);
  expect((await set(change, other)).status).toBe(403);
});

test('it is not enough to give anyone a role or to turn off their second factor, only to take a role away', async () => {
  const [member, editor] = [await buildMember(site), await buildTeam(site, 'editor')];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await site.api(method, `/api/v1/admin/members/${path}`, {
      token: admin.token,
      ...(body && { body }),
    });
    return [answer.status, answer.body.code];
  };
  const refused = [403, 'reauthentication_needed'];
  for (const role of ['admin', 'editor', 'support'])
    expect(await ask('PUT', `${member.id}/role`, { role })).toEqual(refused);
  expect(await ask('DELETE', `${member.id}/two-factor`)).toEqual(refused);
  expect(await ask('PUT', `${editor.id}/role`, { role: 'member' })).toEqual([200, undefined]);
  await site.api('POST', '/api/v1/sessions/confirm', {
    token: admin.token,
    body: { password: admin.password },
  });
  expect(await ask('PUT', `${member.id}/role`, { role: 'admin' })).toEqual([200, undefined]);
  expect(await ask('DELETE', `${member.id}/two-factor`)).toEqual([200, undefined]);
});
