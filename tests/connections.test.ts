import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAdmin } from './harness/build.ts';
import { createTestDatabase } from './harness/database.ts';
import { createTestSite, type TestSite } from './harness/site.ts';
import { startSmtpListener } from './mail/smtp-listener.ts';
import { startModelStandIn } from './model/stand-in.ts';

// Two processes of a site whose operator trusts this machine, and one whose operator doesn't.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let listener: Awaited<ReturnType<typeof startSmtpListener>>;
let model: Awaited<ReturnType<typeof startModelStandIn>>;
let site: TestSite;
let other: TestSite;
let token: string;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
const password = 'p@ss word';
beforeAll(async () => {
  database = await createTestDatabase();
  listener = await startSmtpListener({ withPassword: true });
  model = await startModelStandIn();
  const environment = { PRIVATE_HOSTS: '127.0.0.1' };
  site = await createTestSite({ database, environment });
  other = await createTestSite({ database, environment });
  admin = await buildAdmin(site);
  ({ token } = admin);
});
afterAll(async () => {
  await site.stop();
  await other.stop();
  await database.drop();
  await Promise.all([listener.stop(), model.stop()]);
});
beforeEach(() => set({ smtp_host: null, llm_base_url: null, mail_from: null }));

const set = (body: object) => site.api('PUT', '/api/v1/admin/settings', { token, body });
const settings = async () => (await site.api('GET', '/api/v1/admin/settings', { token })).body;
const ask = (path: string) => site.api('POST', `/api/v1/admin/${path}`, { token });
const smtp = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: listener.port,
  smtp_security: 'starttls',
  smtp_user: 'promptory',
  smtp_password: password,
  mail_from: 'Ink House <ink@example.com>',
});
const language = () => ({
  llm_base_url: model.environment.LLM_BASE_URL,
  llm_model: model.environment.LLM_MODEL,
  llm_api_key: model.environment.LLM_API_KEY,
});

