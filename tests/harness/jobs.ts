import { type Kysely, sql } from 'kysely';
import type { DB } from '#platform/database/database.types.ts';
import { jobsSchema } from '#platform/jobs/open-boss.server.ts';

/** Notifies the site of new jobs in a queue, as the job library does for jobs that it stores itself. */
async function announce(db: Kysely<DB>, queue: string) {
  const channel = sql`'pgboss_' || left(encode(sha224(${jobsSchema}::bytea), 'hex'), 24)`;
  await sql`select pg_notify(${channel}, ${queue})`.execute(db);
}

/** Makes the failed jobs of a queue due for a retry now. */
export async function retryJobs(db: Kysely<DB>, queue: string) {
  await sql`update jobs.job set start_after = now() where state = 'retry' and name = ${queue}`.execute(db);
  await announce(db, queue);
}

/** Stores a job without data, as a schedule does. */
export async function addJob(db: Kysely<DB>, queue: string) {
  await sql`insert into jobs.job (name) values (${queue})`.execute(db);
  await announce(db, queue);
}
