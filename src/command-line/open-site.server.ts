import { auditedCommand, auditedWork } from '#access/audit.server.ts';
import { connectPostgres } from '#platform/database/connect.server.ts';
import { openDatabase } from '#platform/database/database.server.ts';
import { migrateToStart } from '#platform/database/migrate.server.ts';
import { type Env, readEnv } from '#platform/env.server.ts';
import { createLog, type Log } from '#platform/observability/log.server.ts';

type Opened = ReturnType<typeof openDatabase> & {
  env: Env;
  log: Log;
  connectionString: string;
  /** Of the server itself, where `connectionString` may be a pooler's. */
  directUrl: string;
};

/**
 * Runs `work` with the site's database, migrated to the latest schema. The site may be running; if it is not, the embedded
 * PostgreSQL is started and stopped again. Database writes by `work` are audited; with `isWrittenDown`, the command is logged when it
 * finishes, whether or not it wrote anything.
 */
export async function withDatabase<Result>(
  work: (opened: Opened) => Promise<Result>,
  { migrated = true, isWrittenDown = false } = {},
): Promise<Result> {
  const env = readEnv(process.env);
  const log = createLog('warn');
  const postgres = await connectPostgres(env, log);
  const directUrl = env.DATABASE_DIRECT_URL ?? postgres.connectionString;
  const opened = openDatabase(postgres.connectionString, log);
  try {
    if (migrated) await migrateToStart(directUrl, log);
    const site = { ...opened, env, log, connectionString: postgres.connectionString, directUrl };
    const [area = ''] = commandName.split(' ');
    const description = { action: commandName, area };
    if (isWrittenDown) return await auditedCommand(opened.db, description, () => work(site));
    return migrated ? await auditedWork('command', description, () => work(site)) : await work(site);
  } finally {
    await opened.close();
    await postgres.stop();
  }
}

/** The command name for the audit log, without arguments. */
let commandName = '';
export function nameCommand(name: string): void {
  commandName = name;
}

/** Writes a line to standard output. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);
