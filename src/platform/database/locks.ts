import { type Kysely, sql } from 'kysely';

/** The PostgreSQL advisory locks that the product uses, each with its own number. */
export const advisoryLocks = {
  /** Every process of an embedded server holds it shared; a process that can get it exclusively is the last. */
  presence: 7_025_001,
  /** One process at a time creates a signing key. */
  signingKeys: 7_025_002,
  /** One import at a time: two at once would both create the same rows. */
  import: 7_025_003,
  /** One restore at a time. */
  restore: 7_025_004,
  /** A free slug is looked for and taken: two at once would take the same. */
  slugs: 7_025_005,
  /** A backup holds it until its pictures are copied; what deletes pictures holds it shared. */
  pictures: 7_025_006,
  /** With the hash of an import's id: one process checks its file. */
  checks: 7_025_007,
  /** Webhooks are counted and one is added: two at once would both find a place. */
  webhooks: 7_025_008,
} as const;

/** Waits for a lock, and keeps it until the transaction ends. */
export const takeLock = (transaction: Pick<Kysely<never>, 'getExecutor'>, name: keyof typeof advisoryLocks) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks[name]})`.execute(transaction);
