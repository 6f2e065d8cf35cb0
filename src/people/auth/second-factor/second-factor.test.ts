import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildTeam } from '#tests/harness/build.ts';
import { promptory } from '#tests/harness/command-line.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { appSecret, createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const stepSeconds = 30;
/** The code of the next half minute, which the server also accepts, so that it is new even if the current half minute ends. */
const codeOf = (secret: string, offset = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + offset * stepSeconds * 1_000,
  });

/** A member with an authenticator app, and the code that set it up. */
async function buildProtected(build = buildMember) {
  const member = await build(site);
  const client = site.authClient();
  await client.setSession(member.session);
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const used = codeOf(totp.secret, 0);
  const verified = await client.mfa.challengeAndVerify({ factorId, code: used });
  if (verified.error) throw verified.error;
  return { ...member, client, factorId, secret: totp.secret, used, token: verified.data.access_token };
}
type Account = { email: string; password: string };
async function signIn({ email, password }: Account) {
  const client = site.authClient();
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token, session: data.session };
}
const profile = async (token: string) => {
  const { status, body } = await site.api('GET', '/api/v1/profile', { token });
  return [status, body.code];
};
const call = (method: string, path: string, token: string, body?: object) =>
  site.api(method, `/auth/v1/${path}`, body === undefined ? { token } : { token, body });

describe('a member who has lost app and recovery codes', () => {
  const environment = () => ({
    DATABASE_URL: site.database.connectionString,
    DATA_DIR: site.dataDir,
    APP_SECRET: appSecret,
  });

  test('can be let in with just the password by an admin, but not by support', async () => {
    const [admin, support, member] = [
      await buildAdmin(site),
      await buildTeam(site, 'support'),
      await buildProtected(),
    ];
    const path = `/api/v1/admin/members/${member.id}`;
    const ask = (who: { token: string }, method = 'DELETE') =>
      site.api(method, `${path}${method === 'DELETE' ? '/two-factor' : ''}`, { token: who.token });
    expect((await ask(support, 'GET')).body.can.turn_off_two_factor).toBe(false);
    expect((await ask(admin, 'GET')).body.can.turn_off_two_factor).toBe(true);
    expect((await ask(support)).status).toBe(403);
    const waiting = await signIn(member);
    expect((await ask(admin)).body).toMatchObject({
      can: { turn_off_two_factor: false },
      sign_in: { has_second_factor: false, devices: 0 },
    });
    for (const { token } of [member, waiting]) expect(await profile(token)).toEqual([401, 'invalid_token']);
    const { token } = await signIn(member);
    expect(await profile(token)).toEqual([200, undefined]);
    const logged = site.db.selectFrom('audit_log').select('action').where('target_id', '=', member.id);
    expect(await logged.execute()).toEqual([{ action: 'DELETE /admin/members/{id}/two-factor' }]);
    const emails = async () => (await site.emails()).filter((email) => email.includes(`To: ${member.email}`));
    await expect
      .poll(async () => (await emails()).at(-1))
      .toContain('Subject: Two-factor sign-in was turned off');
    // The second request changes nothing, and sends no email.
    const told = (await emails()).length;
    expect((await ask(admin)).status).toBe(200);
    expect([await profile(token), (await emails()).length]).toEqual([[200, undefined], told]);
  });

  test("can't turn it off as an admin for their own account", async () => {
    const { id, token } = await buildProtected(buildAdmin);
    const own = await site.api('GET', `/api/v1/admin/members/${id}`, { token });
    expect(own.body).toMatchObject({
      sign_in: { has_second_factor: true },
      can: { turn_off_two_factor: false },
    });
    expect((await site.api('DELETE', `/api/v1/admin/members/${id}/two-factor`, { token })).status).toBe(409);
    expect(await profile(token)).toEqual([200, undefined]);
  });

  test('can be let in from the command line, even if they are the only admin', async () => {
    const owner = await buildProtected(buildAdmin);
    const run = (email: string) => promptory(environment(), 'member', 'turn-off-two-factor', email);
    expect(await run(owner.email.toUpperCase())).toMatchObject({
      code: 0,
      stdout: `Two-factor sign-in is off for ${owner.email.toUpperCase()}, who is signed out everywhere.\n`,
      stderr: '',
    });
    expect(await profile(owner.token)).toEqual([401, 'invalid_token']);
    expect(await profile((await signIn(owner)).token)).toEqual([200, undefined]);
    const { email, token } = await buildMember(site);
    expect((await run(email)).stdout).toBe(`Two-factor sign-in was already off for ${email}.\n`);
    expect(await profile(token)).toEqual([200, undefined]);
    expect(await run('nobody@example.com')).toMatchObject({
      code: 1,
      stderr: 'There is no account with the email nobody@example.com.\n',
    });
    const logged = site.db.selectFrom('audit_log').select('action').where('target_id', '=', owner.id);
    expect(await logged.execute()).toEqual([{ action: 'member turn-off-two-factor' }]);
  });

  test('is reported by the doctor if the secret is lost', async () => {
    await buildProtected();
    const other = { ...environment(), APP_SECRET: 'x'.repeat(32) };
    expect((await promptory(other, 'doctor')).stdout).toContain(
      'run "promptory member turn-off-two-factor <email>"',
    );
  });
});

