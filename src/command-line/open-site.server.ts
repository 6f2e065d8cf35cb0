import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { auditedCommand, auditedWork } from '#access/audit.server.ts';
import { connectPostgres } from '#platform/database/connect.server.ts';
import { openDatabase } from '#platform/database/database.server.ts';
import { databaseFailure } from '#platform/database/database-failure.server.ts';
import { appliedMigrations, migrateToStart } from '#platform/database/migrate.server.ts';
import { type Env, readEnv } from '#platform/env.server.ts';
import { createLog, type Log } from '#platform/observability/log.server.ts';

type Opened = ReturnType<typeof openDatabase> & {
  env: Env;
  log: Log;
  connectionString: string;
  /** The URL of the server itself, while `connectionString` may be a pooler's. */
  directUrl: string;
};

/**
 * Runs `work` with the site's database, `migrated` to the latest schema. The site may be running; if it isn't, the embedded PostgreSQL is
 * started, and stopped again afterward. Database writes by `work` are audited; with `isWrittenDown`, the command is logged when it
 * finishes, whether or not it wrote anything. `isDirect` says that `work` needs the server itself, beside a pooler.
 * @throws Error if there is no site, unless the command `canCreate` one
 */
export async function withDatabase<Result>(
  work: (opened: Opened) => Promise<Result>,
  { migrated = true, isDirect = false, isWrittenDown = false, canCreate = false } = {},
): Promise<Result> {
  const env = readEnv(process.env);
  const log = createLog('warn');
  const usesDirect = migrated || isDirect;
  if (!canCreate) assertCluster(env);
  const isNewCluster = !env.DATABASE_URL && !existsSync(clusterOf(env));
  const connecting = connectPostgres(env, log);
  const forgetSignals = endAtSignal(async () => {
    const { connectionString, stop } = await connecting;
    // Stopping ends what has not been committed, such as a restore.
    const isUnused = isNewCluster && (await isEmptyAt(connectionString, log).catch(() => false));
    await stop();
    if (isUnused) await removeStopped(clusterOf(env));
  });
  const postgres = await connecting;
  const directUrl = env.DATABASE_DIRECT_URL ?? postgres.connectionString;
  const opened = openDatabase(postgres.connectionString, log);
  let isUnused = false;
  try {
    const isNew = await (usesDirect ? isEmptyAt(directUrl, log) : isEmpty(opened.db)).catch((error) => {
      if (!env.DATABASE_URL) throw error;
      throw databaseFailure(
        usesDirect && env.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
        error,
      );
    });
    if (isNew && !canCreate) throw noSite(env);
    if (isNew) say(`A new site in ${placeOf(env)}.`);
    if (migrated) await migrateToStart(env, postgres.connectionString, log);
    const site = { ...opened, env, log, connectionString: postgres.connectionString, directUrl };
    const [area = ''] = commandName.split(' ');
    const description = { action: commandName, area };
    if (isWrittenDown) return await auditedCommand(opened.db, description, () => work(site));
    return migrated ? await auditedWork('command', description, () => work(site)) : await work(site);
  } catch (error) {
    isUnused = isNewCluster && (await isEmpty(opened.db).catch(() => false));
    throw error;
  } finally {
    await opened.close();
    await postgres.stop();
    if (isUnused) await removeStopped(clusterOf(env));
    forgetSignals();
  }
}

/** Removes a database that a failed or interrupted command has created, unless another process has started using it. */
async function removeStopped(cluster: string) {
  if (!existsSync(join(cluster, 'postmaster.pid'))) await rm(cluster, { recursive: true });
}

/** Without this, Ctrl-C would leave the embedded PostgreSQL running, which is in its own process group. npm sends each signal twice. */
function endAtSignal(stop: () => Promise<void>): () => void {
  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    void stop()
      .catch(() => undefined)
      .then(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const clusterOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'postgres');
const placeOf = ({ DATABASE_URL, DATA_DIR }: Env) =>
  DATABASE_URL ? 'the database in DATABASE_URL' : resolve(DATA_DIR);
const noSite = (env: Env) =>
  new Error(`There is no site in ${placeOf(env)}. Run the command with the site's environment.`);

/** Keeps a command without the site's environment from creating another site. @throws Error if there is no embedded database */
export function assertCluster(env: Env): void {
  if (env.DATABASE_URL) return;
  // Throws the error of the file system if this account can't enter the folder.
  if (!statSync(clusterOf(env), { throwIfNoEntry: false })) throw noSite(env);
}

const isEmpty = async (db: Opened['db']) => (await appliedMigrations(db)).length === 0;

async function isEmptyAt(connectionString: string, log: Log): Promise<boolean> {
  const { db, close } = openDatabase(connectionString, log, 1);
  try {
    return await isEmpty(db);
  } finally {
    await close();
  }
}

/** The command's name for the audit log, without its arguments. */
let commandName = '';
export function nameCommand(name: string): void {
  commandName = name;
}

/** Writes a line to standard output. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);
