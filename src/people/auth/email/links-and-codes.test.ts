import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await setSetting(site, 'email_sign_in', 'true');
});
afterAll(() => site.stop());

const address = () => `${randomUUID()}@example.com`;
const password = 'a good password';
const follow = (link: string) => fetch(link, { redirect: 'manual' });
const fragmentOf = async (link: string) =>
  Object.fromEntries(new URLSearchParams((await follow(link)).headers.get('location')?.split('#')[1] ?? ''));

describe('sign-in by email', () => {
  test('accepts the code once, and creates an account if there is none', async () => {
    const email = address();
    const client = site.authClient();
    expect((await client.signInWithOtp({ email, options: { data: { theme: 'dark' } } })).error).toBeNull();
    const { code, subject } = await emailsOf(site, email, 1);
    expect(subject).toContain(`${code} is your sign-in code`);
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { theme: 'dark' } });
    const claims = await client.getClaims();
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'magiclink' }]);
    const again = await site.authClient().verifyOtp({ email, token: code, type: 'email' });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('accepts the link once, and refreshed sessions keep their sign-in method', async () => {
    const { email, id } = await buildMember(site);
    await site.authClient().signInWithOtp({ email, options: { emailRedirectTo: `${site.url}/signin` } });
    const { link } = await emailsOf(site, email, 1);
    const answer = await fragmentOf(link);
    expect(answer).toMatchObject({ type: 'magiclink', token_type: 'bearer' });
    const client = site.authClient();
    const { data } = await client.refreshSession({ refresh_token: answer.refresh_token ?? '' });
    expect(data.user?.id).toBe(id);
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'magiclink' }]);
    expect(await fragmentOf(link)).toMatchObject({ error_code: 'otp_expired' });
  });

  test('leads to a page that says so if the account has been suspended, and works once it no longer is', async () => {
    const { email, id } = await buildMember(site);
    await site.authClient().signInWithOtp({ email, options: { emailRedirectTo: `${site.url}/signin` } });
    const { link } = await emailsOf(site, email, 1);
    const suspend = (until: string) =>
      site.pool.query(`update auth.users set banned_until = ${until} where id = $1`, [id]);
    await suspend("now() + interval '1 day'");
    const { status, headers } = await follow(link);
    expect([status, headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`${site.url}/signin#error=access_denied&error_code=user_banned`),
    ]);
    await suspend('null');
    expect(await fragmentOf(link)).toMatchObject({ type: 'magiclink' });
  });

  test('is refused while it is turned off, and for invalid addresses', async () => {
    await setSetting(site, 'email_sign_in', 'false');
    expect((await site.authClient().signInWithOtp({ email: address() })).error).toMatchObject({
      status: 422,
      code: 'otp_disabled',
    });
    await setSetting(site, 'email_sign_in', 'true');
    expect((await site.authClient().signInWithOtp({ email: 'nobody' })).error?.code).toBe(
      'validation_failed',
    );
  });
});