describe('an authenticator app', () => {
  test('raises the level of the session, and keeps it raised', async () => {
    const { client, email } = await buildProtected();
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    await client.refreshSession();
    const { data } = await client.getClaims();
    expect(data?.claims.aal).toBe('aal2');
    expect(data?.claims.amr).toMatchObject([{ method: 'password' }, { method: 'totp' }]);
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.totp).toMatchObject([
      { friendly_name: 'Phone', status: 'verified', factor_type: 'totp' },
    ]);
    expect(JSON.stringify((await client.getUser()).data)).not.toContain('secret');
    expect(email).toContain('@');
  });

  test('is asked for before anything else, and its code opens the account', async () => {
    const member = await buildProtected();
    const { client, token } = await signIn(member);
    expect(await profile(token)).toEqual([403, 'second_factor_required']);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    const { data, error } = await client.mfa.challengeAndVerify({
      factorId: member.factorId,
      code: codeOf(member.secret),
    });
    expect(error).toBeNull();
    expect(await profile(data?.access_token ?? '')).toEqual([200, undefined]);
  });

  test('ends the sessions that have not shown it once it is set up', async () => {
    const member = await buildMember(site);
    const other = await signIn(member);
    await other.client.mfa.enroll({ factorType: 'totp' });
    expect(await profile(member.token)).toEqual([200, undefined]);
    const { data } = await other.client.mfa.enroll({ factorType: 'totp' });
    await other.client.mfa.challengeAndVerify({
      factorId: data?.id ?? '',
      code: codeOf(data?.type === 'totp' ? data.totp.secret : ''),
    });
    expect(await profile(member.token)).toEqual([401, 'invalid_token']);
  });

  test('can be one of at most ten', async () => {
    const { client } = await signIn(await buildMember(site));
    const codes: (string | undefined)[] = [];
    for (let factor = 0; factor < 11; factor += 1)
      codes.push((await client.mfa.enroll({ factorType: 'totp', friendlyName: `${factor}` })).error?.code);
    expect(codes).toEqual([...Array(10).fill(undefined), 'too_many_enrolled_mfa_factors']);
  });

  test("can be removed, and then isn't asked for anymore", async () => {
    const member = await buildProtected();
    expect((await member.client.mfa.unenroll({ factorId: member.factorId })).error).toBeNull();
    await member.client.refreshSession();
    expect((await member.client.getClaims()).data?.claims.aal).toBe('aal1');
    expect(await profile((await signIn(member)).token)).toEqual([200, undefined]);
  });
});

