import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { deadLetters, jobsSchema } from '#platform/jobs/open-boss.server.ts';
import type { Vault } from '#platform/secret.server.ts';

type Row = {
  /** The job's own queue. */
  source_name: string | null;
  data: { sealed?: string } | null;
  source_output: { reason?: string } | null;
  created_on: Date;
};

/** The number of queued emails, and a line for each job that has failed permanently. */
export async function readJobs(db: Database, vault: Vault): Promise<{ waiting: number; dead: string[] }> {
  const table = sql.table(`${jobsSchema}.job`);
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass(${`${jobsSchema}.job`}) is not null as exists`.execute(db);
  if (!rows[0]?.exists) return { waiting: 0, dead: [] };
  const [waiting, dead] = await Promise.all([
    sql<{
      count: number;
    }>`select count(*)::int as count from ${table} where name in ('mail', 'email-requests') and state in ('created', 'retry')`.execute(
      db,
    ),
    sql<Row>`select source_name, data, source_output, created_on from ${table}
      where name = ${deadLetters} and state in ('created', 'retry') order by created_on desc`.execute(db),
  ]);
  return {
    waiting: waiting.rows[0]?.count ?? 0,
    dead: dead.rows.map(
      ({ source_name, data, source_output, created_on }) =>
        `${created_on.toISOString().slice(0, 16)} ${describe(source_name, data?.sealed, vault)}: ${source_output?.reason ?? 'unknown reason'}`,
    ),
  };
}

function describe(queue: string | null, sealed: string | undefined, vault: Vault): string {
  if (sealed === undefined) return `job of "${queue}"`;
  try {
    const { to, subject } = JSON.parse(vault.decrypt(Buffer.from(sealed, 'base64')));
    return `email to ${to}${subject === undefined ? '' : `, "${subject}"`}`;
  } catch {
    return 'an email that this APP_SECRET cannot decrypt';
  }
}
