import { type Kysely, sql } from 'kysely';
import type { DB } from '#platform/database/database.types.ts';
import { jobsSchema } from '#platform/jobs/jobs.server.ts';

/** Tells the site of new jobs in a queue, as the library of jobs does for those that it stores itself. */
async function announce(db: Kysely<DB>, queue: string) {
  const channel = sql`'pgboss_' || left(encode(sha224(${jobsSchema}::bytea), 'hex'), 24)`;
  await sql`select pg_notify(${channel}, ${queue})`.execute(db);
}

/** Lets the failed jobs of a queue be tried again now. */
export async function retryJobs(db: Kysely<DB>, queue: string) {
  await sql`update jobs.job set start_after = now() where state = 'retry' and name = ${queue}`.execute(db);
  await announce(db, queue);
}

/** Stores a job without data, as a schedule does when its time has come. */
export async function addJob(db: Kysely<DB>, queue: string) {
  await sql`insert into jobs.job (name) values (${queue})`.execute(db);
  await announce(db, queue);
}
