import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { applyStarter } from '#library/import/starter.server.ts';
import { verifyAppSecret } from '#people/auth/verify-app-secret.server.ts';
import { connectPostgres } from '#platform/database/connect.server.ts';
import { openDatabase, waitForDatabase } from '#platform/database/database.server.ts';
import { migrateToStart } from '#platform/database/migrate.server.ts';
import { type Env, publicUrlOf } from '#platform/env.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { loadAppSecret } from '#platform/secret.server.ts';
import { withTimeout } from '#platform/with-timeout.ts';
import { assertPortFree } from './listen.server.ts';

/** How long to wait before replacing a process, so that a crash at startup doesn't become a busy loop. */
const restartMilliseconds = 1_000;
/** Longer than a process takes to stop, but short enough to stop the database within the promised ten seconds. */
const stopMilliseconds = 8_000;
const killMilliseconds = 500;

/**
 * Starts WEB_CONCURRENCY processes that share the port and the database, and replaces those that exit. Each reports when it is ready.
 * @throws Error if one of the first ones exits before that
 */
export async function startProcesses(env: Env, log: Log, shutdown?: AbortSignal) {
  await assertPortFree(env);
  const postgres = await connectPostgres(env, log);
  const appSecret = await prepare(env, log, postgres.connectionString, shutdown).catch(async (error) => {
    await postgres.stop();
    throw error;
  });

  let stopping = false;
  const start = (): Worker =>
    cluster.fork({
      DATABASE_URL: postgres.connectionString,
      APP_SECRET: appSecret,
      PAYMENTS: env.PAYMENTS,
    });
  cluster.on('exit', (worker, code) => {
    if (stopping) return;
    log.warn('A process exited and is being replaced', { pid: worker.process.pid, code });
    setTimeout(() => stopping || start(), restartMilliseconds);
  });
  const startFirst = () =>
    new Promise<void>((resolve, reject) => {
      const worker = start();
      const fail = () => {
        stopping = true;
        reject(new Error('A process could not start, and has said why.'));
      };
      worker.once('exit', fail);
      worker.once('message', () => {
        worker.off('exit', fail);
        resolve();
      });
    });
  async function stop() {
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of running) worker.process.kill('SIGTERM');
    const ended = running.map((worker) => worker.isDead() || once(worker, 'exit'));
    if (!(await withTimeout(stopMilliseconds, Promise.all(ended))))
      for (const worker of running) worker.process.kill('SIGKILL');
    // The last process stops the database, so wait for the killed ones to exit.
    await withTimeout(killMilliseconds, Promise.all(ended));
    await postgres.stop();
  }

  try {
    await Promise.all(Array.from({ length: env.WEB_CONCURRENCY }, startFirst));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: publicUrlOf(env), admin: undefined, stop };
}

/** Migrates and seeds the database once for all processes. @returns the secret they share */
async function prepare(
  env: Env,
  log: Log,
  connectionString: string,
  shutdown?: AbortSignal,
): Promise<string> {
  const { db, pool, close } = openDatabase(connectionString, log, 1);
  try {
    await waitForDatabase(pool, log, shutdown);
    await migrateToStart(env, connectionString, log, shutdown);
    await applyStarter(db, asOperator('library'), env.STARTER);
    const appSecret = await loadAppSecret(env.APP_SECRET, env.DATA_DIR);
    await verifyAppSecret(writable(db, asOperator('accounts')), appSecret);
    return appSecret;
  } finally {
    await close();
  }
}