describe('confirmation at sign-up', () => {
  beforeAll(() => setSetting(site, 'confirm_email', 'true'));
  afterAll(() => setSetting(site, 'confirm_email', 'false'));

  test('works with the link or with the code', async () => {
    for (const way of ['link', 'code'] as const) {
      const email = address();
      const client = site.authClient();
      const { data, error } = await client.signUp({ email, password });
      expect([error, data.session]).toEqual([null, null]);
      expect((await client.signInWithPassword({ email, password })).error).toMatchObject({
        status: 400,
        code: 'email_not_confirmed',
      });
      const { link, code } = await emailsOf(site, email, 1);
      if (way === 'link') expect(await fragmentOf(link)).toMatchObject({ type: 'signup' });
      else expect((await client.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
      expect((await client.signInWithPassword({ email, password })).error).toBeNull();
    }
  });

  test('can be sent again, which ends the first link; the settings say that it is required', async () => {
    const email = address();
    const client = site.authClient();
    await client.signUp({ email, password });
    const first = await emailsOf(site, email, 1);
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const second = await emailsOf(site, email, 2);
    expect(await fragmentOf(first.link)).toMatchObject({ error_code: 'otp_expired' });
    expect(await fragmentOf(second.link)).toMatchObject({ type: 'signup' });
    const settings = (await site.api('GET', '/auth/v1/settings')).body;
    expect(settings).toMatchObject({ mailer_autoconfirm: false, disable_signup: false });
  });
});

describe('a new address', () => {
  test('takes effect once both addresses have confirmed it, in any order', async () => {
    const member = await buildMember(site);
    const moved = address();
    const client = site.authClient();
    await client.setSession(member.session);
    const { data, error } = await client.updateUser({ email: moved });
    expect([error, data.user?.email, data.user?.new_email]).toEqual([null, member.email, moved]);
    expect(data.user?.email_change_sent_at).toBeDefined();
    const [old, fresh] = [await emailsOf(site, member.email, 1), await emailsOf(site, moved, 1)];
    // No page takes one.
    expect([old.code, fresh.code]).toEqual(['', '']);
    expect(await fragmentOf(fresh.link)).toMatchObject({ message: expect.stringContaining('other email') });
    expect((await client.getUser()).data.user?.email).toBe(member.email);
    expect(await fragmentOf(old.link)).toMatchObject({ type: 'email_change' });
    expect((await client.getUser()).data.user?.email).toBe(moved);
    const profile = await site.api('GET', '/api/v1/profile', { token: member.token });
    expect(profile.body.email).toBe(moved);
    expect((await client.signInWithPassword({ email: moved, password: member.password })).error).toBeNull();
  });

  test('that others gave and never confirmed is confirmed by whoever gave it last', async () => {
    const moved = address();
    const change = async () => {
      const member = await buildMember(site);
      const client = site.authClient();
      await client.setSession(member.session);
      expect((await client.updateUser({ email: moved })).error).toBeNull();
      await follow((await emailsOf(site, member.email, 1)).link);
      return { client, id: member.id };
    };
    const others = 9;
    for (let other = 0; other < others; other++) await change();
    const { client, id } = await change();
    await emailsOf(site, moved, others + 1);
    await client.resend({ type: 'email_change', email: moved });
    await follow((await emailsOf(site, moved, others + 2)).link);
    expect((await client.getUser()).data.user).toMatchObject({ id, email: moved });
  });
});

describe('an address that changes while an email is asked for', () => {
  /** Asks while somebody else changes the account, so that the email is written after the change. */
  async function askBeside(
    change: { id: string; email?: string; new_email?: string },
    ask: () => Promise<unknown>,
  ) {
    const { id, ...columns } = change;
    await site.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('auth.users').set(columns).where('id', '=', id).execute();
      await ask();
      const waiting = () =>
        site.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    });
  }
  const emailsTo = async (email: string) =>
    (await site.emails()).filter((mail) => mail.includes(`To: ${email}`));

  test("isn't verified by a link sent to the previous one", async () => {
    const member = await buildMember(site);
    const [former, fresh] = [address(), address()];
    const client = site.authClient();
    await client.setSession(member.session);
    await client.updateUser({ email: former });
    await emailsOf(site, former, 1);
    await askBeside({ id: member.id, new_email: fresh }, () =>
      client.resend({ type: 'email_change', email: member.email }),
    );
    const { link } = await emailsOf(site, fresh, 1);
    expect(await emailsTo(former)).toHaveLength(1);
    expect(await fragmentOf(link)).toMatchObject({ message: expect.stringContaining('other email') });
  });

  test('gets the recovery email', async () => {
    const member = await buildMember(site);
    const fresh = address();
    await askBeside({ id: member.id, email: fresh }, () =>
      site.authClient().resetPasswordForEmail(member.email),
    );
    const { link } = await emailsOf(site, fresh, 1);
    expect(await emailsTo(member.email)).toEqual([]);
    expect(await fragmentOf(link)).toMatchObject({ type: 'recovery' });
  });
});

