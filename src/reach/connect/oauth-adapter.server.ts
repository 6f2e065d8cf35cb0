import { sql } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashOf } from '#access/api-key-text.server.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { isStorable } from '#platform/text/storable.ts';

export type OAuthDatabase = OperatorWriter<'programs'>;

/** Models whose identifier is a secret, so that only its hash is stored. */
const secret = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken', 'RegistrationAccessToken']);

/** For this long, a used refresh token gets new tokens again, for a lost answer or two requests at once. */
const reuseSeconds = 10;

/** @throws InvalidRequest for text that PostgreSQL can't store */
const jsonOf = (payload: object) =>
  JSON.stringify(payload, (name, value: unknown) => {
    if (!isStorable(name) || !isStorable(value))
      throw new errors.InvalidRequest('the request has characters that cannot be stored');
    return value;
  });

/** Stores one kind of record in PostgreSQL, so that any process can answer the next request. */
export function createAdapter(db: OAuthDatabase, model: string): Adapter {
  const isUsable =
    model === 'RefreshToken'
      ? sql<boolean>`(consumed_at is null or consumed_at > now() - make_interval(secs => ${reuseSeconds}))`
      : sql<boolean>`consumed_at is null`;
  const read = async (condition: ReturnType<typeof sql>, id?: string) => {
    const { rows } = await sql<{ payload: AdapterPayload; consumed: number | null }>`
      select payload, case when not ${isUsable} then extract(epoch from consumed_at)::int end as consumed from oauth_records
      where model = ${model} and ${condition} and (expires_at is null or expires_at > now())`.execute(db);
    const [row] = rows;
    if (!row) return undefined;
    return {
      ...row.payload,
      ...(secret.has(model) && id !== undefined ? { jti: id } : {}),
      ...(row.consumed === null ? {} : { consumed: row.consumed }),
    };
  };
  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const { accountId, clientId, grantId, uid } = payload;
      const kept = secret.has(model) || jti === undefined ? payload : { ...payload, jti };
      const client = model === 'Client' ? id : (clientId ?? null);
      await sql`insert into oauth_records (model, id_hash, payload, grant_id, uid, user_id, client_id, expires_at)
        values (${model}, ${hashOf(id)}, ${jsonOf(kept)}, ${model === 'Grant' ? id : (grantId ?? null)}, ${uid ?? null},
          ${accountId ?? null}::uuid, ${client},
          case when ${expiresIn ?? null}::int is not null then now() + make_interval(secs => ${expiresIn ?? null}::int) end)
        on conflict (model, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
          user_id = excluded.user_id, client_id = excluded.client_id, expires_at = excluded.expires_at`.execute(
        db,
      );
      // A program that keeps refreshing stays connected: its grant expires with its newest refresh token.
      if (model === 'RefreshToken')
        await sql`update oauth_records set expires_at = now() + make_interval(secs => ${expiresIn}::int),
            payload = jsonb_set(payload, '{exp}', ${JSON.stringify(payload.exp)}::jsonb)
          where model = 'Grant' and grant_id = ${grantId}`.execute(db);
    },
    find: (id) => read(sql`id_hash = ${hashOf(id)}`, id),
    findByUid: (uid) => read(sql`uid = ${uid}`),
    findByUserCode: async () => undefined,
    async consume(id) {
      const { numUpdatedRows } = await db
        .updateTable('oauth_records')
        .set({ consumed_at: sql<Date>`coalesce(consumed_at, now())` })
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .where(isUsable)
        .executeTakeFirst();
      // Another request has already used it.
      if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await db
        .deleteFrom('oauth_records')
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .execute();
    },
    async revokeByGrantId(grantId) {
      await db.deleteFrom('oauth_records').where('grant_id', '=', grantId).execute();
    },
  };
}
