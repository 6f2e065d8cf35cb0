import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestLimits } from '#constants';
import { buildAdmin, buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
});
afterAll(() => site.stop());
beforeEach(() => site.db.deleteFrom('rate_limits').execute());

const address = () => `${randomUUID()}@example.com`;
type Answer = Awaited<ReturnType<TestSite['api']>>;
const waitOf = (answer: Answer) => Number(answer.headers.get('retry-after'));
const recover = (email = address(), forwarded?: string, on = site) =>
  on.api('POST', '/auth/v1/recover', {
    body: { email },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
const verify = (forwarded?: string) =>
  site.api('POST', '/auth/v1/verify', {
    body: { type: 'recovery', token_hash: 'unknown' },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
/** Calls until the first refusal, at most `max` times. */
async function callUntilRefused(call: (index: number) => Promise<Answer>, max: number) {
  for (let index = 0; index < max; index += 1) {
    const answer = await call(index);
    if (answer.status === 429) return { calls: index, refusal: answer };
  }
  throw new Error(`No refusal in ${max} calls`);
}

describe('requests that are counted together', () => {
  test('are those of the last address that a trusted proxy names, whatever precedes it', async () => {
    const { calls } = await callUntilRefused((index) => verify(`10.1.0.${index}, 203.0.113.7`), 40);
    expect(calls).toBe(30);
    // Another caller through the same proxy isn't affected, even if they claim the refused address.
    expect((await verify('203.0.113.7, 203.0.113.8')).status).toBe(403);
    expect((await verify('203.0.113.7')).status).toBe(429);
  });

  test('stay the same with added spaces and earlier proxies', async () => {
    await callUntilRefused(() => verify('203.0.113.9'), 40);
    for (const forwarded of [
      ' 203.0.113.9 ',
      '1.1.1.1,203.0.113.9',
      '1.1.1.1 , 2.2.2.2 ,203.0.113.9',
      '203.0.113.9:50123',
    ]) {
      expect((await verify(forwarded)).status, forwarded).toBe(429);
    }
  });

  test('are those of the connection if the header is missing or empty', async () => {
    const { calls } = await callUntilRefused((index) => (index % 2 ? verify() : verify('')), 40);
    expect(calls).toBe(30);
    expect((await verify('203.0.113.10')).status).toBe(403);
  });

  test('ignore the port that some proxies add to the address', async () => {
    await callUntilRefused((index) => verify(`[2001:db8:7::1]:${50_000 + index}`), 40);
    expect((await verify('[2001:db8:7::1]:40000')).status).toBe(429);
    // Another address is another caller, and isn't counted as "unknown" with everyone else.
    for (const other of ['[2001:db8:8::1]:40000', '203.0.113.11:40000'])
      expect((await verify(other)).status, other).toBe(403);
  });

  test('ignore the header without a trusted proxy', async () => {
    const direct = await createTestSite({ environment: { RATE_LIMITS: 'on' }, database: site.database });
    const { calls } = await callUntilRefused((index) => recover(address(), `10.2.0.${index}`, direct), 40);
    expect(calls).toBe(30);
    await direct.stop();
  });
});

test("the welcome email has the same answer for every request, and isn't sent beyond the limit", async () => {
  const [early, late, next] = [await buildMember(site), await buildMember(site), await buildMember(site)];
  const send = (body: string, type = 'application/json') =>
    site.api('POST', '/functions/v1/send-welcome-email', { body, headers: { 'content-type': type } });
  const to = ({ email }: { email: string }) => JSON.stringify({ email });
  const isWelcomed = async ({ email }: { email: string }) =>
    (await site.emails()).some((message) => message.includes(email) && message.includes('Welcome'));
  for (const [body, type] of [
    ['{'],
    [''],
    ['null'],
    ['[]'],
    ['{"email":7}'],
    [to(early), 'text/plain'],
    ['email=x', 'application/x-www-form-urlencoded'],
  ] as const) {
    const { status, body: answer } = await send(body, type);
    expect([body, status, answer]).toEqual([body, 200, { ok: true }]);
  }
  await expect.poll(() => isWelcomed(early)).toBe(true);
  for (let index = 0; index < 30; index += 1)
    expect((await send('{"email":"nobody@example.com"}')).status).toBe(200);
  expect((await send(to(late))).body).toEqual({ ok: true });
  await site.db.deleteFrom('rate_limits').execute();
  await send(to(next));
  await expect.poll(() => isWelcomed(next)).toBe(true);
  expect(await isWelcomed(late)).toBe(false);
});

describe('a refusal', () => {
  test('says how long to wait until the five minutes are over', async () => {
    const { refusal } = await callUntilRefused(() => verify('203.0.113.20'), 40);
    expect(refusal.body).toMatchObject({ code: 429, error_code: 'over_request_rate_limit' });
    expect(waitOf(refusal)).toBeGreaterThan(200);
    expect(waitOf(refusal)).toBeLessThanOrEqual(300);
    // The wait gets shorter as time passes.
    await site.pool.query('update rate_limits set expire = expire - 250000');
    const later = await verify('203.0.113.20');
    expect(later.status).toBe(429);
    expect(waitOf(later)).toBeGreaterThanOrEqual(1);
    expect(waitOf(later)).toBeLessThanOrEqual(50);
  });

  test.each([
    ['email-by-team', 'a minute'],
    ['welcome', '5 minutes'],
  ] as const)('of %s says in its words how long it is', async (name, wait) => {
    const ask = () => site.services.rateLimits.require(name, 'somebody');
    for (let asked = 0; asked < requestLimits[name].points; asked += 1) await ask();
    await expect(ask()).rejects.toMatchObject({
      code: 'over_request_rate_limit',
      message: `Too many requests. Try again in ${wait}.`,
    });
  });

  test('ends on time', async () => {
    await callUntilRefused(() => verify('203.0.113.21'), 40);
    await site.pool.query('update rate_limits set expire = expire - 300001');
    expect((await verify('203.0.113.21')).status).toBe(403);
  });

  test("doesn't depend on a clock that was ahead", async () => {
    await callUntilRefused(() => verify('203.0.113.22'), 40);
    await site.pool.query('update rate_limits set expire = expire + 86400000');
    expect((await verify('203.0.113.22')).status).toBe(403);
  });

  test.each([
    ['verify', '/reset-password'],
    ['callback', '/signin'],
  ])('of a person who follows a link to %s leads them to %s', async (name, page) => {
    const from = { 'x-forwarded-for': `203.0.113.${name.length + 30}` };
    const path = `/auth/v1/${name}?type=recovery&token=unknown&redirect_to=${site.url}/reset-password`;
    const { refusal } = await callUntilRefused(() => site.api('GET', path, { headers: from }), 100);
    expect(refusal.body.error_code).toBe('over_request_rate_limit');
    const visit = await site.api('GET', path, { headers: { ...from, accept: 'text/html,*/*;q=0.8' } });
    expect(visit.status).toBe(303);
    const { pathname, hash } = new URL(visit.headers.get('location') ?? '');
    expect(pathname).toBe(page);
    expect(new URLSearchParams(hash.slice(1)).get('error_code')).toBe('over_request_rate_limit');
  });

  test('of the auth protocol has its code in both styles, and the same wait', async () => {
    const email = address();
    expect((await recover(email)).status).toBe(200);
    const old = await recover(email);
    expect(old.body).toMatchObject({ code: 429, error_code: 'over_email_send_rate_limit' });
    expect(old.body.msg).toContain(`${waitOf(old)} seconds`);
    expect(waitOf(old)).toBeGreaterThan(20);
    expect(waitOf(old)).toBeLessThanOrEqual(60);
    const asked = await site.api('POST', '/auth/v1/recover', {
      body: { email },
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect(asked.body).toMatchObject({ code: 'over_email_send_rate_limit', message: expect.any(String) });
    expect(asked.headers.get('x-sb-error-code')).toBe('over_email_send_rate_limit');
  });
});

describe('guessing', () => {
  const guess = (email: string, forwarded: string, password = 'wrong') =>
    site.api('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password },
      headers: { 'x-forwarded-for': forwarded },
    });

  test('of one account’s password ends after 30 tries per address, only for that account and address', async () => {
    const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
    expect((await guess(member.email, '10.4.0.1')).status).toBe(400);
    // As if there had been 29 attempts.
    await site.pool.query("update rate_limits set points = 29 where key like '%accountFromAddress%'");
    expect((await guess(` ${member.email.toUpperCase()} `, '10.4.0.1')).status).toBe(400);
    const refused = await guess(member.email, '10.4.0.1', member.password);
    expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(waitOf(refused)).toBeGreaterThan(200);
    // The owner can sign in from elsewhere, and others from here.
    expect((await guess(member.email, '10.4.0.2', member.password)).status).toBe(200);
    expect((await guess(other.email, '10.4.0.1', other.password)).status).toBe(200);
  });

  test('from hundreds of addresses in one IPv6 network counts as one client', async () => {
    const member = await buildMember(site);
    const { calls } = await callUntilRefused(
      (index) => guess(member.email, `2001:db8:1:2:${index.toString(16)}::1`),
      40,
    );
    expect(calls).toBe(30);
    expect((await guess(member.email, '2001:db8:1:2::')).status).toBe(429);
    expect((await guess(member.email, '2001:db8:1:3::1', member.password)).status).toBe(200);
  });

  test('of the current password in the settings is counted like signing in', async () => {
    const member = await buildMember(site);
    const { calls } = await callUntilRefused(
      () =>
        site.api('PUT', '/auth/v1/user', {
          token: member.token,
          body: { password: 'a new password', current_password: 'wrong' },
          headers: { 'x-forwarded-for': '10.4.0.9' },
        }),
      40,
    );
    expect(calls).toBe(30);
    expect((await guess(member.email, '10.4.0.9', member.password)).status).toBe(429);
  });

  test('does not keep members from renewing their sessions', async () => {
    const member = await buildMember(site);
    expect((await guess(member.email, '10.4.0.7')).status).toBe(400);
    await site.pool.query("update rate_limits set points = 150 where key like 'auth signIn%'");
    expect((await guess(member.email, '10.4.0.7')).status).toBe(429);
    const renewed = await site.api('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: member.session.refresh_token },
      headers: { 'x-forwarded-for': '10.4.0.7' },
    });
    expect(renewed.status).toBe(200);
  });

  test('of recovery tokens ends after 30 tries per address, for links and codes together', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.30' };
    const { calls, refusal } = await callUntilRefused(
      (index) =>
        index % 2
          ? site.api('GET', '/auth/v1/verify?type=recovery&token=guess', { headers })
          : site.api('POST', '/auth/v1/verify', { body: { type: 'recovery', token_hash: 'guess' }, headers }),
      40,
    );
    expect(calls).toBe(30);
    expect(refusal.body.error_code).toBe('over_request_rate_limit');
  });

  test('of the password that deletes an account ends after ten tries an hour', async () => {
    const member = await buildMember(site);
    const remove = (password: string) =>
      site.api('DELETE', '/api/v1/profile', { token: member.token, body: { password } });
    const { calls, refusal } = await callUntilRefused(() => remove('wrong'), 12);
    expect(calls).toBe(10);
    expect(waitOf(refusal)).toBeGreaterThan(3_000);
    expect((await remove(member.password)).status).toBe(429);
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).status).toBe(200);
  });
});

describe('accounts', () => {
  test('can be created 30 times in five minutes from one address, refused attempts included', async () => {
    const signUp = (email: string, forwarded = '203.0.113.40') =>
      site.api('POST', '/auth/v1/signup', {
        body: { email, password: 'a password' },
        headers: { 'x-forwarded-for': forwarded },
      });
    const { calls, refusal } = await callUntilRefused(() => signUp('no address'), 40);
    expect(calls).toBe(30);
    expect(refusal.body.error_code).toBe('over_request_rate_limit');
    expect((await signUp(address())).status).toBe(429);
    expect((await signUp(address(), '203.0.113.41')).status).toBe(200);
  });
});

describe('emails', () => {
  test('can be requested once a minute per account, however the address is written', async () => {
    const email = address();
    expect((await recover(email)).status).toBe(200);
    for (const spelling of [email, email.toUpperCase(), `  ${email}`]) {
      expect((await recover(spelling)).status).toBe(429);
    }
  });

  test("requested in bulk by one visitor don't block those of others", async () => {
    await callUntilRefused(() => recover(address(), '203.0.113.50'), 40);
    expect((await recover(address(), '203.0.113.51')).status).toBe(200);
  });
});

describe('members', () => {
  test("can comment ten times a minute; a refused comment isn't saved, and others aren't affected", async () => {
    const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const { slug } = await buildPrompt(site);
    const say = ({ token }: { token: string }, body: string) =>
      site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body: { body } });
    const { calls, refusal } = await callUntilRefused((index) => say(one, `number ${index}`), 12);
    expect(calls).toBe(10);
    expect(waitOf(refusal)).toBeGreaterThan(20);
    expect((await say(other, 'mine')).status).toBe(201);
    const list = await site.api('GET', `/api/v1/prompts/${slug}/comments?limit=50`, { token: one.token });
    expect(list.body.total).toBe(11);
    expect(list.text).not.toContain('number 10');
  });
});

