import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createSocialSite } from '#tests/social/social-site.ts';
import { clientSecret, type Person } from '#tests/social/stand-in-provider.ts';

let all: Awaited<ReturnType<typeof createSocialSite>>;
beforeAll(async () => {
  all = await createSocialSite();
});
afterAll(() => all.stop());

/** An account whose owner has followed an email. */
async function buildProved() {
  const member = await buildMember(all.site);
  await all.site.pool.query('update auth.users set email_verified_at = now() where id = $1', [member.id]);
  return member;
}
const failure = (end: URL) => new URLSearchParams(end.hash.slice(1)).get('error_code');
const accountsWith = async (email = '') =>
  (await all.site.db.selectFrom('auth.users').select('id').where('email', '=', email).execute()).length;
const isAlive = async (token: string) =>
  (await all.site.api('GET', '/api/v1/profile', { token })).status === 200;

describe('signing in with another provider', () => {
  test.each(['google', 'github', 'azure', 'custom:oidc'])(
    '%s opens an account, and the same one again',
    async (name) => {
      const person = all.newPerson({ xms_edov: true });
      const first = await all.signIn(name, person);
      expect(first.end.href).toMatch(new RegExp(`^${all.target}\\?code=`));
      expect(first.session?.user).toMatchObject({
        email: person.email,
        app_metadata: { provider: name, providers: [name] },
        identities: [{ provider: name, identity_data: { email_verified: true, full_name: 'Ada' } }],
      });
      expect((await first.client.getClaims()).data?.claims).toMatchObject({
        aal: 'aal1',
        amr: [{ method: 'oauth' }],
      });
      // The address at the provider may change; the person is the same.
      const again = await all.signIn(name, { ...person, email: `${randomUUID()}@example.com` });
      expect(again.session?.user.id).toBe(first.session?.user.id);
      const profile = await all.site.api('GET', '/api/v1/profile', {
        token: again.session?.access_token ?? '',
      });
      expect(profile.body).toMatchObject({ email: person.email, display_name: 'Ada' });
    },
  );

  test('is somebody else where the same subject comes from another issuer', async () => {
    const person = all.newPerson({ sub: '1' });
    const { session } = await all.signIn('custom:oidc', person);
    await setSetting(all.site, 'oidc_issuer', 'https://another.example.com');
    const other = await all.signIn('custom:oidc', all.newPerson({ sub: '1' }));
    expect(other.session?.user.id).toBeTruthy();
    expect(other.session?.user.id).not.toBe(session?.user.id);
    await setSetting(all.site, 'oidc_issuer', 'https://id.example.com');
    expect((await all.signIn('custom:oidc', person)).session?.user.id).toBe(session?.user.id);
  });

  test('without PKCE leaves the session behind the #', async () => {
    all.provider.person = all.newPerson();
    const end = await all
      .openBrowser()
      .travel(
        `${all.site.url}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(all.target)}`,
      );
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token') ?? '';
    expect(await isAlive(token)).toBe(true);
  });

  test('joins the account whose owner has proved the same address, and tells them', async () => {
    const member = await buildProved();
    const { session } = await all.signIn('google', all.newPerson({ email: member.email.toUpperCase() }));
    expect(session?.user).toMatchObject({ id: member.id, app_metadata: { providers: ['email', 'google'] } });
    expect(await isAlive(member.token)).toBe(true);
    expect((await emailsOf(all.site, member.email, 1)).subject).toContain(
      'Google was linked to your account',
    );
  });

  test('asks for the second factor of the account', async () => {
    const person = all.newPerson();
    const { session } = await all.signIn('google', person);
    await all.site.db
      .insertInto('auth.factors')
      .values({ user_id: session?.user.id ?? '', status: 'verified', secret_encrypted: Buffer.from('x') })
      .execute();
    const again = await all.signIn('google', person);
    const answer = await all.site.api('GET', '/api/v1/profile', { token: again.session?.access_token ?? '' });
    expect(answer.body.code).toBe('second_factor_required');
  });

  test('is offered while it is on, with keys that nobody can read', async () => {
    expect(all.saved.text).not.toContain(clientSecret);
    expect(all.saved.body).toMatchObject({
      google_client_secret: { is_set: true },
      sign_in_callback_url: all.provider.redirectUri,
    });
    const rows = await all.site.db.selectFrom('site_settings').select('setting_value').execute();
    expect(JSON.stringify(rows)).not.toContain(clientSecret);
    const external = async () => (await all.site.api('GET', '/auth/v1/settings')).body.external;
    expect(await external()).toMatchObject({ google: true, github: true, azure: true, 'custom:oidc': true });
    await setSetting(all.site, 'google_sign_in', 'false');
    expect(await external()).not.toHaveProperty('google');
    const asked = await all.site.api('GET', '/auth/v1/authorize?provider=google');
    expect([asked.status, asked.body.msg]).toEqual([400, 'Unsupported provider: provider is not enabled']);
    await setSetting(all.site, 'google_sign_in', 'true');
  });

  test('says so where the provider is away', async () => {
    await setSetting(all.site, 'google_client_id', 'renewed');
    all.provider.isAway = true;
    const asked = await all.site.api('GET', '/auth/v1/authorize?provider=google');
    expect([asked.status, asked.body.error_code]).toEqual([503, 'provider_unavailable']);
    all.provider.isAway = false;
    await setSetting(all.site, 'google_client_id', 'the-site');
  });
});

