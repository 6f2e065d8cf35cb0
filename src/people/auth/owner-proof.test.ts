import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsOf, password, signUp } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let limited: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  limited = await createTestSite({ environment: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
});
afterAll(async () => {
  await site.stop();
  await limited.stop();
});

/** A member without a password, who signed in on two devices, long ago. */
async function signedUpWithoutPassword(where: TestSite) {
  const member = await signUp(where);
  const { email } = member;
  const { data } = await where.authClient().signInWithPassword({ email, password });
  const query = (text: string) => where.pool.query(text, [member.id]);
  await query("update auth.sessions set created_at = now() - interval '1 day' where user_id = $1");
  await query('update auth.users set password_hash = null where id = $1');
  return { ...member, token: member.session.access_token, otherToken: data.session?.access_token ?? '' };
}
const from = (host: number) => ({ 'x-forwarded-for': `10.0.0.${host}` });
const another = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a session that started long ago', () => {
  const confirm = (token: string, body: object) =>
    site.api('POST', '/api/v1/sessions/confirm', { token, body });
  const enroll = (token: string) =>
    site.api('POST', '/auth/v1/factors', { token, body: { factor_type: 'totp' } });
  async function signedUpLongAgo() {
    const member = await signUp(site);
    await site.pool.query(
      "update auth.sessions set created_at = now() - interval '1 day' where user_id = $1",
      [member.id],
    );
    const token = member.session.access_token;
    expect((await enroll(token)).body.error_code).toBe('reauthentication_needed');
    return { ...member, token };
  }
  async function codeFor({ client, email }: { client: GoTrueClient; email: string }, count: number) {
    expect((await client.reauthenticate()).error).toBeNull();
    return (await emailsOf(site, email, count)).code;
  }

  test('counts as recent once the password is entered again, without starting another one', async () => {
    const member = await signedUpLongAgo();
    const nonce = await codeFor(member, 1);
    for (const wrong of [{}, { password: 'wrong' }, { nonce }])
      expect((await confirm(member.token, wrong)).status).toBe(403);
    expect((await confirm(member.token, { password })).status).toBe(200);
    expect((await enroll(member.token)).status).toBe(200);
    const { body } = await site.api('GET', '/api/v1/sessions', { token: member.token });
    expect(body.items).toHaveLength(1);
    await site.pool.query(
      "update auth.sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1",
      [member.id],
    );
    expect((await enroll(member.token)).body.error_code).toBe('reauthentication_needed');
  });

  test('can be confirmed once by a code if there is no password, and not without one', async () => {
    const member = await signedUpLongAgo();
    await site.pool.query('update auth.users set password_hash = null where id = $1', [member.id]);
    const { body: profile } = await site.api('GET', '/api/v1/profile', { token: member.token });
    expect(profile.has_password).toBe(false);
    const nonce = await codeFor(member, 1);
    for (const wrong of [{}, { password }, { nonce: '000000' }])
      expect((await confirm(member.token, wrong)).status).toBe(403);
    expect((await confirm(member.token, { nonce })).status).toBe(200);
    expect((await enroll(member.token)).status).toBe(200);
    // A stolen token can't reuse the owner's confirmation.
    expect((await confirm(member.token, {})).status).toBe(403);
    expect((await confirm(member.token, { nonce })).status).toBe(403);
  });
});

describe('codes of an owner', () => {
  const sent = (token: string) => limited.api('GET', '/auth/v1/reauthenticate', { token });
  const confirm = (token: string, body: object) =>
    limited.api('POST', '/api/v1/sessions/confirm', { token, body });

  test('are sent once a minute, even if someone else has just requested one for the address', async () => {
    const { email, token } = await signedUpWithoutPassword(limited);
    const byStranger = () => limited.api('POST', '/auth/v1/recover', { body: { email }, headers: from(1) });
    expect([(await byStranger()).status, (await byStranger()).status]).toEqual([200, 429]);
    // HEAD asks only whether there is an endpoint.
    expect((await limited.api('HEAD', '/auth/v1/reauthenticate', { token })).status).toBe(200);
    expect((await sent(token)).status).toBe(200);
    const again = await sent(token);
    expect([again.status, again.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(again.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  });

  test("can't be guessed, and still work after any number of guesses at a sign-in", async () => {
    const { email, token } = await signedUpWithoutPassword(limited);
    const guess = (attempt: number) =>
      limited.api('POST', '/auth/v1/verify', {
        body: { type: 'email', email, token: '123456' },
        headers: from(attempt),
      });
    for (let attempt = 0; attempt < 50; attempt += 1) expect((await guess(attempt)).status).toBe(403);
    expect((await guess(50)).status).toBe(429);
    expect((await sent(token)).status).toBe(200);
    const { code } = await emailsOf(limited, email, 1);
    expect((await confirm(token, { nonce: code })).status).toBe(200);
  });

  test("can't be used up from another session of the account", async () => {
    const { email, token, otherToken } = await signedUpWithoutPassword(limited);
    const tries = async () => (await confirm(otherToken, { nonce: '' })).status;
    for (let attempt = 0; attempt < 20; attempt += 1) expect(await tries()).toBe(403);
    expect(await tries()).toBe(429);
    expect((await sent(token)).status).toBe(200);
    const { code } = await emailsOf(limited, email, 1);
    expect((await confirm(token, { nonce: another(code) })).status).toBe(403);
    expect((await confirm(token, { nonce: code })).status).toBe(200);
  });

  test('can still delete an account if the first try was interrupted', async () => {
    const { client, email, id, token } = await signedUpWithoutPassword(site);
    await client.reauthenticate();
    const { code } = await emailsOf(site, email, 1);
    const remove = async () =>
      (await site.api('DELETE', '/api/v1/profile', { token, body: { nonce: code } })).status;
    await site.pool.query(`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$`);
    await site.pool.query(`create trigger break_off before delete on auth.users for each row
      when (old.id = '${id}') execute function break_off()`);
    expect(await remove()).toBe(500);
    await site.pool.query('drop function break_off cascade');
    expect(await remove()).toBe(200);
  });
});
