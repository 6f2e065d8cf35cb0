import { randomUUID } from 'node:crypto';
import { GoTrueClient } from '@supabase/auth-js';
import { buildAdmin, buildMember } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { clientId, clientSecret, type Person, startProvider } from './stand-in-provider.ts';

/** Enables all providers, as the owner does on the settings page. */
export async function switchProvidersOn(site: TestSite) {
  const { token } = await buildAdmin(site);
  const change: Record<string, unknown> = {
    oidc_name: 'Example Company',
    oidc_issuer: 'https://id.example.com',
  };
  for (const kind of ['google', 'github', 'microsoft', 'oidc'])
    Object.assign(change, {
      [`${kind}_sign_in`]: true,
      [`${kind}_client_id`]: clientId,
      [`${kind}_client_secret`]: clientSecret,
    });
  const saved = await site.api('PUT', '/api/v1/admin/settings', { token, body: change });
  if (saved.status !== 200) throw new Error(saved.text);
  return saved;
}

/** A site with a stand-in for every kind of provider. */
export async function createSocialSite(environment: Record<string, string> = {}) {
  const provider = await startProvider();
  const site = await createTestSite({
    environment: { SIGN_IN_PROVIDERS_BASE: provider.url, ...environment },
  });
  provider.redirectUri = `${site.url}/auth/v1/callback`;
  const saved = await switchProvidersOn(site);

  /** A browser that keeps cookies, and follows redirects until it reaches a page of the site. */
  function openBrowser() {
    const jar = new Map<string, string>();
    const self = {
      jar,
      async go(address: string, token?: string) {
        const headers: Record<string, string> =
          token === undefined ? {} : { authorization: `Bearer ${token}` };
        if (address.startsWith(site.url))
          headers.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(address, { redirect: 'manual', headers });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          jar.set(name, value);
        }
        return response;
      },
      /** @returns the final URL: a page, or one with an error */
      async travel(address: string, until = (_: string) => false): Promise<URL> {
        for (let at = address; ; ) {
          if (until(at)) return new URL(at);
          const { status, headers } = await self.go(at);
          const next = headers.get('location');
          if (status < 300 || status >= 400 || !next) return new URL(at);
          at = new URL(next, at).href;
          if (at.startsWith(site.url) && !at.startsWith(`${site.url}/auth/`)) return new URL(at);
        }
      },
    };
    return self;
  }
  const openClient = () =>
    new GoTrueClient({
      url: `${site.url}/auth/v1`,
      persistSession: false,
      autoRefreshToken: false,
      flowType: 'pkce',
    });
  const target = `${site.url}/signin`;

  /** Signs in at a provider and comes back. @returns the client, and the browser's final URL */
  async function signIn(
    name: string,
    person: Person,
    { client = openClient(), browser = openBrowser(), queryParams = {} as Record<string, string> } = {},
  ) {
    provider.person = person;
    const { data, error } = await client.signInWithOAuth({
      provider: name as 'google',
      options: { redirectTo: target, skipBrowserRedirect: true, queryParams },
    });
    if (error) throw error;
    const end = await browser.travel(data.url);
    const code = end.searchParams.get('code');
    const exchanged = code ? await client.exchangeCodeForSession(code) : undefined;
    return { client, end, code, session: exchanged?.data.session, error: exchanged?.error };
  }
  const newPerson = (change: Partial<Person> = {}): Person => ({
    sub: randomUUID(),
    email: `${randomUUID()}@example.com`,
    email_verified: true,
    name: 'Ada',
    ...change,
  });
  return {
    site,
    provider,
    saved,
    openBrowser,
    openClient,
    target,
    signIn,
    newPerson,

    /** A member whose email address is verified. */
    async buildProved() {
      const member = await buildMember(site);
      await site.pool.query('update auth.users set email_verified_at = now() where id = $1', [member.id]);
      return member;
    },
    isAlive: async (token: string) => (await site.api('GET', '/api/v1/profile', { token })).status === 200,

    async stop() {
      await site.stop();
      await provider.stop();
    },
  };
}

/** The error code in the final URL, or null. */
export const failure = (end: URL) => new URLSearchParams(end.hash.slice(1)).get('error_code');