describe('linking', () => {
  const link = async (
    name: string,
    person: Person,
    member: { session: { access_token: string; refresh_token: string } },
  ) => {
    all.provider.person = person;
    const browser = all.openBrowser();
    const query = `provider=${name}&skip_http_redirect=true&redirect_to=${encodeURIComponent(all.target)}`;
    const asked = await browser.go(
      `${all.site.url}/auth/v1/user/identities/authorize?${query}`,
      member.session.access_token,
    );
    const body = (await asked.json()) as { url?: string; error_code?: string };
    return { asked, body, browser, end: body.url ? await browser.travel(body.url) : undefined };
  };

  test('adds an identity to the account, and takes it away again, but never the last one', async () => {
    const member = await buildMember(all.site);
    const client = all.openClient();
    await client.setSession(member.session);
    const person = all.newPerson();
    await link('google', person, member);
    const { data } = await client.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
    expect((await all.signIn('google', person)).session?.user.id).toBe(member.id);
    const [own, google] = data?.identities ?? [];
    if (!own || !google) throw new Error('no identities');
    expect((await client.unlinkIdentity(own)).error?.code).toBe('email_conflict_identity_not_deletable');
    expect((await client.unlinkIdentity(google)).error).toBeNull();
    expect((await client.unlinkIdentity(own)).error?.code).toBe('single_identity_not_deletable');
    const social = await all.signIn('github', all.newPerson());
    const [only] = social.session?.user.identities ?? [];
    if (!only) throw new Error('no identity');
    expect((await social.client.unlinkIdentity(only)).error?.code).toBe('single_identity_not_deletable');
  });

  test('refuses what is linked to somebody else, and what somebody else has linked', async () => {
    const person = all.newPerson();
    const theirs = await all.signIn('google', person);
    const member = await buildMember(all.site);
    const { end } = await link('google', person, member);
    expect(end && failure(end)).toBe('identity_already_exists');
    const identity = theirs.session?.user.identities?.[0]?.identity_id;
    await link('github', all.newPerson(), member);
    const answer = await all.site.api('DELETE', `/auth/v1/user/identities/${identity}`, {
      token: member.token,
    });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'identity_not_found']);
  });

  test('takes a recent sign-in, the second factor, and a session that still is', async () => {
    const member = await buildMember(all.site);
    all.provider.person = all.newPerson();
    const browser = all.openBrowser();
    const address = `${all.site.url}/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true`;
    const { url } = (await (await browser.go(address, member.token)).json()) as { url: string };
    await all.site.api('POST', '/auth/v1/logout', { token: member.token });
    expect(failure(await browser.travel(url))).toBe('bad_oauth_state');
    const late = await buildMember(all.site);
    await all.site.pool.query(
      "update auth.sessions set created_at = now() - interval '16 minutes' where user_id = $1",
      [late.id],
    );
    expect((await link('google', all.newPerson(), late)).body.error_code).toBe('reauthentication_needed');
    const half = await buildMember(all.site);
    await all.site.db
      .insertInto('auth.factors')
      .values({ user_id: half.id, status: 'verified', secret_encrypted: Buffer.from('x') })
      .execute();
    expect((await link('google', all.newPerson(), half)).body.error_code).toBe('insufficient_aal');
  });
});

