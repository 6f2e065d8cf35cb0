import { LRUCache } from 'lru-cache';
import type { Configuration } from 'openid-client';
import type { Database } from '#access/database.ts';
import { hostOf } from '#platform/http/guarded-fetch.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import {
  type ProviderKind,
  type ProviderSettings,
  providerKinds,
  providerNames,
  providerSecrets,
  readProviderSettings,
} from '#site/settings/public/provider-settings.ts';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
import { off } from '../unsupported-endpoints.server.ts';
import { createProviderFetch } from './provider-fetch.server.ts';
import { type ProviderProfile, readGitHub, readIdToken } from './provider-profiles.server.ts';

/** The providers' names in the protocol. */
const wireNames: Record<ProviderKind, string> = {
  google: 'google',
  github: 'github',
  microsoft: 'azure',
  oidc: 'custom:oidc',
};
const labels: Record<ProviderKind, string> = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  oidc: 'OpenID Connect',
};
/** How long a provider's keys and addresses are cached. */
const rememberedMilliseconds = 3_600_000;

type Checks = { state: string; nonce: string; verifier: string };
export type Provider = {
  name: string;
  authorizationUrl(checks: Checks): Promise<URL>;
  /** Who came back. @throws Error if the answer doesn't match the request */
  profile(returned: URL, checks: Checks): Promise<ProviderProfile>;
};
type Parts = {
  db: Database;
  vault: Vault;
  publicUrl: string;
  /** Replaces all providers' URLs, followed by the provider's name, for tests. */
  apiBase: string | undefined;
  /** Hosts in a private network that the operator trusts. */
  privateHosts: readonly string[];
};

/** The providers that the owner has enabled and set up. */
export function createProviders({ db, vault, publicUrl, apiBase, privateHosts }: Parts) {
  const fetch = createProviderFetch(apiBase ? [...privateHosts, hostOf(new URL(apiBase))] : privateHosts);
  const callback = `${publicUrl}/auth/v1/callback`;
  const opened = new LRUCache<string, Promise<Configuration>>({ max: 20, ttl: rememberedMilliseconds });

  async function read() {
    const values = await readSettings(db, [...providerNames, ...providerSecrets]);
    const settings = readProviderSettings(values);
    const isOn = (kind: ProviderKind) =>
      settings[`${kind}_sign_in`] &&
      settings[`${kind}_client_id`] !== '' &&
      values.has(`${kind}_client_secret`) &&
      (kind !== 'oidc' || settings.oidc_issuer !== '');
    return { settings, values, kinds: providerKinds.filter(isOn) };
  }

  function issuerOf(kind: ProviderKind, settings: ProviderSettings): string {
    if (apiBase !== undefined) return `${apiBase}/${kind}`;
    if (kind === 'google') return 'https://accounts.google.com';
    if (kind === 'github') return 'https://github.com';
    if (kind === 'microsoft') return `https://login.microsoftonline.com/${settings.microsoft_tenant}/v2.0`;
    return settings.oidc_issuer;
  }

  async function configure(kind: ProviderKind, settings: ProviderSettings, secret: string) {
    const client = await import('openid-client');
    const issuer = issuerOf(kind, settings);
    const clientId = settings[`${kind}_client_id`];
    const insecure = apiBase?.startsWith('http:') ? [client.allowInsecureRequests] : [];
    const authentication = client.ClientSecretPost(secret);
    if (kind !== 'github')
      return client.discovery(new URL(issuer), clientId, secret, authentication, {
        [client.customFetch]: fetch,
        // Also verify the signature: by default, the library trusts the connection to the provider.
        execute: [...insecure, client.enableNonRepudiationChecks],
      });
    // GitHub isn't an OpenID Connect provider, so it has no discovery document.
    const configuration = new client.Configuration(
      {
        issuer,
        authorization_endpoint: `${issuer}/login/oauth/authorize`,
        token_endpoint: `${issuer}/login/oauth/access_token`,
      },
      clientId,
      secret,
      authentication,
    );
    configuration[client.customFetch] = fetch;
    for (const allow of insecure) allow(configuration);
    return configuration;
  }

  function open(kind: ProviderKind, settings: ProviderSettings, values: ReadonlyMap<string, string>) {
    const sealed = values.get(`${kind}_client_secret`) ?? '';
    const key = [kind, issuerOf(kind, settings), settings[`${kind}_client_id`], sealed].join(' ');
    const known = opened.get(key);
    if (known) return known;
    const opening = configure(kind, settings, vault.decrypt(Buffer.from(sealed, 'base64')));
    opened.set(key, opening);
    opening.catch(() => opened.delete(key));
    return opening;
  }

  return {
    /** The enabled providers, and the labels of their buttons. */
    async list(): Promise<{ name: string; label: string }[]> {
      const { kinds, settings } = await read();
      return kinds.map((kind) => ({
        name: wireNames[kind],
        label: (kind === 'oidc' && settings.oidc_name) || labels[kind],
      }));
    },

    /** @throws AuthError 400 if the provider isn't enabled; Error if it can't be reached */
    async open(name: string): Promise<Provider> {
      const { kinds, settings, values } = await read();
      const kind = kinds.find((candidate) => wireNames[candidate] === name);
      if (!kind) throw off.provider();
      const client = await import('openid-client');
      const configuration = await open(kind, settings, values);
      const apiUrl = apiBase === undefined ? 'https://api.github.com' : `${apiBase}/github/api`;
      return {
        name,
        async authorizationUrl({ state, nonce, verifier }) {
          return client.buildAuthorizationUrl(configuration, {
            redirect_uri: callback,
            scope: kind === 'github' ? 'read:user user:email' : 'openid email profile',
            state,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            ...(kind === 'github' ? {} : { nonce }),
          });
        },
        async profile(returned, { state, nonce, verifier }) {
          const isOpenId = kind !== 'github';
          const tokens = await client.authorizationCodeGrant(configuration, returned, {
            pkceCodeVerifier: verifier,
            expectedState: state,
            idTokenExpected: isOpenId,
            ...(isOpenId ? { expectedNonce: nonce } : {}),
          });
          if (!isOpenId)
            return readGitHub(async (path) => {
              const address = new URL(`${apiUrl}${path}`);
              const headers = new Headers({ accept: 'application/json', 'user-agent': 'promptory' });
              const response = await client.fetchProtectedResource(
                configuration,
                tokens.access_token,
                address,
                'GET',
                null,
                headers,
              );
              if (!response.ok) throw new Error(`GitHub answered ${response.status}.`);
              return response.json();
            });
          const profile = readIdToken(kind, tokens.claims());
          if (kind !== 'oidc') return profile;
          // The owner may change the issuer, where the same subject is another person.
          return { ...profile, subject: `${settings.oidc_issuer} ${profile.subject}` };
        },
      };
    },
  };
}

export type Providers = ReturnType<typeof createProviders>;
