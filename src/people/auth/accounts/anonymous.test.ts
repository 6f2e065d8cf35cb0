import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '#tests/harness/authenticator.ts';
import {
  buildAdmin,
  buildGift,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildTier,
} from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createSocialSite } from '#tests/social/social-site.ts';

let all: Awaited<ReturnType<typeof createSocialSite>>;
beforeAll(async () => {
  all = await createSocialSite();
  await setSetting(all.site, 'anonymous_sign_in', 'true');
});
afterAll(() => all.stop());

const address = () => `${randomUUID()}@example.com`;
const password = 'a good password';
async function tryIt() {
  const client = all.openClient();
  const { data, error } = await client.signInAnonymously({ options: { data: { from: 'home' } } });
  if (error || !data.user || !data.session) throw error ?? new Error('no session');
  return { client, id: data.user.id, user: data.user, session: data.session };
}

const link = async (session: { access_token: string }, person: ReturnType<typeof all.newPerson>) => {
  all.provider.person = person;
  const browser = all.openBrowser();
  const asked = await browser.go(
    `${all.site.url}/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true`,
    session.access_token,
  );
  const { url } = (await asked.json()) as { url: string };
  const end = await browser.travel(url);
  return new URLSearchParams(end.hash.slice(1)).get('error_code');
};