describe('nobody takes an account over', () => {
  test.each([
    ['google', { email_verified: false }],
    ['google', { email_verified: 'false' }],
    ['github', { email_verified: false }],
    // A tenant's admin writes any address there.
    ['azure', { email_verified: true }],
    ['custom:oidc', { email_verified: false }],
  ])('with an address that %s has not proved: %o', async (name, change) => {
    const member = await buildProved();
    const { end, session } = await all.signIn(name, all.newPerson({ ...change, email: member.email }));
    expect(failure(end)).toBe('provider_email_needs_verification');
    expect(session).toBeUndefined();
    const unknown = all.newPerson(change);
    expect(failure((await all.signIn(name, unknown)).end)).toBe('provider_email_needs_verification');
    expect(await accountsWith(unknown.email)).toBe(0);
  });

  test('by preparing one with the address of somebody else', async () => {
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
    const owner = await all.signIn('google', all.newPerson({ email: thief.email }));
    // What the thief has set up does not keep the owner out.
    expect(await isAlive(owner.session?.access_token ?? '')).toBe(true);
    expect(await isAlive(thief.token)).toBe(false);
    expect((await all.site.authClient().signInWithPassword(thief)).error?.code).toBe('invalid_credentials');
    expect((await all.signIn('google', linked)).session?.user.id).not.toBe(thief.id);
  });

  test('with a code that was kept from before the owner came, or chose another password', async () => {
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

  test('by waiting in one that nobody has confirmed', async () => {
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

  test('by swapping the state, or with a way back that was used, or that another browser began', async () => {
    const begin = async () => {
      all.provider.person = all.newPerson();
      const browser = all.openBrowser();
      const isBack = (at: string) => at.startsWith(all.provider.redirectUri);
      const address = `${all.site.url}/auth/v1/authorize?provider=google`;
      return { browser, back: await browser.travel(address, isBack) };
    };
    const [mine, theirs] = [await begin(), await begin()];
    // The code of one with the state of the other.
    const swapped = new URL(mine.back);
    swapped.searchParams.set('code', theirs.back.searchParams.get('code') ?? '');
    expect(failure(await mine.browser.travel(swapped.href))).toBe('bad_oauth_callback');
    // Somebody is sent the address with which another has come back.
    expect(failure(await mine.browser.travel(theirs.back.href))).toBe('bad_oauth_state');
    expect(failure(await all.openBrowser().travel(theirs.back.href))).toBe('bad_oauth_state');
    // A program that only looks at it uses nothing up; the browser does, once.
    const { browser, back } = await begin();
    await fetch(back, { method: 'HEAD' });
    const cookies = new Map(browser.jar);
    expect(failure(await browser.travel(back.href))).toBeNull();
    for (const [name, value] of cookies) browser.jar.set(name, value);
    expect(failure(await browser.travel(back.href))).toBe('bad_oauth_state');
    const unknown = `${all.provider.redirectUri}?code=x&state=y`;
    expect(failure(await all.openBrowser().travel(unknown))).toBe('bad_oauth_state');
  });

  test('with a code that was used, is of another client, or has waited too long', async () => {
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
    // A wrong guess has used it up.
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

  test('where the site takes no new members, or none of that domain', async () => {
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