describe('the switch', () => {
  test('turns all limits off, and then nothing is counted', async () => {
    const open = await createTestSite({ database: site.database });
    for (let index = 0; index < 35; index += 1)
      expect((await recover(address(), '1.1.1.1', open)).status).toBe(200);
    await open.stop();
    expect(await site.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});

describe('comparisons of versions', () => {
  test('are limited to 60 a minute per member, without affecting others', async () => {
    const [one, other] = [await buildMember(site), await buildMember(site)];
    const { id, slug } = await buildPrompt(site);
    await site.db.updateTable('prompts').set({ prompt_body: 'Better' }).where('id', '=', id).execute();
    const compare = ({ token }: { token: string }) =>
      site.api('GET', `/api/v1/prompts/${slug}/versions/2`, { token });
    const { calls } = await callUntilRefused(() => compare(one), 70);
    expect(calls).toBe(60);
    expect((await compare(other)).status).toBe(200);
  });
});

describe('codes', () => {
  test("can't be guessed: tries count for offers and gifts together, by visitors, members and in checkouts", async () => {
    const visitor = await callUntilRefused(
      (index) =>
        index % 2 === 0
          ? site.api('POST', '/api/v1/offers/quote', { body: { code: `GUESS-${index}` } })
          : site.api('GET', `/api/v1/gifts/AAAA-BBBB-${2000 + index}`),
      40,
    );
    expect(visitor.calls).toBe(20);
    const { token } = await buildMember(site);
    const member = await callUntilRefused(
      (index) =>
        [
          () => site.api('POST', '/api/v1/offers/quote', { token, body: { code: `GUESS-${index}` } }),
          () => site.api('POST', `/api/v1/gifts/AAAA-BBBB-${2000 + index}/redeem`, { token }),
          () =>
            site.api('POST', '/functions/v1/create-checkout-session', {
              token,
              body: { type: 'subscription', tierId: 1, code: `GUESS-${index}` },
            }),
        ][index % 3]?.() as Promise<Answer>,
      60,
    );
    expect(member.calls).toBe(20);
    expect(waitOf(member.refusal)).toBeGreaterThan(0);
  });
});

test("an account gets one email a minute at the team's request, whichever member of the team asks", async () => {
  const [one, other] = [await buildAdmin(site), await buildAdmin(site)];
  const [member, neighbor] = [await buildMember(site), await buildMember(site)];
  const send = async ({ token }: { token: string }, { id }: { id: string }) => {
    const body = { kind: 'reset' };
    return (await site.api('POST', `/api/v1/admin/members/${id}/emails`, { token, body })).status;
  };
  expect([await send(one, member), await send(other, member), await send(one, neighbor)]).toEqual([
    ...[200, 429, 200],
  ]);
});

describe('test emails by an admin', () => {
  test('are limited to ten in ten minutes, and twenty for mailings', async () => {
    const { token } = await buildAdmin(site);
    const ask = (method: string, path: string, body?: object) =>
      site.api(method, `/api/v1/admin/${path}`, { token, ...(body && { body }) });
    expect((await callUntilRefused(() => ask('POST', 'test-email'), 12)).calls).toBe(10);
    const { id } = (await ask('POST', 'mailings', {})).body;
    const { updated_at } = (await ask('PATCH', `mailings/${id}`, { subject: 'News', body: 'Hello' })).body;
    const mailing = await callUntilRefused(() => ask('POST', `mailings/${id}/test`, { updated_at }), 25);
    expect(mailing.calls).toBe(20);
  });
});

describe('exports', () => {
  test.each([
    ['/api/v1/export', 'the library'],
    ['/api/v1/profile/export', "a member's own data"],
  ])('of %s (%s) end after 20 in an hour, for that account and that export alone', async (path) => {
    const [admin, other] = [await buildAdmin(site), await buildAdmin(site)];
    const ask = (token: string, from = path) => site.api('GET', from, { token });
    const { calls, refusal } = await callUntilRefused(() => ask(admin.token), 25);
    expect([calls, refusal.body.code]).toEqual([20, 'over_request_rate_limit']);
    expect(waitOf(refusal)).toBeGreaterThan(3_000);
    expect((await ask(other.token)).status).toBe(200);
    const beside = path === '/api/v1/export' ? '/api/v1/profile/export' : '/api/v1/export';
    expect((await ask(admin.token, beside)).status).toBe(200);
  });
});
