import * as oauth from 'oauth4webapi';
import { answerConsent, openConsent } from './consent.ts';
import type { TestSite } from './site.ts';

export const insecure = { [oauth.allowInsecureRequests]: true };
/** The program's callback URL. */
export const redirect = 'http://127.0.0.1:5555/back';

type Asked = {
  scope?: string;
  resource?: string;
  resourceToo?: string;
  state?: string;
  challenge?: string | null;
  redirectUri?: string;
};

/** A strict OAuth client, whose requests two processes answer in turn. */
export async function createStrictProgram(site: TestSite, otherPort: string) {
  const issuer = new URL(site.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);

  /** Sends every second request to the other process. */
  let turn = 0;
  const alternating: typeof fetch = (input, init) => {
    const address = new URL(String(input));
    turn += 1;
    if (turn % 2) address.port = otherPort;
    return fetch(address, init);
  };

  async function register(address = redirect): Promise<oauth.Client> {
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Test program', redirect_uris: [address] },
      insecure,
    );
    return oauth.processDynamicClientRegistrationResponse(response);
  }

  /** Requests access in a browser. */
  async function ask(client: oauth.Client, asked: Asked, verifier: string) {
    const address = new URL(server.authorization_endpoint ?? '');
    const challenge =
      asked.challenge === undefined ? await oauth.calculatePKCECodeChallenge(verifier) : asked.challenge;
    const parameters = {
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: asked.redirectUri ?? redirect,
      scope: asked.scope ?? 'library:read library:copy',
      state: asked.state ?? 'the-state',
      resource: asked.resource ?? `${site.url}/mcp`,
      ...(challenge === null ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    if (asked.resourceToo) address.searchParams.append('resource', asked.resourceToo);
    return openConsent(address);
  }
  const agree = (token: string, asked: { location: string; cookies: string }, allow = true) =>
    answerConsent(site, token, asked, allow);

  async function connect(token: string, asked: Asked = {}) {
    const client = await register();
    const verifier = oauth.generateRandomCodeVerifier();
    const { back, shown } = await agree(token, await ask(client, asked, verifier));
    if (!back) throw new Error(shown.text);
    const code = oauth.validateAuthResponse(server, client, back, 'the-state');
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(server, client, oauth.None(), code, redirect, verifier, {
        ...insecure,
        [oauth.customFetch]: alternating as never,
      });
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, await exchange());
    return { client, verifier, shown, back, tokens, exchange };
  }
  const refresh = async (client: oauth.Client, token: string) => {
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
      ...insecure,
      [oauth.customFetch]: alternating as never,
    });
    return oauth.processRefreshTokenResponse(server, client, response);
  };

  return { server, alternating, register, ask, agree, connect, refresh };
}
