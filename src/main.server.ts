import cluster from 'node:cluster';
import { readEnv } from '#platform/env.server.ts';
import { createLog } from '#platform/log.server.ts';

// One process serves everything; with WEB_CONCURRENCY above 1 it starts and minds that many others.
try {
  const env = readEnv(process.env);
  // React looks here when it is loaded, which must not be before: unset, it would render with its slow build.
  process.env.NODE_ENV = env.NODE_ENV;
  const log = createLog(env.LOG_LEVEL);
  const start =
    env.NODE_ENV === 'development'
      ? (await import('./development.server.ts')).startDevelopment
      : env.WEB_CONCURRENCY > 1 && cluster.isPrimary
        ? (await import('./processes.server.ts')).startProcesses
        : (await import('./site.server.ts')).startSite;
  const running = start(env, log);

  let stopping = false;
  const stopOnce = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info('Stopping', { reason });
    // Whatever hangs must not keep the operator waiting: ten seconds are promised.
    setTimeout(() => process.exit(1), 9_500).unref();
    // What has begun to start is stopped once it has started: half a start would leave PostgreSQL behind.
    running
      .then(({ stop }) => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('Stopping has failed', { error });
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopOnce(signal));
  // The launcher is gone: nobody would be left to stop this process.
  process.on('disconnect', () => stopOnce('the launcher has ended'));
  if (process.connected === false) stopOnce('the launcher has ended');

  const { url, admin } = await running;
  if (admin)
    process.stdout.write(`Admin account: ${admin.email}   password: ${admin.password}   (shown only once)\n`);
  if (cluster.isPrimary) process.stdout.write(`Promptory is ready at ${url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
