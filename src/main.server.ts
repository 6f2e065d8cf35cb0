import cluster from 'node:cluster';
import { readEnv } from '#platform/env.server.ts';
import { failureMessage } from '#platform/error-message.ts';
import { collectWhenIdle } from '#platform/observability/idle-gc.server.ts';
import { createLog } from '#platform/observability/log.server.ts';

// One process serves everything; with WEB_CONCURRENCY above 1, it starts and supervises that many others.
const shutdown = new AbortController();
try {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const start =
    env.NODE_ENV === 'development'
      ? (await import('./development.server.ts')).startDevelopment
      : env.WEB_CONCURRENCY > 1 && cluster.isPrimary
        ? (await import('./processes.server.ts')).startProcesses
        : (await import('./site.server.ts')).startSite;
  const running = start(env, log, shutdown.signal);

  const stopOnce = (reason: string) => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    log.info('Stopping', { reason });
    // A stop must finish within ten seconds, even if something hangs.
    setTimeout(() => process.exit(1), 9_500).unref();
    // A start in progress is finished first, because aborting it would leave PostgreSQL running. Only its wait for the database and the upgrade of it end early.
    running
      .then(({ stop }) => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('Stopping failed', { error });
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopOnce(signal));
  // Without the launcher, nobody could stop this process.
  process.on('disconnect', () => stopOnce('the launcher exited'));
  if (process.connected === false) stopOnce('the launcher exited');

  const { url, admin } = await running;
  if (admin)
    process.stdout.write(`Admin account: ${admin.email}   password: ${admin.password}   (shown only once)\n`);
  if (admin && env.STARTER === 'none')
    process.stdout.write(`Sign in at ${url}/signin and continue at ${url}/admin\n`);
  collectWhenIdle();
  if (cluster.isPrimary) process.stdout.write(`Promptory is ready at ${url}\n`);
  else process.send?.('ready');
} catch (error) {
  if (error === shutdown.signal.reason) process.exit(0);
  process.stderr.write(`${failureMessage(error)}\n`);
  process.exit(1);
}
