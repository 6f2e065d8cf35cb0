import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
/** Another process on the same database, with rate limits. */
let limited: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  limited = await createTestSite({ environment: { RATE_LIMITS: 'on' }, database: site.database });
});
afterAll(async () => {
  await limited.stop();
  await site.stop();
});

/** The code of `halfMinutes` from now. */
const codeOf = (secret: string, halfMinutes = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + halfMinutes * 30_000 });

async function prepare(from = site) {
  const member = await buildMember(from);
  const call = (method: string, path: string, body?: object) =>
    from.api(method, `/auth/v1/factors${path}`, { token: member.token, ...(body && { body }) });
  const enroll = async (friendly_name?: string) => (await call('POST', '', { friendly_name })).body;
  const verify = async (id: string, challenge_id: string, code: string) =>
    (await call('POST', `/${id}/verify`, { challenge_id, code })).body;
  const challenge = async (id: string) => (await call('POST', `/${id}/challenge`)).body.id as string;
  return { ...member, call, enroll, verify, challenge };
}

test('the codes of other minutes are refused, and one whose challenge has expired', async () => {
  const { enroll, verify, challenge } = await prepare();
  const { id, totp } = await enroll();
  const asked = await challenge(id);
  for (const halfMinutes of [-4, 4])
    expect((await verify(id, asked, codeOf(totp.secret, halfMinutes))).error_code).toBe(
      'mfa_verification_failed',
    );
  await site.pool.query("update auth.challenges set expires_at = now() - interval '1 second' where id = $1", [
    asked,
  ]);
  expect((await verify(id, asked, codeOf(totp.secret))).error_code).toBe('mfa_challenge_expired');
  expect((await verify(id, await challenge(id), codeOf(totp.secret))).access_token).toBeTruthy();
});

test('names are given once, and what was prepared more than an hour ago is out of the way', async () => {
  const { id, enroll } = await prepare();
  for (let number = 1; number <= 9; number += 1) await enroll(`App ${number}`);
  expect((await enroll('App 9')).error_code).toBe('mfa_factor_name_conflict');
  expect((await enroll('App 10')).error_code).toBeUndefined();
  expect((await enroll('App 11')).error_code).toBe('too_many_enrolled_mfa_factors');
  await site.pool.query(
    "update auth.factors set created_at = now() - interval '61 minutes' where user_id = $1",
    [id],
  );
  expect((await enroll('App 9')).error_code).toBeUndefined();
});

test('the owner is told of an added and of a removed factor, but not of one that was only prepared', async () => {
  const { email, call, enroll, verify, challenge } = await prepare();
  const [prepared, used] = [await enroll('Prepared'), await enroll('Used')];
  const told = async () =>
    (await Promise.all([site, limited].map((origin) => origin.emails())))
      .flat()
      .filter((raw) => raw.includes(`To: ${email}`));
  expect((await call('DELETE', `/${prepared.id}`)).status).toBe(200);
  const { access_token } = await verify(used.id, await challenge(used.id), codeOf(used.totp.secret));
  const removed = await site.api('DELETE', `/auth/v1/factors/${used.id}`, { token: access_token });
  expect(removed.status).toBe(200);
  await expect
    .poll(async () => (await site.pool.query("select state from jobs.job where name = 'mail'")).rows)
    .toSatisfy((rows) => rows.every(({ state }: { state: string }) => state === 'completed'));
  expect(await told()).toHaveLength(2);
});

test('recovery codes are guessed ten times in five minutes at most', async () => {
  const { call } = await prepare(limited);
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    statuses.push((await call('POST', '/recovery-codes/verify', { code: `aaaaa-aaaa${guess}` })).status);
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});
