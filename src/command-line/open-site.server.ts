import { connectPostgres } from '#platform/connect.server.ts';
import { openDatabase } from '#platform/database.server.ts';
import { type Env, readEnv } from '#platform/env.server.ts';
import { createLog, type Log } from '#platform/log.server.ts';
import { migrate } from '#platform/migrate.server.ts';

type Opened = ReturnType<typeof openDatabase> & { env: Env; log: Log; connectionString: string };

/**
 * Runs `work` with the site's database, migrated to the latest schema. The site may be running; if it is not, the embedded
 * PostgreSQL is started and stopped again.
 */
export async function withDatabase<Result>(
  work: (opened: Opened) => Promise<Result>,
  { migrated = true } = {},
): Promise<Result> {
  const env = readEnv(process.env);
  const log = createLog('warn');
  const postgres = await connectPostgres(env, log);
  const opened = openDatabase(postgres.connectionString, log);
  try {
    if (migrated) await migrate(opened.db);
    return await work({ ...opened, env, log, connectionString: postgres.connectionString });
  } finally {
    await opened.db.destroy();
    await postgres.stop();
  }
}

/** Writes a line to standard output. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);
