import { type RawBuilder, sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { limits, retention, trashDays } from '#constants';
import { isTooSlow } from '#platform/database/database.server.ts';
import { trimPostgresLog } from '#platform/database/embedded-postgres-files.server.ts';
import { trimOutbox } from '#platform/mail/outbox.server.ts';

/** How many rows one statement deletes, so that a table that has grown for years isn't locked for minutes. */
const batchSize = 20_000;
/** Tables whose rows cascade to many others. Smaller batches keep their statements within the timeout. */
const owners: readonly string[] = [
  'auth.users',
  'auth.sessions',
  'prompts',
  'playbooks',
  'imports',
  'mailings',
];
const ownerBatchSize = 500;

const olderThan = (column: string, days: number) =>
  sql`${sql.ref(column)} < now() - make_interval(days => ${days})`;

/** A stopped mailing has no end. */
const mailedBefore = (days: number) =>
  sql`coalesce(finished_at, started_at) < now() - make_interval(days => ${days})`;

/** The expired rows of each table. Payment records have rules of their own (`forgetOldRecords`). */
const overdue: Record<string, RawBuilder<unknown>> = {
  // The owner can set a longer time.
  'auth.sessions': sql`refreshed_at < now() - make_interval(days => greatest(${retention.session}, (
    select setting_value::int from site_settings where setting_key = 'session_idle_days' and setting_value ~ '^[0-9]{1,4}$')))`,
  // The predecessor of the active token stays: the client may not have received the response with the new one.
  'auth.refresh_tokens': sql`${olderThan('revoked_at', retention.usedRefreshToken)} and not exists (
    select from auth.refresh_tokens active where active.session_id = refresh_tokens.session_id
      and active.revoked_at is null and active.parent_hash = refresh_tokens.token_hash)`,
  'auth.one_time_tokens': olderThan('expires_at', retention.oneTimeToken),
  // Trial accounts that were never named, aren't used in a browser or by a program, and have no gift left.
  'auth.users': sql`is_anonymous and ${olderThan('created_at', retention.trialAccount)} and not exists (
    select from auth.sessions used where used.user_id = users.id and not ${olderThan('used.refreshed_at', retention.trialAccount)})
    and not exists (select from api_keys used where used.user_id = users.id
      and not ${olderThan('used.last_used_at', retention.trialAccount)})
    and not exists (select from oauth_records used where used.user_id = users.id and model = 'Grant'
      and not ${olderThan('used.last_used_at', retention.trialAccount)})
    and not exists (select from gifts where redeemed_by = users.id and revoked_at is null and (ends_at is null or ends_at > now()))
    and not exists (select from billing_customers paid where paid.user_id = users.id)`,
  'auth.signing_keys': olderThan('retired_at', retention.retiredSigningKey),
  // Programs that registered themselves, but that no member has connected.
  oauth_records: sql`${olderThan('expires_at', 1)} or (model in ('Client', 'RegistrationAccessToken') and ${olderThan('created_at', retention.unusedProgram)}
    and not exists (select from oauth_records granted where granted.client_id = oauth_records.client_id and granted.model = 'Grant'))`,
  rate_limits: sql`expire < extract(epoch from now()) * 1000`,
  audit_log: olderThan('created_at', retention.auditLog),
  // Nobody decides about a comment that its author has deleted.
  comment_reports: sql`${olderThan('resolved_at', retention.settledReport)} or (resolved_at is null
    and ${olderThan('created_at', retention.settledReport)} and exists (
      select from comments where comments.id = comment_reports.comment_id and comments.status = 'deleted'))`,
  user_activity: olderThan('created_at', retention.activity),
  history_entries: olderThan('at', retention.history),
  // Kept for history entries only, plus a day, because an entry is written after its text.
  playbook_texts: sql`${olderThan('kept_at', 1)} and not exists (select from history_entries shown
    where shown.playbook_id = playbook_texts.playbook_id and shown.text_hash = playbook_texts.hash)`,
  daily_copies: sql`day < current_date - ${retention.dailyCopies}::int`,
  daily_runs: sql`day < current_date - ${retention.dailyCopies}::int`,
  daily_reads: sql`day < current_date - ${retention.dailyCopies}::int`,
  billing_events: sql`processed_at is not null and ${olderThan('received_at', retention.ledger)}`,
  webhook_events: olderThan('created_at', retention.webhookEvent),
  mailing_pixels: sql`mailing_id in (select id from mailings where ${mailedBefore(retention.mailingPixel)})`,
  mailings: mailedBefore(retention.mailing),
  bulk_changes: olderThan('changed_at', trashDays),
  imports: sql`state not in ('checking', 'importing', 'undoing')
    and coalesce(started_at, created_at) < now() - make_interval(days => ${trashDays})`,
  prompts: olderThan('deleted_at', trashDays),
  playbooks: sql`${olderThan('deleted_at', trashDays)} and not exists (
    select from user_playbook_purchases bought where bought.playbook_id = playbooks.id) and not exists (
    select from playbook_payments paid where paid.playbook_id = playbooks.id)`,
  checkouts: sql`status = 'expired' and ${olderThan('created_at', retention.ledger)}`,
};

/** The oldest entries of members who have more than `max`. */
const beyond = (table: string, at: string, max: number) => sql`id in (select beyond.id from (
    select user_id from ${sql.table(table)} group by user_id having count(*) > ${max}
  ) long, lateral (select id from ${sql.table(table)} own where own.user_id = long.user_id
    order by ${sql.ref(at)} desc, own.id desc offset ${max}) beyond)`;

type Parts = {
  db: OperatorWriter<'retention'>;
  dataDir: string;
  salesModes: () => Promise<string[]>;
  forgetOldRecords: () => Promise<void>;
};

/** Deletes expired records. */
export function createRetention({ db, dataDir, salesModes, forgetOldRecords }: Parts): () => Promise<void> {
  const deleteSome = async (table: string, condition: RawBuilder<unknown>, max: number) => {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where ctid = any (array(select ctid from ${sql.table(table)} where ${condition} limit ${max}))`.execute(
      db,
    );
    return Number(numAffectedRows);
  };
  /** Deletes rows that would cascade from these: those of a single row can be more than one statement deletes in time. */
  async function deleteChildren(table: string, condition: RawBuilder<unknown>) {
    const { rows } = await sql<{ child: string; child_key: string; own_key: string }>`
      select format('%s.%s', namespace.nspname, child.relname) as child, child_column.attname as child_key, own_column.attname as own_key
      from pg_constraint key join pg_class child on child.oid = key.conrelid join pg_namespace namespace on namespace.oid = child.relnamespace
        join pg_attribute child_column on child_column.attrelid = key.conrelid and child_column.attnum = key.conkey[1]
        join pg_attribute own_column on own_column.attrelid = key.confrelid and own_column.attnum = key.confkey[1]
      where key.contype = 'f' and key.confdeltype = 'c' and cardinality(key.conkey) = 1 and key.confrelid = ${table}::regclass`.execute(
      db,
    );
    for (const { child, child_key, own_key } of rows) {
      const gone = sql`${sql.ref(child_key)} in (select ${sql.ref(own_key)} from ${sql.table(table)} where ${condition})`;
      while ((await deleteSome(child, gone, batchSize)) === batchSize);
    }
  }
  async function deleteAll(table: string, condition: RawBuilder<unknown>) {
    let max = owners.includes(table) ? ownerBatchSize : batchSize;
    let isEmptied = false;
    for (;;) {
      try {
        if ((await deleteSome(table, condition, max)) < max) return;
      } catch (error) {
        if (!isTooSlow(error) || isEmptied) throw error;
        // Tries a smaller batch; if a single row is too much, deletes its dependent rows first.
        if (max > 1) max = Math.floor(max / 2);
        else {
          await deleteChildren(table, condition);
          isEmptied = true;
        }
      }
    }
  }
  /** What was filled in beyond the limit: the oldest first. */
  const forgetFilledIn = () =>
    sql`update history_entries set "values" = null where id in (
      select kept.id from (
        select user_id from history_entries where "values" is not null
        group by user_id having sum(pg_column_size("values")) > ${limits.historyValuesBytes}
      ) long, lateral (
        select id, sum(pg_column_size("values")) over (order by at desc, id desc) as bytes
        from history_entries own where own.user_id = long.user_id and "values" is not null
      ) kept where bytes > ${limits.historyValuesBytes})`.execute(db);
  /** Sales in a mode that no longer counts don't keep items in the trash. */
  const deletePracticeSales = async () =>
    deleteAll(
      'playbook_payments',
      sql`mode <> all(${await salesModes()}::payment_mode[])
        and playbook_id in (select id from playbooks where ${olderThan('deleted_at', trashDays)})`,
    );
  /** Events that wait for the keys of a mode that no longer counts. */
  const deletePracticeEvents = async () =>
    deleteAll(
      'billing_events',
      sql`mode <> all(${await salesModes()}::payment_mode[]) and ${olderThan('received_at', retention.ledger)}`,
    );
  return async () => {
    const steps: (() => Promise<unknown>)[] = [
      deletePracticeSales,
      deletePracticeEvents,
      ...Object.entries(overdue).map(
        ([table, condition]) =>
          () =>
            deleteAll(table, condition),
      ),
      () => deleteAll('history_entries', beyond('history_entries', 'at', limits.historyEntries)),
      forgetFilledIn,
      // Signing in again and again doesn't fill the disk.
      () => deleteAll('auth.sessions', beyond('auth.sessions', 'refreshed_at', limits.sessions)),
      () => deleteAll('user_activity', beyond('user_activity', 'created_at', limits.activityEntries)),
      forgetOldRecords,
      () => trimOutbox(dataDir, retention.outbox),
      () => trimPostgresLog(dataDir, retention.logBytes),
    ];
    const failures: unknown[] = [];
    // One failure doesn't stop the other steps.
    for (const step of steps) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Some old data could not be deleted.');
  };
}
