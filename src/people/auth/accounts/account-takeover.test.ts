import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { setSetting } from '#tests/harness/sign-in.ts';
import { createSocialSite, failure } from '#tests/social/social-site.ts';
import type { Person } from '#tests/social/stand-in-provider.ts';

let all: Awaited<ReturnType<typeof createSocialSite>>;
beforeAll(async () => {
  all = await createSocialSite();
});
afterAll(() => all.stop());

const accountsWith = async (email = '') =>
  (await all.site.db.selectFrom('auth.users').select('id').where('email', '=', email).execute()).length;

describe('nobody takes an account over', () => {
  test.each([
    ['google', { email_verified: false }],
    ['google', { email_verified: 'false' }],
    ['github', { email_verified: false }],
    // In Microsoft Entra, a tenant's admin can set any address.
    ['azure', { email_verified: true }],
    ['custom:oidc', { email_verified: false }],
  ])('with an address that %s has not proved: %o', async (name, change) => {
    const member = await all.buildProved();
    const { end, session } = await all.signIn(name, all.newPerson({ ...change, email: member.email }));
    expect(failure(end)).toBe('provider_email_needs_verification');
    expect(session).toBeUndefined();
    const unknown = all.newPerson(change);
    expect(failure((await all.signIn(name, unknown)).end)).toBe('provider_email_needs_verification');
    expect(await accountsWith(unknown.email)).toBe(0);
  });

  test("by creating one with someone else's address beforehand", async () => {
    const thief = await buildMember(all.site);
    await all.site.db
      .insertInto('auth.factors')
      .values({ user_id: thief.id, status: 'verified', secret_encrypted: Buffer.from('x') })
      .execute();
    const linked = all.newPerson();
    await all.site.db
      .insertInto('auth.identities')
      .values({ user_id: thief.id, provider: 'google', provider_id: linked.sub })
      .execute();
    await all.site.db
      .insertInto('oauth_records')
      .values({ model: 'Grant', id_hash: randomBytes(32), payload: '{}', user_id: thief.id })
      .execute();
    const owner = await all.signIn('google', all.newPerson({ email: thief.email }));
    const programs = all.site.db.selectFrom('oauth_records').select('model').where('user_id', '=', thief.id);
    expect(await programs.execute()).toEqual([]);
    // What the thief set up doesn't keep the owner out.
    expect(await all.isAlive(owner.session?.access_token ?? '')).toBe(true);
    expect(await all.isAlive(thief.token)).toBe(false);
    expect((await all.site.authClient().signInWithPassword(thief)).error?.code).toBe('invalid_credentials');
    expect((await all.signIn('google', linked)).session?.user.id).not.toBe(thief.id);
  });

  test('with a code saved before the owner signed in or chose another password', async () => {
    const codeOf = async (person: Person) => {
      all.provider.person = person;
      const query = `provider=google&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`;
      const end = await all.openBrowser().travel(`${all.site.url}/auth/v1/authorize?${query}`);
      return end.searchParams.get('code') ?? '';
    };
    const exchange = (auth_code: string) =>
      all.site.api('POST', '/auth/v1/token?grant_type=pkce', {
        body: { auth_code, code_verifier: 'a'.repeat(43) },
      });
    const thief = await buildMember(all.site);
    const linked = all.newPerson();
    await all.site.db
      .insertInto('auth.identities')
      .values({ user_id: thief.id, provider: 'google', provider_id: linked.sub })
      .execute();
    const kept = await codeOf(linked);
    await all.signIn('google', all.newPerson({ email: thief.email }));
    expect((await exchange(kept)).body.error_code).toBe('flow_state_not_found');

    const person = all.newPerson();
    const own = await all.signIn('google', person);
    const stolen = await codeOf(person);
    await own.client.updateUser({ password: 'another good password' });
    expect((await exchange(stolen)).body.error_code).toBe('flow_state_not_found');
  });

  test('by staying signed in to one that nobody has confirmed', async () => {
    await setSetting(all.site, 'confirm_email', 'true');
    const email = `${randomUUID()}@example.com`;
    const password = 'of the thief';
    await all.site.authClient().signUp({ email, password });
    const { session } = await all.signIn('google', all.newPerson({ email }));
    expect(session?.user.email).toBe(email);
    expect((await all.site.authClient().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    await setSetting(all.site, 'confirm_email', 'false');
  });

  test.each(['nonce', 'signature', 'audience', 'issuer', 'expired'] as const)(
    'with an ID token of a wrong %s',
    async (flaw) => {
      all.provider.flaw = flaw;
      const { end, session } = await all.signIn('google', all.newPerson());
      all.provider.flaw = undefined;
      expect([failure(end), session]).toEqual(['bad_oauth_callback', undefined]);
    },
  );

  test('with a state that was swapped, already used, or started in another browser', async () => {
    const begin = async () => {
      all.provider.person = all.newPerson();
      const browser = all.openBrowser();
      const isBack = (at: string) => at.startsWith(all.provider.redirectUri);
      const address = `${all.site.url}/auth/v1/authorize?provider=google`;
      return { browser, back: await browser.travel(address, isBack) };
    };
    const [mine, theirs] = [await begin(), await begin()];
    // One flow's code with the other flow's state.
    const swapped = new URL(mine.back);
    swapped.searchParams.set('code', theirs.back.searchParams.get('code') ?? '');
    expect(failure(await mine.browser.travel(swapped.href))).toBe('bad_oauth_callback');
    // Somebody is sent a callback address that belongs to another browser.
    expect(failure(await mine.browser.travel(theirs.back.href))).toBe('bad_oauth_state');
    expect(failure(await all.openBrowser().travel(theirs.back.href))).toBe('bad_oauth_state');
    // A program that only checks the link (HEAD) doesn't use it up. The browser does, once.
    const { browser, back } = await begin();
    await fetch(back, { method: 'HEAD' });
    const cookies = new Map(browser.jar);
    expect(failure(await browser.travel(back.href))).toBeNull();
    for (const [name, value] of cookies) browser.jar.set(name, value);
    expect(failure(await browser.travel(back.href))).toBe('bad_oauth_state');
    const unknown = `${all.provider.redirectUri}?code=x&state=y`;
    expect(failure(await all.openBrowser().travel(unknown))).toBe('bad_oauth_state');
  });

  test('with a code that was used, belongs to another client, or has expired', async () => {
    const exchange = (auth_code: string, code_verifier: string) =>
      all.site.api('POST', '/auth/v1/token?grant_type=pkce', { body: { auth_code, code_verifier } });
    const { code, session } = await all.signIn('google', all.newPerson());
    expect(session).toBeTruthy();
    const replay = await exchange(code ?? '', 'x'.repeat(56));
    expect([replay.status, replay.body.error_code]).toEqual([404, 'flow_state_not_found']);
    const begin = async () => {
      all.provider.person = all.newPerson();
      const query = `provider=google&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`;
      const end = await all.openBrowser().travel(`${all.site.url}/auth/v1/authorize?${query}`);
      return end.searchParams.get('code') ?? '';
    };
    const stolen = await begin();
    expect((await exchange(stolen, 'b'.repeat(43))).body.error_code).toBe('bad_code_verifier');
    // The wrong guess used the code up.
    expect((await exchange(stolen, 'a'.repeat(43))).body.error_code).toBe('flow_state_not_found');
    const late = await begin();
    await all.site.pool.query("update auth.sign_in_flows set expires_at = now() - interval '1 second'");
    expect((await exchange(late, 'a'.repeat(43))).body.error_code).toBe('flow_state_not_found');
    const one = await begin();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(one, 'a'.repeat(43))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const query of [
      'code_challenge=short&code_challenge_method=s256',
      'code_challenge_method=s256',
      `code_challenge=${'a'.repeat(43)}`,
    ])
      expect((await all.site.api('GET', `/auth/v1/authorize?provider=google&${query}`)).status).toBe(400);
  });

  test.each(['https://evil.example/', '//evil.example', 'http://user@localhost/', 'oauth'])(
    'by having the session sent to %s',
    async (target) => {
      all.provider.person = all.newPerson();
      const wanted = target === 'oauth' ? `${all.site.url}/oauth/authorize` : target;
      const end = await all
        .openBrowser()
        .travel(
          `${all.site.url}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(wanted)}`,
        );
      expect([end.origin, end.pathname]).toEqual([all.site.url, '/']);
    },
  );

  test('if the site accepts no new members, or none of that domain', async () => {
    await setSetting(all.site, 'signup', 'closed');
    const person = all.newPerson();
    expect(failure((await all.signIn('google', person)).end)).toBe('signup_disabled');
    await setSetting(all.site, 'signup', 'open');
    await setSetting(all.site, 'signup_domains', 'example.org');
    expect(failure((await all.signIn('google', person)).end)).toBe('email_address_not_authorized');
    await setSetting(all.site, 'signup_domains', 'any');
    expect(await accountsWith(person.email)).toBe(0);
  });
});
