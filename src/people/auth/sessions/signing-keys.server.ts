import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import type { Vault } from '#platform/secret.server.ts';

export const signingAlgorithm = 'ES256';
export const accessTokenSeconds = 3_600;
/** Unknown keys in tokens cause a reload, but not more often than this. */
const reloadMilliseconds = 1_000;

type Key = { kid: string; publicJwk: JWK; publicKey: CryptoKey; privateKey: CryptoKey; retired: boolean };
type Parts = { db: OperatorWriter<'accounts'>; vault: Vault; databaseEvents: DatabaseEvents };

/** The keys that sign access tokens, stored encrypted in the database. */
export function createSigningKeys({ db, vault, databaseEvents }: Parts) {
  let keys: Promise<Key[]> | undefined;
  let loadedAt = 0;
  databaseEvents.onKeysChange(() => {
    keys = undefined;
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
          publicKey: (await importJWK(publicJwk, signingAlgorithm)) as CryptoKey,
          privateKey: (await importJWK(privateJwk, signingAlgorithm)) as CryptoKey,
          retired: row.retired_at !== null,
        };
      }),
    );
  }

  /** Creates a signing key and retires the current one; with `onlyFirst`, only if there is none yet. */
  async function createKey(onlyFirst: boolean) {
    const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const kid = randomUUID();
    const common = { kid, alg: signingAlgorithm, use: 'sig' };
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
      // All access tokens signed with these keys have expired. Service tokens signed with them stop working.
      await sql`delete from auth.signing_keys where retired_at < now() - make_interval(secs => ${2 * accessTokenSeconds})`.execute(
        transaction,
      );
    });
  }

  function load(): Promise<Key[]> {
    loadedAt = performance.now();
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

  const known = () => keys ?? load();

  return {
    /** All stored keys, current and retired, newest first. */
    load,

    /** A token's key; undefined if it isn't one of the site's keys. */
    async find(kid: string): Promise<Key | undefined> {
      const key = (await known()).find((candidate) => candidate.kid === kid);
      if (key || performance.now() - loadedAt < reloadMilliseconds) return key;
      return (await load()).find((candidate) => candidate.kid === kid);
    },

    /** The current signing key. */
    async current(): Promise<Key> {
      const current = (await known()).find((key) => !key.retired);
      if (!current) throw new Error('There is no signing key.');
      return current;
    },

    /** Replaces the signing key. Access tokens signed with the previous one stay valid until they expire. */
    async rotate() {
      await createKey(false);
      await load();
    },
  };
}
