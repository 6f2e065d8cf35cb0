import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { webhookRules, webhookTestEvent } from '#constants';
import { hasPassed } from '#platform/database/has-passed.server.ts';
import type { GuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import { type Jobs, NotYetError } from '#platform/jobs/jobs.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { type StoredEvent, toPayload } from './payload.ts';
import { type Outcome, sendEvent } from './send-event.server.ts';
import { signedHeaders } from './signing.server.ts';

type Db = OperatorWriter<'webhooks'>;
type Parts = {
  db: Db;
  vault: Vault;
  jobs: Jobs;
  fetch: GuardedFetch;
  publicUrl: string;
  log: Log;
  /** Emails the admins that a webhook was turned off, within the transaction. */
  tellOfEnd(transaction: Db, url: string): Promise<void>;
};
type Claimed = StoredEvent & {
  event_id: string;
  endpoint_id: string;
  url: string;
  secret: Buffer;
  former_secret: Buffer | null;
};

const batch = 200;
/** How many deliveries one receiver gets at a time, so that a slow one doesn't take all of a process's slots. */
const perEndpoint = 3;
/** Longer than any attempt: when it expires, the process that made it has died. */
const leaseSeconds = 60;

/**
 * Sends the events that triggers have recorded (migration 0074). Each delivery is a job that is retried until the receiver accepts
 * it or its days are over. Only one process sends a delivery at a time.
 */
export function createDeliveries({ db, vault, jobs, fetch, publicUrl, log, tellOfEnd }: Parts) {
  const queue = jobs.queue<{ id: string; endpoint?: string }>('webhooks', ({ id }) => attempt(id), {
    groups: { of: ({ endpoint }) => endpoint, atOnce: perEndpoint },
  });

  /** @throws Error if it must be retried */
  async function attempt(id: string): Promise<void> {
    const { rows } = await sql<{ is_free: boolean }>`
      update webhook_deliveries delivery set queued_at = now(), status = case when endpoint.is_enabled then delivery.status else 'failed' end
      from webhook_endpoints endpoint where delivery.id = ${id} and delivery.status = 'pending' and endpoint.id = delivery.endpoint_id
      returning endpoint.is_enabled and (${hasPassed(sql`endpoint.paused_until`, webhookRules.pause.max)} or exists (
        select from webhook_events where id = delivery.event_id and type = ${webhookTestEvent})) as is_free`.execute(
      db,
    );
    if (!rows[0]) return;
    const claimed = rows[0].is_free ? await claim(id) : undefined;
    if (!claimed) throw new NotYetError('Paused for now, or an attempt is under way');
    const at = new Date();
    const body = JSON.stringify(toPayload(claimed, publicUrl));
    const secrets = [claimed.secret, claimed.former_secret].flatMap((secret) =>
      secret ? [vault.decrypt(secret)] : [],
    );
    const headers = signedHeaders(secrets, { id: claimed.event_id, body, at });
    const outcome = await sendEvent(fetch, claimed.url, headers, body);
    const isDone =
      outcome.problem === null ? await taken(id, claimed, outcome) : await failed(id, claimed, outcome);
    if (!isDone) throw new Error(`The receiver did not accept it: ${outcome.status ?? outcome.problem}`);
  }

  async function claim(id: string): Promise<Claimed | undefined> {
    const { rows } = await sql<Claimed>`
      update webhook_deliveries delivery set leased_until = now() + make_interval(secs => ${leaseSeconds})
      from webhook_endpoints endpoint, webhook_events event left join profiles member on member.id = event.member_id
      where delivery.id = ${id} and delivery.status = 'pending' and ${hasPassed(sql`delivery.leased_until`, leaseSeconds)}
        and endpoint.id = delivery.endpoint_id and event.id = delivery.event_id
      returning event.id as event_id, event.type, event.data, event.created_at, event.member_id, member.email, endpoint.id as endpoint_id,
        endpoint.url, endpoint.secret, case when endpoint.former_until > now() then endpoint.former_secret end as former_secret`.execute(
      db,
    );
    return rows[0];
  }

  const noted = ({
    status,
    problem,
    milliseconds,
  }: Outcome) => sql`attempts = attempts + 1, last_attempt_at = now(),
    leased_until = null, response_status = ${status}, problem = ${problem}, duration_ms = ${milliseconds}`;

  async function taken(id: string, { endpoint_id }: Claimed, outcome: Outcome): Promise<true> {
    await db.transaction().execute(async (transaction) => {
      // The webhook before its deliveries, like everything that writes both, to avoid deadlocks.
      const { numAffectedRows = 0n } = await sql`
        update webhook_endpoints set failures = 0, failing_since = null, paused_until = null
        where id = ${endpoint_id} and failures > 0`.execute(transaction);
      await sql`update webhook_deliveries set ${noted(outcome)}, status = 'delivered' where id = ${id}`.execute(
        transaction,
      );
      if (numAffectedRows > 0n) await queue.retryNow(endpoint_id, transaction);
    });
    return true;
  }

  /** @returns whether the delivery is over. */
  const failed = (id: string, { endpoint_id, url }: Claimed, outcome: Outcome): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const { after, seconds, max } = webhookRules.pause;
      // Something that fails is tried every few hours, so after a longer gap the site was off, and its days are counted anew.
      const wasTriedLately = sql`exists (select from webhook_deliveries where endpoint_id = ${endpoint_id} and last_attempt_at > now() - interval '1 day')`;
      const { rows } = await sql<{ is_enabled: boolean; is_dead: boolean; was_on: boolean }>`
        update webhook_endpoints set failures = failures + 1,
          failing_since = case when ${wasTriedLately} then coalesce(failing_since, now()) else now() end,
          paused_until = case when failures + 1 >= ${after} then now() + make_interval(secs =>
            least(${max}, ${seconds} * 2 ^ least(failures + 1 - ${after}, 20))) end
        where id = ${endpoint_id}
        returning is_enabled, failing_since <= now() - make_interval(days => ${webhookRules.days}) as is_dead, ${wasTriedLately} as was_on`.execute(
        transaction,
      );
      const wasOn = rows[0]?.was_on ?? false;
      const { rows: deliveries } = await sql<{ is_over: boolean }>`
        update webhook_deliveries set ${noted(outcome)}, first_failed_at = case when ${wasOn} then coalesce(first_failed_at, now()) else now() end,
          status = case when ${wasOn} and first_failed_at <= now() - make_interval(days => ${webhookRules.days})
            then 'failed' else status end
        where id = ${id} returning status <> 'pending' as is_over`.execute(transaction);
      const [[endpoint], [delivery]] = [rows, deliveries];
      if (!endpoint || !delivery) return true;
      // The webhook's own time counts, because while it is paused, few deliveries are tried often enough to be over. If others have
      // succeeded since, only this one is abandoned.
      if (endpoint.is_dead && endpoint.is_enabled) {
        await sql`update webhook_endpoints set is_enabled = false, gave_up_at = now() where id = ${endpoint_id}`.execute(
          transaction,
        );
        await sql`update webhook_deliveries set status = 'failed' where endpoint_id = ${endpoint_id} and status = 'pending'`.execute(
          transaction,
        );
        await tellOfEnd(transaction, url);
        return true;
      }
      return delivery.is_over;
    });

  /** Queues a job for each delivery that has none, in the transaction that records it. */
  async function enqueue(): Promise<void> {
    for (let count = batch; count === batch; ) {
      count = await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: string; endpoint_id: string }>`
          update webhook_deliveries set queued_at = now() where id in (
            select id from webhook_deliveries where status = 'pending'
              and (queued_at is null or queued_at < now() - make_interval(hours => ${webhookRules.orphanHours}))
            order by queued_at nulls first limit ${batch} for update skip locked)
          returning id, endpoint_id`.execute(transaction);
        for (const { id, endpoint_id } of rows) await queue.send({ id, endpoint: endpoint_id }, transaction);
        return rows.length;
      });
    }
  }

  let working: Promise<void> | undefined;
  let isWanted = false;
  async function work() {
    while (isWanted) {
      isWanted = false;
      await enqueue().catch((error: unknown) => log.debug('Webhooks are delayed', { error: String(error) }));
    }
    working = undefined;
  }
  return {
    enqueue,
    /** Sends what waits for a webhook without its delay, once `transaction` is committed. */
    retryNow: queue.retryNow,
    /** Queues new deliveries now; the next run of `enqueue` finds any that are missed. */
    wake(): void {
      isWanted = true;
      working ??= work();
    },
    /** Resolves when no deliveries are being queued. */
    idle: async () => working,
  };
}
