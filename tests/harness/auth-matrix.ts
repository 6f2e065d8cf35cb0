import { randomUUID } from 'node:crypto';
import { buildAdmin, buildMember } from './build.ts';
import type { TestSite } from './site.ts';
import { expireToken, forgeToken } from './tokens.ts';

/** Callers of the auth protocol. `half` has a second factor but hasn't shown it; `full` has. */
export const authCallers = [
  'visitor',
  'anonymous',
  'member',
  'half',
  'full',
  'admin',
  'service',
  'endedService',
  'apiKey',
  'expired',
  'forged',
] as const;
export type AuthCaller = (typeof authCallers)[number];

export type AuthCell = {
  path: string;
  body?: object;
  /** One status for everyone, or the status per caller; all others get the status for `needs`. */
  expected: number | Partial<Record<AuthCaller, number>>;
  /** The kind of token that it requires. */
  needs: 'nobody' | 'session' | 'service';
};
const none = '00000000-0000-4000-8000-000000000099';
const email = 'nobody@example.com';
const open = (path: string, expected: number, body?: object): AuthCell => ({
  path,
  expected,
  needs: 'nobody',
  ...(body ? { body } : {}),
});
/** `half` is the status for a session that hasn't shown its second factor. */
const own = (path: string, status: number, half: number, body?: object): AuthCell => ({
  path,
  needs: 'session',
  expected: { member: status, full: status, admin: status, half },
  ...(body ? { body } : {}),
});
const service = (path: string, status: number, body?: object): AuthCell => ({
  path,
  needs: 'service',
  expected: { service: status },
  ...(body ? { body } : {}),
});
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
};
const challenge = { challenge_id: none, credential };