describe('a trial account', () => {
  test('is a member without an email address', async () => {
    const { client, user, session } = await tryIt();
    expect(user).toMatchObject({
      is_anonymous: true,
      email: '',
      identities: [],
      user_metadata: { from: 'home' },
    });
    const { data } = await client.getClaims();
    expect(data?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] });
    const profile = await all.site.api('GET', '/api/v1/profile', { token: session.access_token });
    expect(profile.body.can).toEqual({ administer: false, edit_catalog: false, support_members: false });
    expect((await client.reauthenticate()).error?.message).toContain('requires the user to have an email');
  });

  test('becomes an account with an address and a password, and keeps its data', async () => {
    const { client, id } = await tryIt();
    const { email: taken } = await buildMember(all.site);
    expect((await client.updateUser({ email: taken, password })).error?.code).toBe('email_exists');
    const email = address();
    const named = await client.updateUser({ email, password });
    expect(named.data.user).toMatchObject({ id, email, is_anonymous: false });
    expect((await emailsOf(all.site, email, 1)).subject).toMatch(/^Welcome/);
    const { data } = await all.site.authClient().signInWithPassword({ email, password });
    expect(data.user?.id).toBe(id);
  });

  test('becomes one even if its address is sent twice at once, and again later', async () => {
    const { session } = await tryIt();
    const body = { email: address(), password };
    const name = () => all.site.api('PUT', '/auth/v1/user', { token: session.access_token, body });
    const answers = [...(await Promise.all([name(), name()])), await name()];
    expect(answers.map(({ status, body }) => [status, body.email])).toEqual(Array(3).fill([200, body.email]));
  });

  test('becomes one even if an earlier request is answered after another one with the same address', async () => {
    const { auth } = all.site.services;
    const caller = await auth.caller((await tryIt()).session.access_token);
    const change = { email: address(), password };
    for (const _ of [1, 2])
      expect(await auth.updateUser(caller, change, undefined)).toMatchObject({ email: change.email });
  });

  test('and another one that choose the same address at once: one gets it, the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const body = { email: address(), password };
      const sessions = (await Promise.all([tryIt(), tryIt()])).map(({ session }) => session);
      const answers = await Promise.all(
        sessions.map(({ access_token: token }) => all.site.api('PUT', '/auth/v1/user', { token, body })),
      );
      expect(answers.map(({ status, body }) => [status, body.error_code]).sort()).toEqual([
        [200, undefined],
        [422, 'email_exists'],
      ]);
    }
  });

  test('becomes one once its address is confirmed, if the owner requires that', async () => {
    await setSetting(all.site, 'confirm_email', 'true');
    const { client, id } = await tryIt();
    const email = address();
    await client.updateUser({ email: address(), password });
    // The first one was mistyped.
    expect((await client.updateUser({ email, password })).data.user).toMatchObject({ is_anonymous: true });
    expect((await all.site.authClient().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    const { link, code, subject } = await emailsOf(all.site, email, 1);
    expect(subject).toMatch(/^Confirm your email address/);
    // No page takes one.
    expect(code).toBe('');
    await fetch(link, { redirect: 'manual' });
    const { data } = await all.site.authClient().signInWithPassword({ email, password });
    expect(data.user).toMatchObject({ id, email, is_anonymous: false });
    expect((await emailsOf(all.site, email, 2)).subject).toMatch(/^Welcome/);
    // The account counts from now on, so its owner must agree to pages that were published during the trial.
    const { rows } = await all.site.pool.query(
      'select email_confirmed_at > created_at as is_later from auth.users where id = $1',
      [id],
    );
    expect(rows).toEqual([{ is_later: true }]);
    await setSetting(all.site, 'confirm_email', 'false');
  });

  test('that was prepared for the owner of another address keeps no keys, programs or factors', async () => {
    await setSetting(all.site, 'confirm_email', 'true');
    await setSetting(all.site, 'passkeys', 'true');
    const { client, id, session } = await tryIt();
    const token = session.access_token;
    const body = { name: 'Kept', scopes: ['library:read'] };
    const { key } = (await all.site.api('POST', '/api/v1/keys', { token, body })).body;
    const read = async () => (await all.site.api('GET', '/api/v1/prompts', { token: key })).status;
    expect(await read()).toBe(200);
    const { challenge_id, options } = (
      await all.site.api('POST', '/auth/v1/passkeys/registration/options', { token, body: {} })
    ).body;
    const credential = createAuthenticator({ origin: all.site.url }).create(options);
    const added = await all.site.api('POST', '/auth/v1/passkeys/registration/verify', {
      token,
      body: { challenge_id, credential },
    });
    expect(added.status, added.text).toBe(200);
    await client.mfa.enroll({ factorType: 'totp' });
    const email = address();
    await client.updateUser({ email, password });
    await fetch((await emailsOf(all.site, email, 1)).link, { redirect: 'manual' });
    const { data } = await all.site.authClient().signInWithPassword({ email, password });
    expect(data.user?.id).toBe(id);
    expect(await read()).toBe(401);
    const { rows } = await all.site.pool.query(
      `select 'passkey' from auth.passkeys where user_id = $1 union all select 'factor' from auth.factors where user_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
    expect(await all.isAlive(token)).toBe(true);
    await setSetting(all.site, 'confirm_email', 'false');
  });

  test('becomes one with another provider, but never takes an address that has an account', async () => {
    const { client, id, session } = await tryIt();
    const { email: taken } = await buildMember(all.site);
    expect(await link(session, all.newPerson({ email: taken }))).toBe('email_exists');
    expect(await link(session, all.newPerson({ email_verified: false }))).toBe(
      'provider_email_needs_verification',
    );
    const person = all.newPerson();
    expect(await link(session, person)).toBeNull();
    await emailsOf(all.site, person.email ?? '', 2);
    const emails = (await all.site.emails()).filter((email) => email.includes(`To: ${person.email}`));
    expect(emails.filter((email) => email.includes('Subject: Google was linked'))).toHaveLength(1);
    expect(emails.filter((email) => email.includes('Subject: Welcome'))).toHaveLength(1);
    expect((await client.getUser()).data.user).toMatchObject({
      id,
      email: person.email,
      is_anonymous: false,
    });
  });

  test("doesn't become one if the site accepts no such members", async () => {
    for (const [name, off, on, code] of [
      ['signup', 'closed', 'open', 'signup_disabled'],
      ['signup_domains', 'example.org', 'any', 'email_address_not_authorized'],
    ] as const)
      for (const confirms of ['false', 'true']) {
        const { client, session } = await tryIt();
        await setSetting(all.site, name, off);
        await setSetting(all.site, 'confirm_email', confirms);
        expect((await client.updateUser({ email: address(), password })).error?.code).toBe(code);
        expect(await link(session, all.newPerson())).toBe(code);
        expect((await client.getUser()).data.user).toMatchObject({ is_anonymous: true });
        await setSetting(all.site, name, on);
        await setSetting(all.site, 'confirm_email', 'false');
      }
  });

  test("isn't counted as a member or sent to webhooks before it has an address", async () => {
    const { token } = await buildAdmin(all.site);
    await all.site.pool.query(
      "insert into webhook_endpoints (url, events, secret) values ('https://receiver.invalid/', '{member.joined}', '')",
    );
    const users = async (q: string) =>
      (await all.site.api('GET', `/api/v1/admin/users?q=${encodeURIComponent(q)}`, { token })).body;
    const counts = async () => [(await users('')).all, (await all.site.services.newest.counts()).users];
    const before = await counts();
    const { client, id } = await tryIt();
    const told = async () =>
      (await all.site.pool.query('select type from webhook_events where member_id = $1', [id])).rows;
    expect(await told()).toEqual([]);
    expect(await counts()).toEqual(before);
    expect((await users('anonymous.invalid')).items).toEqual([]);
    const email = address();
    await client.updateUser({ email, password });
    expect(await told()).toEqual([{ type: 'member.joined' }]);
    expect(await counts()).toEqual(before.map((count) => count + 1));
    expect((await users(email)).items).toMatchObject([{ id, email }]);
    await client.updateUser({ data: { name: 'Ada' } });
    expect(await told()).toHaveLength(1);
  });

  test('causes no webhook events, whatever it does, until it has an address', async () => {
    const { id: endpoint } = (
      await all.site.pool.query(
        `insert into webhook_endpoints (url, events, secret) values ('https://receiver.invalid/',
          '{plan.started,plan.changed,purchase.created,comment.created}', '') returning id`,
      )
    ).rows[0];
    const told = async () =>
      (
        await all.site.pool.query(
          `select type, member_id, data from webhook_events where id in
            (select event_id from webhook_deliveries where endpoint_id = $1)`,
          [endpoint],
        )
      ).rows;
    const { client, id, session } = await tryIt();
    const act = async (path: string, body: object = {}) => {
      const answer = await all.site.api('POST', path, { token: session.access_token, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    const { slug } = await buildPrompt(all.site);
    await act(`/api/v1/prompts/${slug}/comments`, { body: 'Useful' });
    const sold = { tier_access: 2, is_purchasable: true, price: 900 };
    const { id: playbookId } = await buildPlaybook(all.site, sold);
    const { url } = await act('/functions/v1/create-checkout-session', { type: 'playbook', playbookId });
    await act(`/api/v1/sandbox/checkouts/${new URL(url).searchParams.get('id')}`, { outcome: 'pay' });
    const tier = await buildTier(all.site, { access_level: 2 });
    await act(`/api/v1/gifts/${(await buildGift(all.site, tier)).code}/redeem`);
    expect(await told()).toEqual([]);
    await client.updateUser({ email: address(), password });
    expect(await told()).toEqual([
      {
        type: 'plan.started',
        member_id: id,
        data: { plan: { id: tier.id, name: tier.name, access_level: 2 }, former_plan: null },
      },
    ]);
  });

  test("isn't created if the owner doesn't offer it, or accepts no new members", async () => {
    for (const [name, off, on] of [
      ['anonymous_sign_in', 'false', 'true'],
      ['signup', 'invite', 'open'],
    ] as const) {
      await setSetting(all.site, name, off);
      const { error } = await all.openClient().signInAnonymously();
      expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
      await setSetting(all.site, name, on);
    }
  });

  test('that buys something gets no email, because it has no address', async () => {
    const token = (await tryIt()).session.access_token;
    const { id } = await buildPlaybook(all.site, { tier_access: 2, is_purchasable: true, price: 900 });
    const ask = (path: string, body: object) => all.site.api('POST', path, { token, body });
    const opened = await ask('/functions/v1/create-checkout-session', { type: 'playbook', playbookId: id });
    const page = new URL(opened.body.url).searchParams.get('id');
    expect((await ask(`/api/v1/sandbox/checkouts/${page}`, { outcome: 'pay' })).status).toBe(200);
    const { email } = await buildMember(all.site);
    await all.site.api('POST', '/auth/v1/recover', { body: { email } });
    await emailsOf(all.site, email, 1);
    expect((await all.site.emails()).filter((mail) => mail.includes('anonymous.invalid'))).toEqual([]);
  });

  test('is deleted after a month without use', async () => {
    const [old, used] = [await tryIt(), await tryIt()];
    await all.site.pool.query(
      "update auth.users set created_at = now() - interval '40 days' where is_anonymous",
    );
    await all.site.pool.query(
      "update auth.sessions set refreshed_at = now() - interval '31 days' where user_id = $1",
      [old.id],
    );
    await all.site.services.retention();
    const left = await all.site.db
      .selectFrom('auth.users')
      .select('id')
      .where('id', 'in', [old.id, used.id])
      .execute();
    expect(left.map(({ id }) => id)).toEqual([used.id]);
  });

  test('is kept while it has a gift, and while one of its keys or programs is in use', async () => {
    const { pool } = all.site;
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push((await tryIt()).id);
    const [running, waiting, revoked, over, key, unusedKey, program, unusedProgram] = ids;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const tier = await buildTier(all.site);
    for (const [owner, ends, revoked_at] of [
      [running, inDays(1), null],
      [waiting, null, null],
      [revoked, inDays(1), new Date()],
      [over, inDays(-1), null],
    ] as const)
      await buildGift(all.site, tier, {
        redeemed_by: owner ?? null,
        redeemed_at: inDays(-40),
        ends_at: ends,
        revoked_at,
      });
    for (const [owner, days] of [
      [key, 29],
      [unusedKey, 31],
    ])
      await pool.query(
        `insert into api_keys (user_id, name, hash, hint, scopes, last_used_at)
         values ($1::uuid, 'key', sha256($1::uuid::text::bytea), 'hint', '{library:read}', now() - make_interval(days => $2))`,
        [owner, days],
      );
    for (const [owner, days] of [
      [program, 29],
      [unusedProgram, 31],
    ])
      await pool.query(
        `insert into oauth_records (model, id_hash, payload, user_id, expires_at, last_used_at)
         values ('Grant', sha256($1::uuid::text::bytea), '{}', $1::uuid, now() + interval '1 day', now() - make_interval(days => $2))`,
        [owner, days],
      );
    await pool.query("update auth.users set created_at = now() - interval '40 days' where id = any($1)", [
      ids,
    ]);
    await pool.query(
      "update auth.sessions set refreshed_at = now() - interval '31 days' where user_id = any($1)",
      [ids],
    );
    await all.site.services.retention();
    const { rows } = await pool.query('select id from auth.users where id = any($1)', [ids]);
    expect(rows.map(({ id }) => id).sort()).toEqual([running, waiting, key, program].sort());
  });
});

test('an account without a password can only be deleted by its owner', async () => {
  const remove = async (token: string, body: object = {}) =>
    (await all.site.api('DELETE', '/api/v1/profile', { token, body })).status;
  expect(await remove((await tryIt()).session.access_token)).toBe(200);
  expect(await remove((await buildMember(all.site)).token)).toBe(403);
  const signIn = async () => (await all.signIn('google', all.newPerson())).session;
  expect(await remove((await signIn())?.access_token ?? '')).toBe(200);

  const late = await signIn();
  const [token, email] = [late?.access_token ?? '', late?.user.email ?? ''];
  await all.site.pool.query(
    "update auth.sessions set created_at = now() - interval '16 minutes' where user_id = $1",
    [late?.user.id],
  );
  expect(await remove(token)).toBe(403);
  expect(await remove(token, { password: 'any' })).toBe(403);
  // The welcome email.
  await emailsOf(all.site, email, 1);
  await all.site.api('GET', '/auth/v1/reauthenticate', { token });
  const { code } = await emailsOf(all.site, email, 2);
  expect(await remove(token, { nonce: code === '000000' ? '111111' : '000000' })).toBe(403);
  expect(await remove(token, { nonce: code })).toBe(200);
});
