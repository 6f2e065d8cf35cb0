import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import Provider, { errors } from 'oidc-provider';
import { hashOf } from '#access/api-key-text.server.ts';
import { scopes } from '#constants';
import type { GuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import { chooseLocale } from '#platform/language/choose-locale.server.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { currentRequest } from '#platform/observability/request-context.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { errorPage, errorPolicy } from './error-page.ts';
import { createAdapter, type OAuthDatabase } from './oauth-adapter.server.ts';
import { refuseLarge, refuseUnencrypted } from './program-checks.server.ts';
import { readUpTo, withoutScope } from './program-metadata.server.ts';
import { requestCookie } from './request-cookie.ts';

type Parts = {
  db: OAuthDatabase;
  vault: Vault;
  publicUrl: string;
  log: Log;
  fetch: GuardedFetch;
  siteName(): Promise<string>;
  /** Whether a program's document may be fetched now. `address` is the client's; undefined if limits are off. */
  allowFetch: (address: string | undefined) => Promise<boolean>;
};

/** The maximum size of documents fetched from programs' hosts, in bytes. */
const fetchedBytes = 5_120;
const cookieOptions = { path: '/api/v1/connections', sameSite: 'lax', signed: true, httpOnly: true } as const;
const seconds = { accessToken: 3_600, code: 60, interaction: 900, refreshToken: 60 * 86_400 };

/** The key that signs identity tokens, created once for all processes. */
async function signingKeys(db: OAuthDatabase, vault: Vault) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' });
  const id_hash = hashOf('keys');
  await db
    .insertInto('oauth_records')
    .values({
      model: 'Keys',
      id_hash,
      payload: JSON.stringify({ encrypted: vault.encrypt(made).toString('base64') }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<{ encrypted: string }>`select payload ->> 'encrypted' as encrypted
    from oauth_records where model = 'Keys' and id_hash = ${id_hash}`.execute(db);
  return { keys: [JSON.parse(vault.decrypt(Buffer.from(rows[0]?.encrypted ?? '', 'base64')))] };
}

/**
 * The OAuth 2.1 authorization server: only the authorization code flow with PKCE, rotated refresh tokens, and tokens for one of two
 * resources, MCP or the API. Sign-in and consent happen on pages of the site.
 */
export async function createOAuthProvider({
  db,
  vault,
  publicUrl,
  log,
  fetch,
  siteName,
  allowFetch,
}: Parts): Promise<Provider> {
  const resources = [`${publicUrl}/mcp`, `${publicUrl}/api/v1`];
  const provider = new Provider(publicUrl, {
    adapter: (model: string) => createAdapter(db, model),
    jwks: await signingKeys(db, vault),
    cookies: {
      keys: [vault.fingerprint('oauth cookies').toString('base64url')],
      names: { interaction: 'connect', resume: 'connect_resume', session: 'connect_session' },
      short: cookieOptions,
      long: { path: '/oauth', sameSite: 'lax', signed: true, httpOnly: true },
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
      end_session: '/oauth/end',
      userinfo: '/oauth/me',
    },
    async fetch(address, { method, headers, signal } = {}) {
      const answer = await fetch(address instanceof Request ? address.url : address, {
        ...(method ? { method } : {}),
        ...(headers ? { headers } : {}),
        ...(signal ? { signal } : {}),
      });
      return new Response(answer.body && withoutScope(await readUpTo(answer.body, fetchedBytes)), answer);
    },
    scopes: ['openid', 'offline_access'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    // Members have the same identifier for all programs, so sector identifiers needn't be fetched.
    sectorIdentifierUriValidate: () => false,
    fetchResponseBodyLimits: {
      'client_id metadata document': fetchedBytes,
      jwks_uri: fetchedBytes,
      sector_identifier_uri: fetchedBytes,
    },
    // Loopback redirect URIs of native apps may use any port (RFC 8252).
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    extraClientMetadata: {
      properties: ['redirect_uris'],
      validator: (ctx, _name, uris, metadata) => {
        refuseUnencrypted(uris);
        // Programs that are registered already come without a context.
        if (ctx) refuseLarge(metadata);
      },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `${publicUrl}/mcp`,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource) => {
          if (Array.isArray(ctx.oidc.params?.resource))
            throw new errors.InvalidTarget('one resource at a time');
          if (!resources.includes(resource)) throw new errors.InvalidTarget();
          return {
            scope: scopes.join(' '),
            audience: resource,
            accessTokenTTL: seconds.accessToken,
            accessTokenFormat: 'opaque',
          };
        },
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        // The library has no context when a page of the site shows the program.
        allowFetch: () => allowFetch(currentRequest()?.client),
        cacheDuration: { min: 60, max: 86_400 },
      },
    },
    ttl: {
      AccessToken: seconds.accessToken,
      AuthorizationCode: seconds.code,
      Interaction: seconds.interaction,
      Grant: seconds.refreshToken,
      RefreshToken: seconds.refreshToken,
      Session: seconds.interaction,
    },
    clientBasedCORS: () => true,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    // Not in the path, because the site lowercases paths.
    interactions: { url: (_ctx, { uid }) => `/connect?request=${uid}` },
    async renderError(ctx, failure) {
      const site = { name: await siteName(), url: publicUrl };
      const locale = chooseLocale(ctx.get('cookie'), ctx.get('accept-language'));
      ctx.set('Content-Security-Policy', errorPolicy);
      ctx.type = 'html';
      ctx.body = String(await inLanguage(locale, () => errorPage(locale, site, failure)));
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    // The library lists only its own scopes, not those of resources.
    if (ctx.oidc?.route === 'discovery')
      ctx.body.scopes_supported = [...scopes, ...ctx.body.scopes_supported];
  });
  // The endpoints use this site's public URL, whatever proxy is in front of it.
  provider.proxy = true;
  // The library's own cookie is of the latest request only.
  provider.on('interaction.started', ({ cookies, oidc }) => {
    const uid = oidc.entities.Interaction?.uid ?? '';
    cookies.set(requestCookie(uid), uid, { ...cookieOptions, maxAge: seconds.interaction * 1_000 });
  });
  provider.on('server_error', ({ oidc }, error) =>
    log.error("A program's request failed", { route: oidc.route, error }),
  );
  return provider;
}