/** Every endpoint of the auth protocol. A missing one fails the suite. */
export const authMatrix: Record<string, AuthCell> = {
  'GET /auth/v1/health': open('health', 200),
  'GET /auth/v1/settings': open('settings', 200),
  'GET /auth/v1/.well-known/jwks.json': open('.well-known/jwks.json', 200),
  'POST /auth/v1/signup': open('signup', 400, { email: 'x', password: 'a good password' }),
  'POST /auth/v1/token': open('token?grant_type=password', 400, { email, password: 'wrong' }),
  'POST /auth/v1/recover': open('recover', 200, { email }),
  'POST /auth/v1/otp': open('otp', 422, { email }),
  'POST /auth/v1/resend': open('resend', 200, { type: 'signup', email }),
  'GET /auth/v1/verify': open('verify?type=recovery&token=x', 303),
  'POST /auth/v1/verify': open('verify', 403, { type: 'recovery', token_hash: 'x' }),
  'POST /auth/v1/sso': open('sso', 404, { domain: 'example.com' }),
  'GET /auth/v1/authorize': open('authorize?provider=google', 400),
  'GET /auth/v1/callback': open('callback?state=x&code=y', 303),
  'POST /auth/v1/passkeys/authentication/options': open('passkeys/authentication/options', 200, {}),
  'POST /auth/v1/passkeys/authentication/verify': open('passkeys/authentication/verify', 400, challenge),
  'POST /auth/v1/logout': own('logout?scope=others', 204, 204),
  'GET /auth/v1/reauthenticate': own('reauthenticate', 200, 200),
  'GET /auth/v1/user': own('user', 200, 200),
  'PUT /auth/v1/user': own('user', 200, 401, { data: {} }),
  'GET /auth/v1/user/identities/authorize': own('user/identities/authorize?provider=google', 404, 404),
  'DELETE /auth/v1/user/identities/:id': own(`user/identities/${none}`, 404, 404),
  'POST /auth/v1/factors': own('factors', 400, 401, { factor_type: 'totp' }),
  'POST /auth/v1/factors/:id/challenge': own(`factors/${none}/challenge`, 404, 404, {}),
  'POST /auth/v1/factors/:id/verify': own(`factors/${none}/verify`, 404, 404, {
    challenge_id: none,
    code: '1',
  }),
  'DELETE /auth/v1/factors/:id': own(`factors/${none}`, 404, 404),
  'GET /auth/v1/factors/recovery-codes': own('factors/recovery-codes', 404, 404),
  'POST /auth/v1/factors/recovery-codes': {
    ...own('factors/recovery-codes', 422, 401, {}),
    expected: { member: 422, admin: 422, full: 400, half: 401 },
  },
  'POST /auth/v1/factors/recovery-codes/regenerate': {
    ...own('factors/recovery-codes/regenerate', 422, 401, {}),
    expected: { member: 422, admin: 422, full: 400, half: 401 },
  },
  'POST /auth/v1/factors/recovery-codes/verify': own('factors/recovery-codes/verify', 422, 422, {
    code: 'x',
  }),
  'DELETE /auth/v1/factors/recovery-codes': own('factors/recovery-codes', 200, 401),
  'GET /auth/v1/passkeys': own('passkeys', 200, 401),
  'POST /auth/v1/passkeys/registration/options': own('passkeys/registration/options', 400, 401, {}),
  'POST /auth/v1/passkeys/registration/verify': own('passkeys/registration/verify', 400, 401, challenge),
  'PATCH /auth/v1/passkeys/:id': own(`passkeys/${none}`, 404, 401, { friendly_name: 'x' }),
  'DELETE /auth/v1/passkeys/:id': own(`passkeys/${none}`, 404, 401),
  'POST /auth/v1/invite': service('invite', 400, { email: 'x' }),
  'GET /auth/v1/admin/users': service('admin/users', 200),
  'POST /auth/v1/admin/users': service('admin/users', 400, {}),
  'GET /auth/v1/admin/users/:id': service(`admin/users/${none}`, 404),
  'PUT /auth/v1/admin/users/:id': service(`admin/users/${none}`, 404, {}),
  'DELETE /auth/v1/admin/users/:id': service(`admin/users/${none}`, 404, {}),
  'GET /auth/v1/admin/users/:id/factors': service(`admin/users/${none}/factors`, 404),
  'DELETE /auth/v1/admin/users/:id/factors/:factor_id': service(`admin/users/${none}/factors/${none}`, 404),
  'GET /auth/v1/admin/users/:id/passkeys': service(`admin/users/${none}/passkeys`, 200),
  'DELETE /auth/v1/admin/users/:id/passkeys/:passkey_id': service(
    `admin/users/${none}/passkeys/${none}`,
    404,
  ),
  'POST /auth/v1/admin/generate_link': service('admin/generate_link', 404, { type: 'recovery', email }),
};

export function expectedStatus({ expected, needs }: AuthCell, caller: AuthCaller): number {
  if (typeof expected === 'number') return expected;
  return (
    expected[caller] ?? (caller === 'visitor' ? 401 : needs === 'session' || needs === 'service' ? 403 : 0)
  );
}

/** With sessions that aren't recent anymore, so that nothing gets enrolled along the way. */
export async function prepareAuthMatrix(site: TestSite): Promise<Partial<Record<AuthCaller, string>>> {
  const { tokens } = site.services.auth;
  const [member, admin, half, full] = await Promise.all([
    buildMember(site),
    buildAdmin(site),
    buildMember(site),
    buildMember(site),
  ]);
  for (const user_id of [half.id, full.id])
    await site.db
      .insertInto('auth.factors')
      .values({ user_id, status: 'verified', secret_encrypted: Buffer.from('x') })
      .execute();
  await site.pool.query("update auth.sessions set aal = 'aal2' where user_id = $1", [full.id]);
  await site.pool.query("update auth.sessions set created_at = now() - interval '2 hours'");
  const key = await site.api('POST', '/api/v1/keys', {
    token: member.token,
    body: { name: randomUUID(), scopes: ['library:read'] },
  });
  const endedService = await tokens.createServiceToken();
  await site.pool.query('delete from auth.service_tokens');
  return {
    member: member.token,
    admin: admin.token,
    half: half.token,
    full: full.token,
    endedService,
    anonymous: await tokens.anonymousToken(),
    service: await tokens.createServiceToken(),
    apiKey: key.body.key,
    expired: await expireToken(site, member.token),
    forged: await forgeToken(site, member.token),
  };
}