describe('recovery codes', () => {
  test('work once each, and a new set replaces the old one', async () => {
    const member = await buildProtected();
    const made = await call('POST', 'factors/recovery-codes', member.token);
    expect(made.body.codes).toHaveLength(10);
    const [first, second] = made.body.codes;
    const { token } = await signIn(member);
    const use = (code: string, as = token) => call('POST', 'factors/recovery-codes/verify', as, { code });
    const opened = await use(first.toUpperCase().replace('-', ' '));
    expect(await profile(opened.body.access_token)).toEqual([200, undefined]);
    const again = (await signIn(member)).token;
    expect((await use(first, again)).body.error_code).toBe('mfa_verification_failed');
    expect((await call('GET', 'factors/recovery-codes', member.token)).body).toMatchObject({
      total: 10,
      remaining: 9,
    });
    await call('POST', 'factors/recovery-codes/regenerate', member.token);
    expect((await use(second, again)).body.error_code).toBe('mfa_verification_failed');
  });
});

test('recovery codes are only created after a recent proof', async () => {
  const member = await buildProtected();
  await site.pool.query(
    "update auth.sessions set created_at = now() - interval '16 minutes' where user_id = $1",
    [member.id],
  );
  for (const path of ['recovery-codes', 'recovery-codes/regenerate']) {
    const { status, body } = await call('POST', `factors/${path}`, member.token);
    expect([status, body.error_code]).toEqual([400, 'reauthentication_needed']);
  }
  const { token, password } = member;
  await site.api('POST', '/api/v1/sessions/confirm', { token, body: { password } });
  expect((await call('POST', 'factors/recovery-codes', token)).body.codes).toHaveLength(10);
});

test("recovery codes are deleted with the last factor, and don't work after that", async () => {
  const member = await buildProtected();
  const made = await call('POST', 'factors/recovery-codes', member.token);
  await member.client.mfa.unenroll({ factorId: member.factorId });
  const { client, token } = await signIn(member);
  expect((await call('GET', 'factors/recovery-codes', token)).status).toBe(404);
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const secret = data?.type === 'totp' ? data.totp.secret : '';
  await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOf(secret) });
  const again = (await signIn(member)).token;
  const code = made.body.codes[0];
  const used = await call('POST', 'factors/recovery-codes/verify', again, { code });
  expect(used.body.error_code).toBe('mfa_verification_failed');
});

