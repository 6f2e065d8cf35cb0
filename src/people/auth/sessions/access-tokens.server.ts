import { randomUUID } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import type { Vault } from '#platform/secret.server.ts';

const algorithm = 'ES256';
const audience = 'authenticated';
export const accessTokenSeconds = 3_600;
/** A token with an unknown key reloads the keys, but not more often than this. */
const reloadMilliseconds = 1_000;

type Key = { kid: string; publicJwk: JWK; publicKey: CryptoKey; privateKey: CryptoKey; retired: boolean };
type Claims = { userId: string; sessionId: string; expiresAt: number };
/** Tokens without an account: anonymous, or the owner's service role. */
type Role = 'anon' | 'service_role';
const roleYears = 10;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Signs and verifies the access tokens of the GoTrue protocol. The keys are stored encrypted in the database. */
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
  let keys: Promise<Key[]> | undefined;
  let loadedAt = 0;
  // Verifying a signature takes about 0.1 ms, so each process does it once per token.
  const verified = new LRUCache<string, Claims>({ max: 20_000 });

  let anonymous: Promise<string> | undefined;

  databaseEvents.onKeysChange(() => {
    keys = undefined;
    anonymous = undefined;
    verified.clear();
  });

  async function readKeys(): Promise<Key[]> {
    const rows = await db.selectFrom('auth.signing_keys').selectAll().orderBy('created_at', 'desc').execute();
    return Promise.all(
      rows.map(async (row) => {
        const publicJwk = row.public_jwk as JWK;
        const privateJwk: JWK = JSON.parse(vault.decrypt(row.private_jwk_encrypted));
        return {
          kid: row.kid,
          publicJwk,
          publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
          privateKey: (await importJWK(privateJwk, algorithm)) as CryptoKey,
          retired: row.retired_at !== null,
        };
      }),
    );
  }

  /** Creates a signing key and retires the current one; with `onlyFirst`, only if there is none yet. */
  async function createKey(onlyFirst: boolean) {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const kid = randomUUID();
    const common = { kid, alg: algorithm, use: 'sig' };
    await db.transaction().execute(async (transaction) => {
      await takeLock(transaction, 'signingKeys');
      const current = await transaction
        .selectFrom('auth.signing_keys')
        .select('kid')
        .where('retired_at', 'is', null)
        .execute();
      if (onlyFirst && current.length > 0) return;
      await transaction
        .updateTable('auth.signing_keys')
        .set({ retired_at: sql`now()` })
        .where('retired_at', 'is', null)
        .execute();
      const values = {
        kid,
        public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), ...common }),
        private_jwk_encrypted: vault.encrypt(JSON.stringify({ ...(await exportJWK(privateKey)), ...common })),
      };
      await transaction.insertInto('auth.signing_keys').values(values).execute();
      // All access tokens signed with these keys have expired; service tokens end with them.
      await sql`delete from auth.signing_keys where retired_at < now() - make_interval(secs => ${2 * accessTokenSeconds})`.execute(
        transaction,
      );
    });
  }

  function loadKeys(): Promise<Key[]> {
    loadedAt = Date.now();
    const loading = readKeys().then(async (stored) => {
      if (stored.some((key) => !key.retired)) return stored;
      await createKey(true);
      return readKeys();
    });
    keys = loading;
    loading.catch(() => {
      if (keys === loading) keys = undefined;
    });
    return loading;
  }

  async function findKey(kid: string): Promise<Key | undefined> {
    const key = (await (keys ?? loadKeys())).find((candidate) => candidate.kid === kid);
    if (key || Date.now() - loadedAt < reloadMilliseconds) return key;
    return (await loadKeys()).find((candidate) => candidate.kid === kid);
  }

  /** What a token says that one of the site's keys has signed; undefined for any other. */
  async function readToken(token: string, options: JWTVerifyOptions): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid === undefined ? undefined : await findKey(kid);
          if (!key) throw new UnknownKey();
          return key.publicKey;
        },
        { ...options, algorithms: [algorithm], issuer },
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

  async function currentKey(): Promise<Key> {
    const current = (await (keys ?? loadKeys())).find((key) => !key.retired);
    if (!current) throw new Error('There is no signing key.');
    return current;
  }

  /** A token of a role, for as long as its key is kept. `id` finds one of the service role in the database. */
  async function issueRole(role: Role, id: string): Promise<string> {
    const current = await currentKey();
    return new SignJWT({ role, jti: id })
      .setProtectedHeader({ alg: algorithm, kid: current.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime(`${roleYears}y`)
      .sign(current.privateKey);
  }

  return {
    /** What pages show instead of a session, for everybody to see. */
    anonymousToken(): Promise<string> {
      anonymous ??= issueRole('anon', randomUUID());
      const made = anonymous;
      made.catch(() => {
        if (anonymous === made) anonymous = undefined;
      });
      return made;
    },

    /** A new token of the service role; it works until it is ended, or its key is gone. */
    async createServiceToken(): Promise<string> {
      const { id } = await db
        .insertInto('auth.service_tokens')
        .defaultValues()
        .returning('id')
        .executeTakeFirstOrThrow();
      return issueRole('service_role', id);
    },

    /** The role of a token that is not a session's; undefined for any other. */
    async roleOf(token: string): Promise<Role | undefined> {
      if (token.length > 8_192) return undefined;
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
      const current = await currentKey();
      const expires_at = Math.floor(Date.now() / 1000) + accessTokenSeconds;
      const access_token = await new SignJWT({ ...claims, session_id: sessionId })
        .setProtectedHeader({ alg: algorithm, kid: current.kid, typ: 'JWT' })
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
      if (token.length > 8_192) return undefined;
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
      return { keys: (await loadKeys()).map((key) => key.publicJwk) };
    },

    /** Starts signing with a new key; tokens signed with the old one stay valid until they expire. */
    async rotate() {
      await createKey(false);
      await loadKeys();
    },
  };
}

class UnknownKey extends Error {}
