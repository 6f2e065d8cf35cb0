import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connections } from '#platform/database/database.server.ts';
import { buildMember } from '#tests/harness/build.ts';
import { retryJobs } from '#tests/harness/jobs.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const signUp = () => buildMember(site);
const address = () => `${randomUUID()}@example.com`;

const emailsTo = async (email: string) =>
  (await site.emails()).filter((mail) => mail.includes(`To: ${email}`));

describe('recovery', () => {
  async function requestLink(email: string, redirectTo = `${site.url}/reset-password`) {
    const before = (await emailsTo(email)).length;
    const { error } = await site.authClient().resetPasswordForEmail(email, { redirectTo });
    expect(error).toBeNull();
    await expect.poll(() => emailsTo(email)).toHaveLength(before + 1);
    const mail = (await emailsTo(email)).at(-1) ?? '';
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return { mail, link: /http:\S+verify\?\S+/.exec(text)?.[0] ?? '' };
  }
  const follow = (link: string) => fetch(link, { redirect: 'manual' });

  test('leads from the email to a new password and ends the other sessions', async () => {
    const { email, id, password, token } = await signUp();
    const { mail, link } = await requestLink(email);
    expect(mail).toContain(`To: ${email}`);
    const answer = await follow(link);
    expect(answer.status).toBe(303);
    const [target, fragment] = (answer.headers.get('location') ?? '').split('#');
    expect(target).toBe(`${site.url}/reset-password`);
    const values = new URLSearchParams(fragment);
    expect(Object.fromEntries(values)).toMatchObject({
      type: 'recovery',
      token_type: 'bearer',
      expires_in: '3600',
    });

    const client = site.authClient();
    await client.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    });
    // Choosing a password may take longer than other sessions are accepted as recent.
    const age = (minutes: number) =>
      site.pool.query(
        'update auth.sessions set created_at = now() - make_interval(mins => $1) where user_id = $2',
        [...[minutes, id]],
      );
    await age(61);
    expect((await client.updateUser({ password: 'too late, this one' })).error?.code).toBe(
      'reauthentication_needed',
    );
    await age(59);
    const { error } = await client.updateUser({ password: 'an even better password' });
    expect(error).toBeNull();
    expect((await site.authClient().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect(
      (await site.authClient().signInWithPassword({ email, password: 'an even better password' })).error,
    ).toBeNull();
    expect((await site.api('GET', '/auth/v1/user', { token })).status).toBe(403);
  });

  test('works once, only with the newest link, and not after 24 hours', async () => {
    const { email, id } = await signUp();
    const first = await requestLink(email);
    const second = await requestLink(email);
    const expired =
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    const goTo = async (link: string) => (await follow(link)).headers.get('location');
    // Link scanners ask with HEAD.
    expect((await fetch(second.link, { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
    expect(await goTo(first.link)).toBe(`${site.url}/reset-password${expired}`);
    expect(await goTo(second.link)).toContain('type=recovery');
    expect(await goTo(second.link)).toContain(expired);
    const third = await requestLink(email);
    await site.db
      .updateTable('auth.one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', id)
      .execute();
    expect(await goTo(third.link)).toContain(expired);
  });

  test.each([
    'https://evil.example/x',
    '//evil.example',
    'javascript:alert(1)',
    'http://localhost@evil.example',
    'http:\\\\evil.example',
    'blob:this site/x',
    'filesystem:this site/x',
  ])('never leads to %s', async (redirectTo) => {
    const { email } = await signUp();
    const { link } = await requestLink(email, redirectTo.replace('this site', site.url));
    const { protocol, host } = new URL((await follow(link)).headers.get('location') ?? '');
    expect(`${protocol}//${host}`).toBe(new URL(site.url).origin);
  });

  test('answers known and unknown addresses alike', async () => {
    const { email } = await signUp();
    const known = await site.api('POST', '/auth/v1/recover', { body: { email } });
    const unknown = await site.api('POST', '/auth/v1/recover', { body: { email: address() } });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(known.text).toBe('{}');
  });
});

describe('the welcome email', () => {
  test('is sent once per account, and to nobody else', async () => {
    const { email } = await signUp();
    const stranger = address();
    for (const to of [email, email, stranger, 'nonsense']) {
      expect(
        (await site.api('POST', '/functions/v1/send-welcome-email', { body: { email: to } })).body,
      ).toEqual({ ok: true });
    }
    const unfinished = async () =>
      (
        await site.pool.query(
          "select from jobs.job where name in ('email-requests', 'mail') and state in ('created', 'active', 'retry')",
        )
      ).rowCount;
    await expect.poll(unfinished).toBe(0);
    const count = async (to: string) => (await emailsTo(to)).length;
    expect([await count(email), await count(stranger)]).toEqual([1, 0]);
  });
});

describe('an email that was asked for', () => {
  const ask = (own: TestSite, email: string) => [
    own.api('POST', '/auth/v1/recover', { body: { email } }),
    own.api('POST', '/auth/v1/otp', { body: { email, data: { from: 'the test' } } }),
    own.api('POST', '/auth/v1/resend', { body: { email, type: 'email_change' } }),
    own.api('POST', '/functions/v1/send-welcome-email', { body: { email } }),
  ];
  /** Locks all accounts, so that nothing can be sent until the returned function is called. */
  async function holdAccounts(own: TestSite) {
    const holder = await own.pool.connect();
    await holder.query('begin; lock table auth.users');
    return async () => {
      await holder.query('commit');
      holder.release();
    };
  }
  const waiting = async (own: TestSite) =>
    (
      await own.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  const jobs = async (own: TestSite) =>
    (await own.pool.query("select data::text as text from jobs.job where name = 'email-requests'")).rows;

  test('is stored encrypted before the response, whether or not the address has an account', async () => {
    const own = await createTestSite();
    await setSetting(own, 'email_sign_in', 'true');
    const { email } = await buildMember(own);
    const release = await holdAccounts(own);
    for (const asked of [email, address()]) {
      const before = (await jobs(own)).length;
      const answers = await Promise.all(ask(own, asked));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const stored = await jobs(own);
      expect(stored).toHaveLength(before + 4);
      for (const { text } of stored) expect(text).not.toContain('@');
    }
    await release();
    // The sign-in link, the recovery link and the welcome email.
    await emailsOf(own, email, 3);
    await own.stop();
  });

  test('is sent even if the site stops before sending it', async () => {
    const own = await createTestSite();
    const members = [];
    for (let count = 0; count < connections.members; count += 1) members.push(await buildMember(own));
    const release = await holdAccounts(own);
    for (const { email } of members) await own.authClient().resetPasswordForEmail(email);
    await own.stopSite();
    expect(await own.emails()).toEqual([]);
    await release();
    const next = await createTestSite({ database: own.database, environment: { DATA_DIR: own.dataDir } });
    // On a busy machine, the site may stop before it has returned its job, which would only expire minutes later.
    await own.pool.query(
      "update jobs.job set state = 'retry' where name = 'email-requests' and state = 'active'",
    );
    await retryJobs(own.db, 'email-requests');
    for (const { email } of members) await emailsOf(own, email, 1);
    await next.stop();
    await own.stop();
  });

  /** Repeats the last job, as after a kill before it was marked as done, or if it was late. */
  async function repeatLast(own: TestSite) {
    await own.pool.query(
      `insert into jobs.job (name, data) select name, data from jobs.job where name = 'email-requests'
       order by created_on desc limit 1`,
    );
    await retryJobs(own.db, 'email-requests');
    const states = "select distinct state from jobs.job where name = 'email-requests'";
    await expect.poll(async () => (await own.pool.query(states)).rows).toEqual([{ state: 'completed' }]);
  }

  test('is sent once, even if its job runs twice or someone asks again meanwhile', async () => {
    const own = await createTestSite();
    const { email } = await buildMember(own);
    const release = await holdAccounts(own);
    await own.authClient().resetPasswordForEmail(email);
    await expect.poll(() => waiting(own)).toBe(1);
    await own.authClient().resetPasswordForEmail(email);
    await release();
    await emailsOf(own, email, 1);
    await repeatLast(own);
    expect(await own.emails()).toHaveLength(1);
    await own.stop();
  });

  test("is sent even if another account, which asked for several, can't be read", async () => {
    const own = await createTestSite();
    const [held, other] = [await buildMember(own), await buildMember(own)];
    await setSetting(own, 'email_sign_in', 'true');
    const holder = await own.pool.connect();
    await holder.query('begin');
    await holder.query('select from auth.users where id = $1 for update', [held.id]);
    await own.authClient().resetPasswordForEmail(held.email);
    await expect.poll(() => waiting(own)).toBe(1);
    await own.authClient().signInWithOtp({ email: held.email });
    await own.api('POST', '/functions/v1/send-welcome-email', { body: { email: held.email } });
    await own.authClient().resetPasswordForEmail(other.email);
    await emailsOf(own, other.email, 1);
    expect(await waiting(own)).toBe(1);
    await holder.query('commit');
    holder.release();
    await emailsOf(own, held.email, 3);
    await own.stop();
  });

  test("isn't sent after an hour", async () => {
    const own = await createTestSite();
    const { email } = await buildMember(own);
    await own.authClient().resetPasswordForEmail(email);
    await emailsOf(own, email, 1);
    await own.pool.query('delete from auth.one_time_tokens');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await repeatLast(own);
    await emailsOf(own, email, 2);
    await own.pool.query('delete from auth.one_time_tokens');
    vi.setSystemTime(Date.now() + 2 * 60_000);
    await repeatLast(own);
    expect(await own.emails()).toHaveLength(2);
    await own.stop();
  });

  test("isn't sent, and creates no account, if the owner has turned it off meanwhile", async () => {
    const own = await createTestSite();
    await setSetting(own, 'email_sign_in', 'true');
    const email = address();
    const accounts = async () =>
      (await own.pool.query('select from auth.users where email = $1', [email])).rowCount;
    const ask = () => own.authClient().signInWithOtp({ email });
    expect((await ask()).error).toBeNull();
    await emailsOf(own, email, 1);
    expect(await accounts()).toBe(1);
    await own.pool.query('delete from auth.one_time_tokens');
    await setSetting(own, 'email_sign_in', 'false');
    await repeatLast(own);
    await setSetting(own, 'email_sign_in', 'true');
    await setSetting(own, 'signup', 'invite');
    await own.pool.query('delete from auth.users where email = $1', [email]);
    await repeatLast(own);
    expect(await accounts()).toBe(0);
    expect(await own.emails()).toHaveLength(1);
    await own.stop();
  });

  test("creates no account if the program doesn't want one", async () => {
    const own = await createTestSite();
    await setSetting(own, 'email_sign_in', 'true');
    const email = address();
    const { error } = await own.authClient().signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    await repeatLast(own);
    expect((await own.pool.query('select from auth.users where email = $1', [email])).rowCount).toBe(0);
    await own.stop();
  });

  test('is in the language of the person who asked for it', async () => {
    const { email } = await signUp();
    await site.api('POST', '/auth/v1/recover', { body: { email }, headers: { 'accept-language': 'de' } });
    expect((await emailsOf(site, email, 1)).subject).toContain('Passwort');
  });
});
