import { type Kysely, sql } from 'kysely';

/** The PostgreSQL advisory locks used by the site, each with a unique number. */
export const advisoryLocks = {
  /** Every process that uses an embedded server holds it shared; a process that can get it exclusively is the last one. */
  presence: 7_025_001,
  /** One process at a time creates a signing key. */
  signingKeys: 7_025_002,
  /** One import at a time, because two would create the same rows. */
  import: 7_025_003,
  /** One restore at a time. */
  restore: 7_025_004,
  /** Finding and taking a free slug: two at once would take the same one. */
  slugs: 7_025_005,
  /** A backup holds it until its pictures are copied; whatever deletes pictures holds it shared. */
  pictures: 7_025_006,
  /** Combined with the hash of an import's id, so that only one process checks its file. */
  checks: 7_025_007,
  /** Counting the webhooks and adding one: two at once could exceed the limit. */
  webhooks: 7_025_008,
} as const;

/** Waits for a lock, and holds it until the transaction ends. */
export const takeLock = (transaction: Pick<Kysely<never>, 'getExecutor'>, name: keyof typeof advisoryLocks) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks[name]})`.execute(transaction);
