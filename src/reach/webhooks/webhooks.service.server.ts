import { randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import { limits, webhookRules, webhookTestEvent } from '#constants';
import { nameGoneTarget, noteNoChange } from '#platform/audit-trail.server.ts';
import { pageByTime } from '#platform/database/list-page.server.ts';
import { takeLock } from '#platform/database/locks.ts';
import {
  assertAsCreated,
  assertVersion,
  hasValues,
  newVersion,
} from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Vault } from '#platform/secret.server.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { newSecret } from './signing.server.ts';
import type {
  Deliveries,
  DeliveriesQuery,
  Delivery,
  NewWebhook,
  WebhookChange,
  WebhookItem,
} from './webhooks.contract.ts';
import * as m from './words/messages.ts';

type Writer = WriterFor<'site', 'manage-webhooks'>;
type Times = 'failing_since' | 'gave_up_at' | 'former_until';
type Versions = { created_at: Date; updated_at: Date };
type Stored = Versions & { url: string };
type Row = Omit<WebhookItem, Times | keyof Versions> & Record<Times, Date | null> & Versions;
type DeliveryRow = Omit<Delivery, 'created_at' | 'last_attempt_at'> & {
  created_at: Date;
  last_attempt_at: Date | null;
  sort_key: string;
};

const columns = sql`id, url, note, events, is_enabled, failing_since, gave_up_at, created_at, updated_at,
  case when former_until > now() then former_until end as former_until`;
