import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createSocialSite, failure } from '#tests/social/social-site.ts';
import { clientSecret, type Person } from '#tests/social/stand-in-provider.ts';

let all: Awaited<ReturnType<typeof createSocialSite>>;
beforeAll(async () => {
  all = await createSocialSite();
});
afterAll(() => all.stop());

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
      // The address at the provider may change, but the person is the same.
      const again = await all.signIn(name, { ...person, email: `${randomUUID()}@example.com` });
      expect(again.session?.user.id).toBe(first.session?.user.id);
      const profile = await all.site.api('GET', '/api/v1/profile', {
        token: again.session?.access_token ?? '',
      });
      expect(profile.body).toMatchObject({ email: person.email, display_name: 'Ada' });
    },
  );

  test('sends one welcome email to a new account', async () => {
    const person = all.newPerson();
    await all.signIn('google', person);
    expect((await emailsOf(all.site, person.email ?? '', 1)).subject).toMatch(/^Welcome/);
    await all.signIn('google', person);
    // A second welcome email would arrive before this one.
    await all.site.authClient().resetPasswordForEmail(person.email ?? '');
    expect((await emailsOf(all.site, person.email ?? '', 2)).subject).not.toMatch(/^Welcome/);
  });

  test.each(['a new account', 'an account that has the address'])(
    'twice at once opens %s both times',
    async (which) => {
      const member = which === 'a new account' ? undefined : await all.buildProved();
      const person = all.newPerson(member && { email: member.email });
      const lock = member
        ? sql`select from auth.users where id = ${member.id} for update`
        : sql`lock table auth.users in share mode`;
      const waiting = () =>
        all.site.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
      let both: ReturnType<typeof all.signIn>[] = [];
      await all.site.db.transaction().execute(async (transaction) => {
        await lock.execute(transaction);
        both = [all.signIn('google', person), all.signIn('google', person)];
        await expect.poll(async () => (await waiting()).rowCount).toBe(2);
      });
      const [one, two] = await Promise.all(both);
      expect(one?.session?.user.id).toMatch(/./);
      expect(two?.session?.user.id).toBe(one?.session?.user.id);
    },
  );

  test('is a different account if the same subject comes from another issuer', async () => {
    const person = all.newPerson({ sub: '1' });
    const { session } = await all.signIn('custom:oidc', person);
    await setSetting(all.site, 'oidc_issuer', 'https://another.example.com');
    const other = await all.signIn('custom:oidc', all.newPerson({ sub: '1' }));
    expect(other.session?.user.id).toBeTruthy();
    expect(other.session?.user.id).not.toBe(session?.user.id);
    await setSetting(all.site, 'oidc_issuer', 'https://id.example.com');
    expect((await all.signIn('custom:oidc', person)).session?.user.id).toBe(session?.user.id);
  });

  test('without PKCE puts the session after the #', async () => {
    all.provider.person = all.newPerson();
    const end = await all
      .openBrowser()
      .travel(
        `${all.site.url}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(all.target)}`,
      );
    const token = new URLSearchParams(end.hash.slice(1)).get('access_token') ?? '';
    expect(await all.isAlive(token)).toBe(true);
  });

  test('can only be completed in the browser in which it began', async () => {
    all.provider.person = all.newPerson();
    const { data } = await all.openClient().signInWithOAuth({
      provider: 'google',
      options: { redirectTo: all.target, skipBrowserRedirect: true },
    });
    const [browser, other] = [all.openBrowser(), all.openBrowser()];
    const isBack = (at: string) => at.startsWith(`${all.site.url}/auth/v1/callback`);
    const returned = (await browser.travel(data.url ?? '', isBack)).href;
    for (const [name] of browser.jar) other.jar.set(name, 'another');
    expect(failure(await other.travel(returned))).toBe('bad_oauth_state');
    expect((await browser.travel(returned)).searchParams.get('code')).toMatch(/./);
  });

  test('joins the account that has verified the same address, and emails its owner', async () => {
    const member = await all.buildProved();
    const picture = 'https://example.com/ada.png';
    const { session } = await all.signIn(
      'google',
      all.newPerson({ email: member.email.toUpperCase(), picture }),
    );
    expect(session?.user).toMatchObject({ id: member.id, app_metadata: { providers: ['email', 'google'] } });
    expect(
      session?.user.identities?.find(({ provider }) => provider === 'google')?.identity_data,
    ).toMatchObject({ avatar_url: picture, full_name: 'Ada' });
    expect(await all.isAlive(member.token)).toBe(true);
    expect((await emailsOf(all.site, member.email, 1)).subject).toContain(
      'Google was linked to your account',
    );
  });

  test('records what a member agreed to who came to sign up but had an account', async () => {
    const { token } = await buildAdmin(all.site);
    const admin = async (method: string, path: string, body?: object) =>
      (await all.site.api(method, `/api/v1/admin/pages${path}`, { token, ...(body ? { body } : {}) })).body;
    const { id } = await admin('POST', '', { kind: 'terms' });
    const { updated_at } = await admin('PATCH', `/${id}`, { body: 'Be kind.' });
    await admin('POST', `/${id}/publish`, { updated_at });
    const member = await all.buildProved();
    const { session } = await all.signIn('google', all.newPerson({ email: member.email }), {
      queryParams: { agreed_to: JSON.stringify({ terms: 1 }) },
    });
    expect(session?.user.id).toBe(member.id);
    expect((await admin('GET', `/${id}/consents`)).items).toMatchObject([
      { email: member.email, version: 1, place: 'signup' },
    ]);
    await admin('POST', `/${id}/unpublish`, {});
  });

  test('links nothing to a suspended account, and says that it is suspended', async () => {
    const member = await all.buildProved();
    await all.site.pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      member.id,
    ]);
    const { end, code } = await all.signIn('google', all.newPerson({ email: member.email }));
    expect([code, failure(end)]).toEqual([null, 'user_banned']);
    const linked = await all.site.db
      .selectFrom('auth.identities')
      .select('provider')
      .where('user_id', '=', member.id)
      .where('provider', '=', 'google')
      .execute();
    expect(linked).toEqual([]);
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

  test('is offered while it is turned on, and nobody can read its keys', async () => {
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

  test('leads back with the reason if a browser opens the address itself', async () => {
    await setSetting(all.site, 'google_client_id', 'renewed');
    all.provider.isAway = true;
    const query = `provider=google&redirect_to=${encodeURIComponent(`${all.target}?from=/prompts`)}`;
    const open = async (more = '') => {
      const answer = await fetch(`${all.site.url}/auth/v1/authorize?${query}${more}`, {
        redirect: 'manual',
        headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await open()).toEqual([
      303,
      expect.stringContaining(
        `${all.target}?from=/prompts#error=server_error&error_code=provider_unavailable`,
      ),
    ]);
    expect((await open('&skip_http_redirect=true'))[0]).toBe(503);
    all.provider.isAway = false;
    await setSetting(all.site, 'google_client_id', 'the-site');
  });

  test("says so if the provider can't be reached", async () => {
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

  test('adds an identity to the account and removes it again, but never the last one', async () => {
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

  test('keeps the last identity whose provider is on', async () => {
    const social = await all.signIn('google', all.newPerson());
    if (!social.session) throw new Error('no session');
    await link('github', all.newPerson(), { session: social.session });
    const { data } = await social.client.getUserIdentities();
    const [google, github] = data?.identities ?? [];
    if (!google || !github) throw new Error('no identities');
    await setSetting(all.site, 'github_sign_in', 'false');
    expect((await social.client.unlinkIdentity(google)).error?.code).toBe('single_identity_not_deletable');
    expect((await social.client.unlinkIdentity(github)).error).toBeNull();
    await setSetting(all.site, 'github_sign_in', 'true');
  });

  test("can't add or remove an identity of another account", async () => {
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

  test("requires a recent sign-in, the second factor, and a session that hasn't ended", async () => {
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