describe('an email server in the settings', () => {
  test('is used at once in every process, and its password is never shown again', async () => {
    const before = await settings();
    expect([before.has_email_server, before.smtp_password]).toEqual([false, { is_set: false }]);
    const saved = await set(smtp());
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body).toMatchObject({
      smtp_host: '127.0.0.1',
      smtp_port: listener.port,
      smtp_user: 'promptory',
      mail_from: 'Ink House <ink@example.com>',
      smtp_password: { is_set: true },
      has_email_server: true,
      fixed: { smtp: false, mail_from: false, model: false },
    });
    for (const { text } of [saved, await site.api('GET', '/api/v1/admin/settings', { token })])
      expect(text).not.toContain(password);
    const { rows } = await site.pool.query(
      "select setting_value from site_settings where setting_key = 'smtp_password'",
    );
    expect(rows[0].setting_value).not.toContain(password);

    expect((await ask('test-email')).body).toEqual({ to: admin.email, is_in_outbox: false });
    expect(listener.taken.at(-1)).toMatchObject({
      recipients: [admin.email],
      user: 'promptory',
      isEncrypted: true,
    });
    expect(listener.taken.at(-1)?.raw).toContain('From: Ink House <ink@example.com>');
    expect(await other.services.outbox.list(await viewerOf(other), { limit: 1 })).toMatchObject({
      is_used: false,
    });
    const first = (await site.api('GET', '/api/v1/admin/first-hour', { token })).body;
    expect(first.steps).toContainEqual({ id: 'email', is_done: true });
  });

  test('is explained when it refuses, and must be tested again after a change', async () => {
    await set({ ...smtp(), smtp_password: 'wrong' });
    const wrong = await ask('test-email');
    expect([wrong.status, wrong.body.code]).toEqual([502, 'email_failed']);
    expect(wrong.body.error).toContain('Wrong password');
    await set({ smtp_password: password });
    expect((await ask('test-email')).status).toBe(200);
    await set({ smtp_port: listener.port, smtp_security: 'none' });
    const { steps } = (await site.api('GET', '/api/v1/admin/first-hour', { token })).body;
    expect(steps).toContainEqual({ id: 'email', is_done: false });
  });

  test("doesn't get the password of the previous server", async () => {
    await set(smtp());
    const moved = await set({ smtp_host: 'smtp.example.com' });
    expect([moved.status, moved.body.error]).toEqual([
      422,
      'smtp_password: Enter the password again: the email server has changed.',
    ]);
    expect((await settings()).smtp_host).toBe('127.0.0.1');
    expect((await set({ smtp_host: 'smtp.example.com', smtp_password: 'another' })).status).toBe(200);
    const { body } = await set({ smtp_host: null });
    expect(body).toMatchObject({ smtp_host: '', smtp_user: '', smtp_password: { is_set: false } });
  });

  test('needs no password without a user name', async () => {
    await set(smtp());
    const moved = await set({ smtp_host: 'smtp.example.com', smtp_user: null });
    expect(moved.body).toMatchObject({
      smtp_host: 'smtp.example.com',
      smtp_user: '',
      smtp_password: { is_set: false },
    });
    // A password without a user is useless, and would be in the way of the next server.
    await set({ smtp_password: 'left over' });
    expect((await set({ smtp_host: 'mail.example.com' })).body.smtp_password).toEqual({ is_set: false });
  });

  test('uses its user name as the sender if none is set', async () => {
    await set({ ...smtp(), mail_from: null, smtp_user: 'library@example.com' });
    expect((await settings()).sender).toBe('Promptory <library@example.com>');
    await set({ mail_from: 'Ink <ink@example.com>' });
    expect((await settings()).sender).toBe('Ink <ink@example.com>');
  });

  test('sends in the name of the site if no sender is set, whatever the name contains', async () => {
    const names = {
      'Ink "House" & Co., <Press>': String.raw`From: "Ink \"House\" & Co., <Press>" <no-reply@localhost>`,
      'Café 🖋': 'From: =?UTF-8?B?Q2Fmw6kg8J+Wiw==?= <no-reply@localhost>',
    };
    for (const [site_name, header] of Object.entries(names)) {
      await set({ ...smtp(), mail_from: null, site_name });
      expect((await settings()).sender).toBe(`${site_name} <no-reply@localhost>`);
      const preview = await site.api('POST', '/api/v1/admin/mailings/preview', {
        token,
        body: { subject: 'Hello', body: 'Hello' },
      });
      expect(preview.body.from).toBe(`${site_name} <no-reply@localhost>`);
      expect((await ask('test-email')).status).toBe(200);
      expect(listener.taken.at(-1)?.raw).toContain(header);
    }
    await set({ site_name: null });
  });

  test("counts as unset if the stored value can't be a host", async () => {
    await site.pool.query(
      "insert into site_settings (setting_key, setting_value) values ('smtp_host', '[::1') on conflict (setting_key) do update set setting_value = '[::1'",
    );
    await site.services.databaseEvents.settled();
    await expect.poll(async () => (await settings()).has_email_server).toBe(false);
  });

  test.each([
    [{ smtp_host: 'http://smtp.example.com' }, /^smtp_host: /],
    [{ smtp_host: 'smtp.example.com:587' }, /^smtp_host: /],
    [{ smtp_host: '93.184.216.34:587' }, /^smtp_host: /],
    [{ smtp_host: '[::1' }, /^smtp_host: /],
    [{ smtp_host: 'abc:def' }, /^smtp_host: /],
    [{ smtp_host: '10.0.0.256' }, /^smtp_host: /],
    [{ smtp_host: 'LOCALHOST' }, /^smtp_host: This is a private network/],
    [{ smtp_host: '10.0.0.7' }, /^smtp_host: This is a private network/],
    [{ smtp_host: 'localhost' }, /^smtp_host: This is a private network/],
    [{ smtp_port: 0 }, /^smtp_port: /],
    [{ smtp_security: 'ssl' }, /^smtp_security: /],
    [{ mail_from: 'Ink <ink@example.com>, more@example.com' }, /^mail_from: /],
    [{ mail_from: 'nobody' }, /^mail_from: /],
    [{ bounce_address: 'a-name-of-many-letters@example.com' }, /^bounce_address: /],
    [{ mail_per_minute: 0 }, /^mail_per_minute: /],
    [{ llm_base_url: 'file:///etc/passwd' }, /^llm_base_url: /],
    [{ llm_base_url: 'http://169.254.169.254/latest' }, /^llm_base_url: This is a private network/],
    [{ llm_base_url: 'http://user:pw@example.com/v1' }, /^llm_base_url: Leave out the username/],
    [{ llm_base_url: 'https://:pw@example.com/v1' }, /^llm_base_url: Leave out the username/],
    [{ llm_base_url: 'https://example.com/v1?' }, /^llm_base_url: Leave out “\?” and “#”/],
    [{ llm_base_url: 'https://example.com:99999' }, /^llm_base_url: This is not a valid address/],
    [{ oidc_issuer: 'http://id.example.com' }, /^oidc_issuer: Enter an address that begins with https/],
    [{ oidc_issuer: 'https://id.example.com#x' }, /^oidc_issuer: Leave out “\?” and “#”/],
    [{ llm_base_url: 'http://api.example.com/v1' }, /^llm_base_url: Use an https address/],
  ])('refuses %j', async (change, reason) => {
    const { status, body } = await set(change);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.error).toMatch(reason);
  });
});

