import { randomUUID } from 'node:crypto';
import { type JWK, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { OperatorWriter } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import type { Vault } from '#platform/secret.server.ts';
import { accessTokenSeconds, createSigningKeys, signingAlgorithm } from './signing-keys.server.ts';

const audience = 'authenticated';

type Claims = { userId: string; sessionId: string; expiresAt: number };
/** Tokens without an account: anonymous, or the owner's service role. */
type Role = 'anon' | 'service_role';
const roleYears = 10;
/** The characters of the tokens whose signature is known to be valid: those of about 20,000 sessions. */
const verifiedCharacters = 16 * 1_048_576;
/** Longer ones aren't parsed. Both kinds of metadata in base64, and 2,500 characters for the other claims and the signature. */
const maxTokenLength = Math.ceil((2 * limits.userMetadataBytes * 4) / 3) + 2_500;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Signs and verifies the access tokens of the GoTrue protocol. */
export function createAccessTokens({
  db,
  vault,
  issuer,
  databaseEvents,
}: {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  issuer: string;
  databaseEvents: DatabaseEvents;
}) {
  const keys = createSigningKeys({ db, vault, databaseEvents });
  // Verifying a signature takes about 0.1 ms, so each process does it once per token.
  const verified = new LRUCache<string, Claims>({
    maxSize: verifiedCharacters,
    sizeCalculation: (_claims, token) => token.length,
  });

  let anonymous: Promise<string> | undefined;

  databaseEvents.onKeysChange(() => {
    anonymous = undefined;
    verified.clear();
  });

  /** The payload of a token signed with one of the site's keys; undefined for any other. */
  async function readToken(token: string, options: JWTVerifyOptions): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid === undefined ? undefined : await keys.find(kid);
          if (!key) throw new UnknownKey();
          return key.publicKey;
        },
        { ...options, algorithms: [signingAlgorithm], issuer },
      );
      return payload;
    } catch (error) {
      const isInvalidToken =
        error instanceof UnknownKey ||
        (error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code)));
      if (isInvalidToken || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** A token for a role. It works as long as its key is kept. `id` identifies a service token in the database. */
  async function issueRole(role: Role, id: string): Promise<string> {
    const current = await keys.current();
    return new SignJWT({ role, jti: id })
      .setProtectedHeader({ alg: signingAlgorithm, kid: current.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime(`${roleYears}y`)
      .sign(current.privateKey);
  }

  return {
    /** The public token that pages send without a session. */
    anonymousToken(): Promise<string> {
      anonymous ??= issueRole('anon', randomUUID());
      const made = anonymous;
      made.catch(() => {
        if (anonymous === made) anonymous = undefined;
      });
      return made;
    },

    /** A new service token. It works until it is revoked, or its key is deleted. */
    async createServiceToken(): Promise<string> {
      const { id } = await db
        .insertInto('auth.service_tokens')
        .defaultValues()
        .returning('id')
        .executeTakeFirstOrThrow();
      return issueRole('service_role', id);
    },

    /** The role of a token without an account; undefined for any other. */
    async roleOf(token: string): Promise<Role | undefined> {
      if (token.length > maxTokenLength) return undefined;
      const payload = await readToken(token, { requiredClaims: ['exp', 'jti'] });
      if (payload?.role === 'anon') return 'anon';
      if (payload?.role !== 'service_role') return undefined;
      const row = await db
        .selectFrom('auth.service_tokens')
        .select('id')
        .where('id', '=', String(payload.jti))
        .executeTakeFirst();
      return row && 'service_role';
    },

    /** A signed token that is valid for an hour. `expires_at` is in seconds since 1970. */
    async issue(userId: string, sessionId: string, claims: JWTPayload) {
      const current = await keys.current();
      const expires_at = epochSeconds() + accessTokenSeconds;
      const access_token = await new SignJWT({ ...claims, session_id: sessionId })
        .setProtectedHeader({ alg: signingAlgorithm, kid: current.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expires_at)
        .sign(current.privateKey);
      return { access_token, expires_in: accessTokenSeconds, expires_at };
    },

    /** The claims of a valid token; undefined for any other. Does not check whether the session still exists. */
    async verify(token: string): Promise<Claims | undefined> {
      const cached = verified.get(token);
      if (cached) return cached.expiresAt > Date.now() / 1000 ? cached : undefined;
      if (token.length > maxTokenLength) return undefined;
      const payload = await readToken(token, { audience, requiredClaims: ['exp', 'sub', 'session_id'] });
      if (!payload) return undefined;
      const claims = {
        userId: String(payload.sub),
        sessionId: String(payload.session_id),
        expiresAt: Number(payload.exp),
      };
      verified.set(token, claims);
      return claims;
    },

    /** The public keys, current and retired, for `.well-known/jwks.json`. */
    async jwks(): Promise<{ keys: JWK[] }> {
      return { keys: (await keys.load()).map((key) => key.publicJwk) };
    },

    rotate: keys.rotate,
  };
}

class UnknownKey extends Error {}
