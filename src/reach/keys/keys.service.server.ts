import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newApiKey } from '#access/api-key-text.server.ts';
import type { Database } from '#access/database.ts';
import { canHoldScope, grantAccount } from '#access/decide.ts';
import { lockMember } from '#access/lock-member.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits, scopes } from '#constants';
import { AppError, idTaken } from '#platform/errors.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { newKeyEmail } from './key-email.ts';
import type { ApiKeyItem, NewKey } from './keys.contract.ts';
import type { SendAccessEmail } from './public/access-email.server.ts';
import * as m from './words/messages.ts';

const columns = [
  'id',
  'name',
  'hint',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  sql<boolean>`coalesce(expires_at <= now(), false)`.as('has_expired'),
] as const;
type Row = Omit<ApiKeyItem, 'scopes' | 'created_at' | 'expires_at' | 'last_used_at'> & {
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
};

const toItem = (row: Row): ApiKeyItem => ({
  ...row,
  scopes: scopes.filter((scope) => row.scopes.includes(scope)),
  created_at: row.created_at.toISOString(),
  expires_at: isoOrNull(row.expires_at),
  last_used_at: isoOrNull(row.last_used_at),
});

type Parts = {
  db: Database;
  sendAccessEmail: SendAccessEmail;
  /** Without a recent sign-in, a stolen session could create a key that outlives it. @throws AppError 403 */
  assertMayGiveAccess: (viewer: Viewer, from: Pick<Database, 'selectFrom'>) => Promise<void>;
};

/** The keys of the viewer's own account. A key can neither create nor list keys. Every method throws AppError 401 and 403. */
export function createKeysService({ db, sendAccessEmail, assertMayGiveAccess }: Parts) {
  return {
    async list(viewer: Viewer): Promise<ApiKeyItem[]> {
      const { id } = grantAccount(viewer, 'manage-keys');
      const rows = await db
        .selectFrom('api_keys')
        .select(columns)
        .where('user_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toItem);
    },

    /**
     * @returns the key with its text, which isn't stored, so that one whose answer was lost is of no use: sent again, it is replaced.
     * @throws AppError 403 for a scope that is for admins and editors, or if the sign-in isn't recent or strong enough; 409 if there
     * are too many, or if the id belongs to a key in use
     */
    async create(
      viewer: Viewer,
      { id = randomUUID(), name, scopes, days }: NewKey,
    ): Promise<ApiKeyItem & { key: string }> {
      const proof = grantAccount(viewer, 'manage-keys');
      if (!scopes.every((scope) => canHoldScope(viewer, scope)))
        throw new AppError('forbidden', m.refused_scope_of_admins());
      const { text, hash, hint } = newApiKey();
      const row = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, proof.id);
          await assertMayGiveAccess(viewer, transaction);
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from api_keys where user_id = ${proof.id} and id <> ${id}`.execute(
            transaction,
          );
          if ((rows[0]?.count ?? 0) >= limits.apiKeys)
            throw new AppError('conflict', m.refused_keys_full({ count: limits.apiKeys }));
          const values = {
            name,
            hash,
            hint,
            scopes: [...new Set(scopes)],
            created_at: sql<Date>`now()`,
            expires_at: days === undefined ? null : sql<Date>`now() + make_interval(days => ${days})`,
          };
          const made = await transaction
            .insertInto('api_keys')
            .values({ id, user_id: proof.id, ...values })
            .onConflict((conflict) =>
              conflict
                .column('id')
                .doUpdateSet(values)
                .where('api_keys.user_id', '=', proof.id)
                .where('api_keys.last_used_at', 'is', null),
            )
            .returning(columns)
            .executeTakeFirst();
          if (!made) throw idTaken();
          await sendAccessEmail(transaction, proof.id, (to, site) => newKeyEmail(to, site, name));
          return made;
        });
      return { ...toItem(row), key: text };
    },

    /** @throws AppError 404 */
    async revoke(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'manage-keys');
      const { numDeletedRows } = await writable(db, proof)
        .deleteFrom('api_keys')
        .where('id', '=', id)
        .where('user_id', '=', proof.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not_found', m.key_not_found());
    },
  };
}

/** A member's keys for their data export. Their texts aren't stored. */
export const exportKeys = (userId: string) =>
  sql`select name, hint, scopes, created_at, expires_at, last_used_at from api_keys where user_id = ${userId} order by created_at`;