describe('a language model in the settings', () => {
  test('can be tested with a button, and runs prompts in every process', async () => {
    expect([(await ask('settings/test-model')).status]).toEqual([409]);
    model.play({ text: 'OK' });
    const saved = await set(language());
    expect(saved.body).toMatchObject({
      model: { name: model.environment.LLM_MODEL },
      llm_api_key: { is_set: true },
    });
    expect(saved.text).not.toContain(model.environment.LLM_API_KEY);
    const tried = await ask('settings/test-model');
    expect([tried.status, tried.body]).toEqual([
      200,
      { model: model.environment.LLM_MODEL, answer: 'OK', milliseconds: expect.any(Number) },
    ]);
    model.play({
      answer: { title: 'Dinner', description: 'x', category: 'Food', difficulty: 'beginner', tags: [] },
    });
    const analyzed = await other.services.analyze.analyze(
      await viewerOf(other),
      { prompt: 'Cook', promptType: 'Text', optimizationLevel: 0 },
      new AbortController().signal,
    );
    expect(analyzed.title).toBe('Dinner');
  });

  test('says what is wrong with it', async () => {
    await set({ ...language(), llm_api_key: 'sk-wrong' });
    const refused = await ask('settings/test-model');
    expect([refused.status, refused.body.code]).toEqual([502, 'model_failed']);
    expect(refused.body.error).toMatch(/rejected this site's API key.*HTTP 401.*Incorrect API key provided/);
    await set({ llm_base_url: 'http://127.0.0.1:9/v1', llm_api_key: 'sk-new' });
    expect((await ask('settings/test-model')).body.error).toMatch(/couldn't be reached.*ECONNREFUSED/);
  });

  test('keeps its key for its own address', async () => {
    await set(language());
    const moved = await set({ llm_base_url: 'https://models.example.com/v1' });
    expect([moved.status, moved.body.error]).toEqual([
      422,
      'llm_api_key: Enter the API key again: the URL has changed.',
    ]);
    expect((await set({ llm_base_url: null })).body).toMatchObject({
      llm_base_url: '',
      llm_api_key: { is_set: false },
      model: { name: null },
    });
  });
});

test('the environment overrides the settings, and the page says so', async () => {
  const own = await createTestSite({
    environment: { SMTP_URL: listener.url, MAIL_FROM: 'Fixed <fixed@example.com>', ...model.environment },
  });
  const boss = await buildAdmin(own);
  const call = (method: string, path: string, body?: object) =>
    own.api(method, `/api/v1/admin/${path}`, { token: boss.token, ...(body && { body }) });
  await call('PUT', 'settings', {
    smtp_host: 'smtp.example.com',
    mail_from: 'typed@example.com',
    llm_base_url: 'https://models.example.com/v1',
    llm_model: 'typed',
  });
  const { body } = await call('GET', 'settings');
  expect(body).toMatchObject({
    fixed: { smtp: true, mail_from: true, model: true },
    model: { name: model.environment.LLM_MODEL },
    sender: 'Fixed <fixed@example.com>',
  });
  expect((await call('POST', 'test-email')).body.is_in_outbox).toBe(false);
  expect(listener.taken.at(-1)?.raw).toContain('From: Fixed <fixed@example.com>');
  await own.stop();
});

test('a private host is refused unless the operator allows it, even if its name is public', async () => {
  const strict = await createTestSite();
  const boss = await buildAdmin(strict);
  const saved = await strict.api('PUT', '/api/v1/admin/settings', { token: boss.token, body: smtp() });
  expect([saved.status, saved.body.error]).toEqual([
    422,
    expect.stringMatching(/^smtp_host: This is a private network/),
  ]);
  // The resolver turns this name into this machine's address.
  await strict.db
    .insertInto('site_settings')
    .values([
      { setting_key: 'smtp_host', setting_value: '127.1' },
      { setting_key: 'smtp_port', setting_value: String(listener.port) },
    ])
    .execute();
  const before = listener.attempts();
  const tried = await strict.api('POST', '/api/v1/admin/test-email', { token: boss.token });
  expect([tried.status, tried.body.error]).toEqual([
    502,
    "Email couldn't be sent: 127.1 is in a private network, and PRIVATE_HOSTS does not name it",
  ]);
  expect(listener.attempts()).toBe(before);
  await strict.stop();
});

async function viewerOf({ services, authClient }: TestSite) {
  const { data } = await authClient().signInWithPassword({ email: admin.email, password: 'member-password' });
  return services.viewers.fromHeader(`Bearer ${data.session?.access_token}`);
}