describe('reauthentication', () => {
  test("is required once a sign-in isn't recent anymore, with a code or the password", async () => {
    const member = await buildMember(site);
    const client = site.authClient();
    await client.setSession(member.session);
    await site.db
      .updateTable('auth.sessions')
      .set({ created_at: new Date(Date.now() - 20 * 60_000) })
      .where('user_id', '=', member.id)
      .execute();
    for (const change of [{ password: 'another one' }, { email: address() }])
      expect((await client.updateUser(change)).error).toMatchObject({
        status: 400,
        code: 'reauthentication_needed',
      });
    expect((await client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    expect((await client.reauthenticate()).error).toBeNull();
    const { code } = await emailsOf(site, member.email, 1);
    const wrong = await client.updateUser({
      password: 'another one',
      nonce: code === '000000' ? '1' : '000000',
    });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.updateUser({ password: 'another one', nonce: code })).error).toBeNull();
    expect((await client.updateUser({ password: 'a third one', nonce: code })).error?.code).toBe(
      'reauthentication_not_valid',
    );
    const body = { password: 'a third one', current_password: 'another one' };
    expect((await site.api('PUT', '/auth/v1/user', { token: member.token, body })).status).toBe(200);
  });
});

describe('who can sign up', () => {
  const signUp = (email: string) => site.authClient().signUp({ email, password });

  test('can be everyone, addresses of some domains, or nobody', async () => {
    await setSetting(site, 'signup_domains', 'Example.com, school.example');
    const member = await buildMember(site);
    const move = (email: string) =>
      site.api('PUT', '/auth/v1/user', { token: member.token, body: { email } });
    const elsewhere = await move('a@sub.school.example');
    expect([elsewhere.status, elsewhere.body.error_code]).toEqual([422, 'email_address_not_authorized']);
    expect((await move(address())).status).toBe(200);
    expect((await signUp(address())).error).toBeNull();
    for (const email of ['a@evil-example.com', 'a@example.com.evil.net', 'a@sub.school.example'])
      expect((await signUp(email)).error).toMatchObject({
        status: 422,
        code: 'email_address_not_authorized',
        message: 'Sign-up is limited to addresses at example.com, school.example',
      });
    await setSetting(site, 'signup_domains', 'any');
    for (const mode of ['invite', 'closed']) {
      await setSetting(site, 'signup', mode);
      expect((await signUp(address())).error).toMatchObject({
        status: 422,
        code: 'signup_disabled',
        message: 'Signups not allowed for this instance',
      });
      // By email the answer stays the same, to hide who has an account, but nothing is sent.
      const email = address();
      expect((await site.authClient().signInWithOtp({ email })).error).toBeNull();
      const known = await buildKnown();
      await site.authClient().signInWithOtp({ email: known });
      await emailsOf(site, known, 1);
      expect((await site.emails()).filter((mail) => mail.includes(email))).toEqual([]);
    }
    await setSetting(site, 'signup', 'open');
  });

  test('includes the people whom an admin invites', async () => {
    await setSetting(site, 'signup', 'invite');
    const { token } = await signInAdmin();
    const email = address();
    const invite = () => site.api('POST', '/api/v1/admin/invitations', { token, body: { email } });
    expect((await invite()).status).toBe(200);
    const { link } = await emailsOf(site, email, 1);
    const answer = await follow(link);
    expect(answer.headers.get('location')).toContain(`${site.url}/reset-password#access_token`);
    const fragment = new URLSearchParams(answer.headers.get('location')?.split('#')[1]);
    expect(fragment.get('type')).toBe('invite');
    const accessToken = fragment.get('access_token') ?? '';
    expect((await site.api('PUT', '/auth/v1/user', { token: accessToken, body: { password } })).status).toBe(
      200,
    );
    expect((await site.authClient().signInWithPassword({ email, password })).error).toBeNull();
    expect((await invite()).status).toBe(409);
    await setSetting(site, 'signup', 'open');
  });

  test('is decided by SIGNUP before the setting', async () => {
    const closed = await createTestSite({ environment: { SIGNUP: 'closed' }, database: site.database });
    expect((await closed.authClient().signUp({ email: address(), password })).error?.code).toBe(
      'signup_disabled',
    );
    await closed.stop();
  });

  async function signInAdmin() {
    const admin = { email: 'admin@example.com', password: 'admin-password' };
    const { data } = await site.authClient().signInWithPassword(admin);
    return { token: data.session?.access_token ?? '' };
  }

  async function buildKnown() {
    const email = address();
    await site.db
      .insertInto('auth.users')
      .values({ email, email_confirmed_at: new Date() })
      .returning('id')
      .execute();
    return email;
  }
});
