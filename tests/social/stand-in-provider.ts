import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { endServer } from '../harness/end-server.ts';

/** The person who is signed in at the provider, and the claims about them. */
export type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  xms_edov?: boolean;
  tid?: string;
  name?: string;
  picture?: string;
};
type Code = Person & { nonce: string; challenge: string; redirectUri: string; kind: string };

export const clientId = 'the-site';
export const clientSecret = 'the secret of the site';
const githubId = (sub: string) =>
  Number.parseInt(createHash('sha256').update(sub).digest('hex').slice(0, 8), 16);

async function read(request: IncomingMessage) {
  let text = '';
  for await (const part of request) text += part;
  return new URLSearchParams(text);
}

/** Google, Microsoft, generic OpenID Connect and GitHub, each at a path with its name. It refuses what they refuse. */
export async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Person>();
  const self = {
    url: '',
    person: { sub: 'somebody' } as Person,
    /** The site's registered redirect URL. */
    redirectUri: '',
    /** An error in the next ID token, which the site must refuse. */
    flaw: undefined as 'nonce' | 'signature' | 'audience' | 'issuer' | 'expired' | undefined,
    isAway: false,
    stop: () => endServer(server),
  };

  async function idToken({ nonce, challenge: _, redirectUri: __, kind, ...person }: Code) {
    const { flaw } = self;
    return new SignJWT({ ...person, nonce: flaw === 'nonce' ? 'another' : nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(flaw === 'issuer' ? `${self.url}/another` : `${self.url}/${kind}`)
      .setAudience(flaw === 'audience' ? 'another-site' : clientId)
      .setIssuedAt()
      .setExpirationTime(flaw === 'expired' ? Math.floor(Date.now() / 1_000) - 3_600 : '5m')
      .sign(flaw === 'signature' ? other.privateKey : privateKey);
  }

  /** @returns a status and a body, or the URL of a redirect */
  async function answer(request: IncomingMessage): Promise<[number, object | string] | string> {
    const url = new URL(request.url ?? '/', self.url);
    const [, kind = '', ...rest] = url.pathname.split('/');
    const path = rest.join('/');
    const base = `${self.url}/${kind}`;
    if (self.isAway) return [503, {}];
    if (kind === 'passwords') {
      const hash = createHash('sha1').update('a leaked password').digest('hex').toUpperCase();
      const isAsked = path === `range/${hash.slice(0, 5)}`;
      return [200, isAsked ? `0000:0\r\n${hash.slice(5)}:12\r\n` : '0000:0\r\n'];
    }
    if (path === '.well-known/openid-configuration')
      return [
        200,
        {
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          jwks_uri: `${base}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        },
      ];
    if (path === 'keys') return [200, { keys: [jwk] }];
    if (path === 'authorize' || path === 'login/oauth/authorize') {
      const asked = Object.fromEntries(url.searchParams);
      const isFit =
        asked.client_id === clientId &&
        asked.redirect_uri === self.redirectUri &&
        asked.code_challenge_method === 'S256' &&
        Boolean(asked.state) &&
        (kind === 'github' || (asked.scope?.split(' ').includes('openid') && Boolean(asked.nonce)));
      if (!isFit) return [400, { error: 'invalid_request' }];
      const code = randomBytes(12).toString('hex');
      const { nonce = '', code_challenge: challenge = '', state = '' } = asked;
      codes.set(code, { ...self.person, nonce, challenge, redirectUri: self.redirectUri, kind });
      return `${self.redirectUri}?${new URLSearchParams({ code, state })}`;
    }
    if (path === 'token' || path === 'login/oauth/access_token') {
      const body = await read(request);
      // GitHub reports errors with status 200.
      const refuse = (error: string): [number, object] => [kind === 'github' ? 200 : 400, { error }];
      if (body.get('client_id') !== clientId || body.get('client_secret') !== clientSecret)
        return kind === 'github'
          ? refuse('incorrect_client_credentials')
          : [401, { error: 'invalid_client' }];
      const code = codes.get(body.get('code') ?? '');
      codes.delete(body.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url');
      if (!code || code.kind !== kind || verifier !== code.challenge) return refuse('invalid_grant');
      if (body.get('redirect_uri') !== code.redirectUri) return refuse('invalid_grant');
      const access_token = randomBytes(12).toString('hex');
      tokens.set(access_token, code);
      const common = { access_token, token_type: 'bearer', scope: 'openid' };
      return [
        200,
        kind === 'github' ? common : { ...common, expires_in: 300, id_token: await idToken(code) },
      ];
    }
    const person = tokens.get((request.headers.authorization ?? '').replace(/^bearer /i, ''));
    if (!person) return [401, { message: 'Bad credentials' }];
    if (path === 'api/user')
      // The profile contains whatever its owner entered.
      return [
        200,
        { id: githubId(person.sub), login: person.sub, name: person.name, email: 'anything@example.com' },
      ];
    if (path === 'api/user/emails')
      return [
        200,
        [
          { email: 'other@example.com', primary: false, verified: true },
          { email: person.email, primary: true, verified: person.email_verified === true },
        ],
      ];
    return [404, {}];
  }

  const server = createServer(async (request, response) => {
    const result = await answer(request);
    if (typeof result === 'string') return response.writeHead(302, { location: result }).end();
    response
      .writeHead(result[0], { 'content-type': 'application/json' })
      .end(typeof result[1] === 'string' ? result[1] : JSON.stringify(result[1]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}