describe('none of these gets past the second factor', () => {
  test('a code that was used, or of another account, session or challenge', async () => {
    const [member, other] = [await buildProtected(), await buildProtected()];
    const { token } = await signIn(member);
    const challenge = async (as: string, factor = member.factorId) =>
      (await call('POST', `factors/${factor}/challenge`, as)).body.id;
    const verify = async (body: object, as = token) =>
      (await call('POST', `factors/${member.factorId}/verify`, as, body)).body.error_code;
    const mine = await challenge(token);
    expect(await verify({ challenge_id: mine, code: member.used })).toBe('mfa_verification_failed');
    expect(await verify({ challenge_id: mine, code: codeOf(other.secret) })).toBe('mfa_verification_failed');
    for (const code of ['', '000000', '12345', `${codeOf(member.secret)} `, '١٢٣٤٥٦'])
      expect(await verify({ challenge_id: mine, code })).toBe('mfa_verification_failed');
    const second = await signIn(member);
    const foreign = [await challenge(second.token), await challenge(other.token, other.factorId)];
    for (const challenge_id of foreign)
      expect(await verify({ challenge_id, code: codeOf(member.secret) })).toBe('mfa_challenge_expired');
    expect((await call('POST', `factors/${member.factorId}/challenge`, other.token)).status).toBe(404);
    const code = codeOf(member.secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify({ challenge_id: mine, code })));
    expect(answers.filter((error) => error === undefined)).toHaveLength(1);
    const next = await challenge(second.token);
    expect(await verify({ challenge_id: next, code }, second.token)).toBe('mfa_verification_failed');
  });

  test('a session of the password alone: no factor added or removed, no recovery codes, no change', async () => {
    const member = await buildProtected();
    const { token, session } = await signIn(member);
    const refused = [
      await call('POST', 'factors', token, { factor_type: 'totp' }),
      await call('DELETE', `factors/${member.factorId}`, token),
      await call('POST', 'factors/recovery-codes', token),
      await call('POST', 'factors/recovery-codes/regenerate', token),
      await call('DELETE', 'factors/recovery-codes', token),
      await call('PUT', 'user', token, { password: 'another one' }),
      await call('PUT', 'user', token, { email: 'thief@example.com', current_password: member.password }),
      await call('PUT', 'user', token, { data: { theme: 'dark' } }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error_code])).toEqual(
      refused.map(() => [401, 'insufficient_aal']),
    );
    const refreshed = await site.authClient().refreshSession(session);
    expect(await profile(refreshed.data.session?.access_token ?? '')).toEqual([
      403,
      'second_factor_required',
    ]);
  });

  test('an app that somebody with the password prepared beside it', async () => {
    const member = await buildProtected();
    const planted = await site.db
      .insertInto('auth.factors')
      .columns(['user_id', 'secret_encrypted', 'friendly_name'])
      .expression((from) =>
        from
          .selectFrom('auth.factors')
          .select(['user_id', 'secret_encrypted', sql.lit('Planted').as('friendly_name')])
          .where('id', '=', member.factorId),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const { client, token } = await signIn(member);
    const answer = await client.mfa.challengeAndVerify({ factorId: planted.id, code: codeOf(member.secret) });
    expect(answer.error?.code).toBe('insufficient_aal');
    expect(await profile(token)).toEqual([403, 'second_factor_required']);
  });

  test('a recovery link, and a sign-in link', async () => {
    await setSetting(site, 'email_sign_in', 'true');
    const member = await buildProtected();
    await emailsOf(site, member.email, 1);
    await site.db
      .updateTable('auth.users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', member.id)
      .execute();
    for (const [count, path] of [
      [2, 'recover'],
      [3, 'otp'],
    ] as const) {
      await site.api('POST', `/auth/v1/${path}`, { body: { email: member.email } });
      const { link } = await emailsOf(site, member.email, count);
      const location = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
      const token = new URLSearchParams(location.split('#')[1]).get('access_token') ?? '';
      expect(await profile(token)).toEqual([403, 'second_factor_required']);
      const changed = await call('PUT', 'user', token, { password: 'another one' });
      expect(changed.body.error_code).toBe('insufficient_aal');
    }
  });

  test('a bare token of an old session sets up no app that would lock the owner out', async () => {
    const member = await buildMember(site);
    await site.db
      .updateTable('auth.sessions')
      .set({ created_at: new Date(Date.now() - 20 * 60_000) })
      .where('user_id', '=', member.id)
      .execute();
    const { status, body } = await call('POST', 'factors', member.token, { factor_type: 'totp' });
    expect([status, body.error_code]).toEqual([400, 'reauthentication_needed']);
  });

  test('guessing: ten tries in five minutes, from wherever', async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' }, database: site.database });
    const member = await buildProtected();
    // Tokens are only valid at the site that issued them.
    const { data } = await limited.authClient().signInWithPassword(member);
    const token = data.session?.access_token ?? '';
    const { body } = await limited.api('POST', `/auth/v1/factors/${member.factorId}/challenge`, { token });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const guess = { challenge_id: body.id, code: '000000' };
      const path = `/auth/v1/factors/${member.factorId}/verify`;
      statuses.push((await limited.api('POST', path, { token, body: guess })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    await limited.stop();
  });
});

describe('admins, where the owner asks them for a second factor', () => {
  test('are only admins in sessions that have used one', async () => {
    const plain = await buildAdmin(site);
    const admin = await buildProtected(buildAdmin);
    const users = async (token: string) => (await site.api('GET', '/api/v1/admin/users', { token })).status;
    await setSetting(site, 'second_factor_for_admins', 'true');
    expect([await users(plain.token), await users(admin.token)]).toEqual([403, 200]);
    expect((await site.api('GET', '/api/v1/profile', { token: plain.token })).body).toMatchObject({
      needs_second_factor: true,
      can: { administer: false },
    });
    await setSetting(site, 'second_factor_for_admins', 'false');
    expect(await users(plain.token)).toBe(200);
  });
});