const toItem = (row: Row): WebhookItem => ({
  ...row,
  failing_since: isoOrNull(row.failing_since),
  gave_up_at: isoOrNull(row.gave_up_at),
  former_until: isoOrNull(row.former_until),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
const missing = () => new AppError('not_found', m.webhook_not_found());

type Parts = {
  db: Database;
  vault: Vault;
  /** @throws AppError 422 if the site may not connect to the host */
  assertAllowed(url: string): void;
  /** Sends what waits for a webhook without its delay. */
  retryNow(id: string, transaction: Pick<Database, 'executeQuery'>): Promise<void>;
  /** Without a recent sign-in, a stolen session could have events sent elsewhere for good. @throws AppError 403 reauthentication_needed */
  assertRecent: (viewer: Viewer, from?: Pick<Database, 'selectFrom'>) => Promise<void>;
};

/** The site's webhooks, as admins manage them. Every method throws AppError 401 and 403. */
export function createWebhooksService({ db, vault, retryNow, assertAllowed, assertRecent }: Parts) {
  const opened = (viewer: Viewer) => writable(db, grantSite(viewer, 'manage-webhooks'));

  async function update(writer: Writer, id: string, sets: ReturnType<typeof sql>[]): Promise<WebhookItem> {
    const { rows } =
      await sql<Row>`update webhook_endpoints set ${sql.join([...sets, sql`updated_at = ${newVersion}`])} where id = ${id} returning ${columns}`.execute(
        writer,
      );
    if (!rows[0]) throw missing();
    return toItem(rows[0]);
  }

  /** Queues deliveries of an enabled webhook as if for the first time. @returns how many */
  async function resend(viewer: Viewer, id: string, which: ReturnType<typeof sql>): Promise<number> {
    return opened(viewer)
      .transaction()
      .execute(async (transaction) => {
        // The webhook before its deliveries, like everything that writes both, to avoid deadlocks.
        const { rows: found } = await sql<{ is_enabled: boolean }>`
          select is_enabled from webhook_endpoints where id = ${id} for no key update`.execute(transaction);
        if (!found[0]) throw missing();
        if (!found[0].is_enabled) throw new AppError('conflict', m.refused_off());
        const { numAffectedRows = 0n } = await sql`
          update webhook_deliveries set status = 'pending', queued_at = null, first_failed_at = null
          where endpoint_id = ${id} and status <> 'pending' and ${which}`.execute(transaction);
        if (numAffectedRows > 0n) await sql`select pg_notify('webhooks_pending', '')`.execute(transaction);
        else noteNoChange();
        return Number(numAffectedRows);
      });
  }

  /** @throws AppError 404 */
  async function read(reader: QueryExecutorProvider, id: string): Promise<WebhookItem> {
    const { rows } = await sql<Row>`select ${columns} from webhook_endpoints where id = ${id}`.execute(
      reader,
    );
    if (!rows[0]) throw missing();
    return toItem(rows[0]);
  }

  /** Locks the row. */
  async function storedOf(writer: Writer, id: string): Promise<Stored | undefined> {
    const { rows } = await sql<Stored>`
      select url, created_at, updated_at from webhook_endpoints where id = ${id} for no key update`.execute(
      writer,
    );
    return rows[0];
  }

  return {
    /** @throws AppError 404 */
    get: (viewer: Viewer, id: string) => read(opened(viewer), id),

    async list(viewer: Viewer): Promise<WebhookItem[]> {
      const { rows } =
        await sql<Row>`select ${columns} from webhook_endpoints order by created_at desc, id`.execute(
          opened(viewer),
        );
      return rows.map(toItem);
    },

    /**
     * @returns the webhook with its secret, which isn't shown again. Sent again after a lost answer, another secret replaces the one that
     * nobody has seen. @throws AppError 403 without a recent proof; 409 if there are too many, or if it was already added and has been
     * changed since; 422
     */
    async create(
      viewer: Viewer,
      { id = randomUUID(), url, events, note }: NewWebhook,
    ): Promise<WebhookItem & { secret: string }> {
      const writer = opened(viewer);
      assertAllowed(url);
      await assertRecent(viewer);
      const secret = newSecret();
      const { rows } = await writer.transaction().execute(async (transaction) => {
        await takeLock(transaction, 'webhooks');
        const earlier = await storedOf(transaction, id);
        if (earlier) await assertAsCreated(transaction, { id, ...earlier }, requireSignedIn(viewer).userId);
        return sql<Row>`
          insert into webhook_endpoints (id, url, events, note, secret)
          select ${id}::uuid, ${url}, ${[...new Set(events)]}::text[], ${note}, ${vault.encrypt(secret)}
          where (select count(*) from webhook_endpoints where id <> ${id}) < ${limits.webhooks}
          on conflict (id) do update set (url, events, note, secret, created_at, updated_at) =
            (excluded.url, excluded.events, excluded.note, excluded.secret, excluded.created_at, excluded.updated_at)
          returning ${columns}`.execute(transaction);
      });
      if (!rows[0]) throw new AppError('conflict', m.refused_full({ count: limits.webhooks }));
      return { ...toItem(rows[0]), secret };
    },

    /**
     * Turning it on resets its failures. Deliveries that are waiting when it is turned off count as failed, and can be sent again. @throws
     * AppError 403 for another URL without a recent proof; 404, 409, 422
     */
    async update(viewer: Viewer, id: string, { url, events, note, is_enabled, updated_at }: WebhookChange) {
      const writer = opened(viewer);
      if (url !== undefined) assertAllowed(url);
      const types = events && [...new Set(events)];
      const sets = [sql`note = ${note === undefined ? sql`note` : note}`];
      if (url !== undefined) sets.push(sql`url = ${url}`);
      if (types !== undefined) sets.push(sql`events = ${types}::text[]`);
      if (is_enabled !== undefined) sets.push(sql`is_enabled = ${is_enabled}`);
      // The failure count belongs to the previous URL, or to the time before it was turned on.
      const isAnew = sql`(url <> ${url ?? null} or ${is_enabled ?? false} and not is_enabled)`;
      sets.push(
        sql`failures = case when ${isAnew} then 0 else failures end`,
        ...['failing_since', 'paused_until', 'gave_up_at'].map(
          (name) => sql`${sql.ref(name)} = case when ${isAnew} then null else ${sql.ref(name)} end`,
        ),
      );
      return writer.transaction().execute(async (transaction) => {
        const row = await storedOf(transaction, id);
        if (row) assertVersion(row.updated_at, updated_at);
        if (row && url !== undefined && url !== row.url) await assertRecent(viewer, transaction);
        const values = { url, events: types, note, is_enabled };
        if (await hasValues(transaction, { table: 'webhook_endpoints', id }, values))
          return read(transaction, id);
        const item = await update(transaction, id, sets);
        if (row && url !== undefined && url !== row.url) await retryNow(id, transaction);
        if (is_enabled === false)
          await sql`update webhook_deliveries set status = 'failed' where endpoint_id = ${id} and status = 'pending'`.execute(
            transaction,
          );
        return item;
      });
    },

    /** @throws AppError 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const writer = opened(viewer);
      // The rest of the address can be a secret.
      nameGoneTarget(new URL((await read(writer, id)).url).host);
      const { numDeletedRows } = await writer
        .deleteFrom('webhook_endpoints')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw missing();
    },

    /** @throws AppError 403 without a recent proof, 404 */
    async rotate(viewer: Viewer, id: string): Promise<WebhookItem & { secret: string }> {
      const writer = opened(viewer);
      await assertRecent(viewer);
      const secret = newSecret();
      const item = await update(writer, id, [
        sql`former_secret = secret, former_until = now() + make_interval(hours => ${webhookRules.bothSecretsHours}),
          secret = ${vault.encrypt(secret)}`,
      ]);
      return { ...item, secret };
    },

    /** @throws AppError 404; 409 if it is off */
    async test(viewer: Viewer, id: string): Promise<void> {
      const { rows } = await sql`
        with endpoint as (select id from webhook_endpoints where id = ${id} and is_enabled),
        event as (insert into webhook_events (type, subject, data)
          select ${webhookTestEvent}, id::text, '{"test": true}' from endpoint returning id)
        insert into webhook_deliveries (event_id, endpoint_id) select event.id, endpoint.id from event, endpoint
        returning pg_notify('webhooks_pending', '')`.execute(opened(viewer));
      if (rows.length === 0) await resend(viewer, id, sql`false`);
    },

    /** @throws AppError 400 invalid_cursor, 404 */
    async deliveries(viewer: Viewer, id: string, { status, ...query }: DeliveriesQuery): Promise<Deliveries> {
      const reader = opened(viewer);
      const page = pageByTime(query, { time: 'delivery.created_at', id: 'delivery.id' });
      const { rows: found } = await sql`select from webhook_endpoints where id = ${id}`.execute(reader);
      if (found.length === 0) throw missing();
      const matching = sql`endpoint_id = ${id} and ${status ? sql`status = ${status}` : sql`true`}`;
      const [deliveries, counted] = await Promise.all([
        sql<DeliveryRow>`
          select delivery.id, event_id, event.type, status, attempts, response_status, problem, duration_ms, event.created_at, last_attempt_at,
            ${page.sortKey}
          from webhook_deliveries delivery join webhook_events event on event.id = event_id
          where ${matching} and ${page.condition} ${page.ordered}`.execute(reader),
        sql<{
          total: number;
        }>`select count(*)::int as total from webhook_deliveries where ${matching}`.execute(reader),
      ]);
      const { rows, next_cursor } = page.of(deliveries.rows);
      const items = rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        last_attempt_at: isoOrNull(row.last_attempt_at),
      }));
      return { items, total: counted.rows[0]?.total ?? 0, next_cursor };
    },

    /** @throws AppError 404; 409 if the webhook is off or the delivery is still waiting */
    async resend(viewer: Viewer, id: string, delivery: string): Promise<void> {
      if ((await resend(viewer, id, sql`id = ${delivery}`)) > 0) return;
      const { rows } =
        await sql`select from webhook_deliveries where id = ${delivery} and endpoint_id = ${id}`.execute(db);
      throw rows.length > 0
        ? new AppError('conflict', m.refused_waits())
        : new AppError('not_found', m.delivery_not_found());
    },

    /** @throws AppError 404; 409 if the webhook is off */
    resendFailed: async (viewer: Viewer, id: string) => ({
      count: await resend(viewer, id, sql`status = 'failed'`),
    }),
  };
}
