import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { createVault } from '#platform/secret.server.ts';
import { appSecret, type TestSite } from './site.ts';

async function signingKey(site: TestSite) {
  const row = await site.db.selectFrom('auth.signing_keys').selectAll().executeTakeFirstOrThrow();
  const jwk = JSON.parse(createVault(appSecret).decrypt(row.private_jwk_encrypted));
  return { kid: row.kid, key: await importJWK(jwk, 'ES256') };
}

function sign(token: string, kid: string, key: Parameters<SignJWT['sign']>[0], change: JWTPayload = {}) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .sign(key);
}

/** The same token with a valid signature, but expired an hour ago. */
export async function expireToken(site: TestSite, token: string) {
  const { kid, key } = await signingKey(site);
  return sign(token, kid, key, { exp: Math.floor(Date.now() / 1000) - 3_600 });
}

/** The same token with the site's key id, but signed with another key. */
export async function forgeToken(site: TestSite, token: string) {
  const { kid } = await signingKey(site);
  const { privateKey } = await generateKeyPair('ES256');
  return sign(token, kid, privateKey);
}
