import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { QueryExecutorProvider } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import { createReads } from '#access/reads.server.ts';
import { writable } from '#access/writable.server.ts';
import { applyStarter } from '#library/import/starter.server.ts';
import { ensureFirstAdmin } from '#people/auth/accounts/admins.service.server.ts';
import { verifyAppSecret } from '#people/auth/verify-app-secret.server.ts';
import { makeBackup } from '#platform/backup/backup.server.ts';
import { createBuiltAssets } from '#platform/cache/built-assets.server.ts';
import { createListCache } from '#platform/cache/list-cache.server.ts';
import { observe } from '#platform/cache/observe.server.ts';
import { addressOf, createPageCache } from '#platform/cache/page-cache.server.ts';
import { connectPostgres } from '#platform/database/connect.server.ts';
import { waitForDatabase } from '#platform/database/database.server.ts';
import { listenToDatabase } from '#platform/database/database-events.server.ts';
import { readDatabaseProblem } from '#platform/database/database-problem.server.ts';
import { migrateToStart } from '#platform/database/migrate.server.ts';
import { type Env, publicUrlOf } from '#platform/env.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { readSiteFigures } from '#platform/jobs/site-figures.server.ts';
import { chooseLocale } from '#platform/language/choose-locale.server.ts';
import { makeFolder } from '#platform/make-folder.server.ts';
import { createAccessLog } from '#platform/observability/access-log.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { createMetrics } from '#platform/observability/metrics.server.ts';
import { isTracingWanted, startTracing } from '#platform/observability/tracing.server.ts';
import { loadAppSecret } from '#platform/secret.server.ts';
import { withTimeout } from '#platform/with-timeout.ts';
import { backupFolders } from '#site/backup/backup-folders.server.ts';
import { createBackupStorage } from '#site/backup/backup-storage.server.ts';
import {
  forgetBackupsWanted,
  rememberBackupsWanted,
  rememberNewestBackup,
} from '#site/backup/public/newest-backup.server.ts';
import { createScheduledBackup } from '#site/backup/scheduled-backup.server.ts';
import { mediaDirectory } from '#site/media/storage.server.ts';
import { createApp } from './app.server.ts';
import type { Development } from './development.server.ts';
import { listen } from './listen.server.ts';
import { builtAssets, createLoaderServices, createPages, loadBuiltPages } from './pages.server.ts';
import { scheduleJobs } from './scheduled-jobs.server.ts';
import { createServices, type Services } from './services.server.ts';
import { openOwnReplica, openPools } from './site-pools.server.ts';

/** How long /readyz waits for the database. */
const readyMilliseconds = 1_500;
/** How long a stop waits for running requests and jobs, and for everything before the database. Ten seconds are promised in total. */
const stopMilliseconds = { underWay: 6_500, all: 7_500 };

/**
 * Environment -> database -> services -> app -> listening. `stop` undoes it in reverse order, as does a failed start. `shutdown` ends the
 * wait for the database and its upgrade. In development, the port is already open, and the pages come from their sources.
 */
export async function startSite(env: Env, log: Log, shutdown?: AbortSignal, development?: Development) {
  // Listens first, so that a port in use is reported before anything starts. Early requests wait.
  const port = development?.port ?? (await listen(env));
  const undo = new AsyncDisposableStack();
  try {
    if (isTracingWanted(env)) undo.defer(await startTracing(log));
    const postgres = await connectPostgres(env, log);
    undo.defer(postgres.stop);
    const opened = new AsyncDisposableStack();
    // Even if something hangs, the database is stopped.
    undo.defer(async () => void (await withTimeout(stopMilliseconds.all, opened.disposeAsync())));
    const { connectionString } = postgres;
    const directUrl = env.DATABASE_DIRECT_URL ?? connectionString;
    const opening = { env, log, opened };
    const pools = openPools({ connectionString, directUrl }, opening);
    const { db, pool } = pools.members;
    await waitForDatabase(pool, log, shutdown);
    await migrateToStart(env, connectionString, log, shutdown);
    await warnOfDatabase(db, log);
    const publicUrl = publicUrlOf(env, port.port);
    const appSecret = await loadAppSecret(env.APP_SECRET, env.DATA_DIR);
    await verifyAppSecret(writable(db, asOperator('accounts')), appSecret);
    const databaseEvents = await listenToDatabase({ connectionString: directUrl, publicUrl, log });
    opened.defer(databaseEvents.stop);
    for (const { setAvailable } of Object.values(pools)) databaseEvents.onAvailability(setAvailable);
    const replica = openOwnReplica(databaseEvents, opening);
    const metrics = createMetrics();
    const jobs = createJobs({ pool, log, databaseEvents, onDone: metrics.jobDone });
    opened.defer(jobs.stop);
    const services = createServices({
      ...optionsOf(env),
      publicUrl,
      appSecret,
      db,
      reads: createReads(pools, replica),
      pool,
      jobs,
      databaseEvents,
      log,
      // The sandbox's events go through the same webhook as the provider's.
      deliverEvent: async (body, signature) => {
        const headers = { 'stripe-signature': signature };
        const answer = await app.request('/functions/v1/stripe-webhook', { method: 'POST', body, headers });
        if (!answer.ok) throw new Error(`The event was rejected: ${await answer.text()}`);
      },
    });
    await applyStarter(db, asOperator('library'), env.STARTER);
    const admin = await ensureFirstAdmin(writable(db, asOperator('accounts')), {
      email: env.ADMIN_EMAIL,
      password: env.ADMIN_PASSWORD,
    });

    const { render, routeOf } = createPages(
      development?.loadPages ?? loadBuiltPages,
      createLoaderServices(services, publicUrl, async () =>
        (await app.request('/api/v1/openapi.json')).json(),
      ),
      development ? 'development' : 'production',
      { log, pictures: services.media.base },
    );
    await makeFolder(mediaDirectory(env.DATA_DIR));
    const noteBackups = env.BACKUP_URL === undefined ? forgetBackupsWanted : rememberBackupsWanted;
    await noteBackups(db, asOperator('backups'));
    const cache = createPageCache(render, databaseEvents, routeOf);
    const lists = createListCache(databaseEvents, ['/api/v1/prompts', '/api/v1/playbooks']);
    const atScrape = metrics.watch({
      pool,
      cache: cache.figures,
      site: async () => readSiteFigures(pool, await services.billing.currentMode()),
    });
    const app = createApp({
      services,
      lists,
      log,
      publicUrl,
      trustProxy: env.TRUST_PROXY,
      media: mediaDirectory(env.DATA_DIR),
      metricsToken: env.METRICS_TOKEN,
      metrics: async () => {
        await atScrape.read();
        return metrics.text();
      },
      webhookAnswered: metrics.webhookAnswered,
      ready: () => isReady(pool),
      pages: development
        ? ({ url, headers }) =>
            render(addressOf(url), chooseLocale(headers.get('cookie'), headers.get('accept-language')))
        : cache.respond,
      ...(development ? {} : { assets: builtAssets }),
    });
    const serve = getRequestListener(app.fetch);
    databaseEvents.onWebhooksPending(services.webhookDeliveries.wake);
    scheduleJobs(jobs, {
      services,
      log,
      backup: createOwnBackup(env, { db, pool: pools.backups.pool, log }),
    });
    const working = jobs
      .start()
      .then(() => {
        // Picks up work that a crashed process has left, instead of waiting for the next minute.
        services.mailingSender.wake();
        services.webhookDeliveries.wake();
        return services.imports.resume();
      })
      .catch(() => undefined);
    opened.defer(() => finishUnderWay({ port, services, jobs, working, log }));
    const accessLog = createAccessLog(env.LOG_LEVEL);
    opened.defer(accessLog.flush);
    port.answer(
      observe({
        serve,
        lists,
        metrics,
        accessLog,
        log,
        trustProxy: env.TRUST_PROXY,
        rateLimits: env.RATE_LIMITS,
        ...(development ? {} : { ready: [createBuiltAssets(builtAssets), cache] }),
      }),
    );

    return {
      url: publicUrl,
      /** The port of this process, which the public URL may not have. */
      port: port.port,
      /** The first admin, if this start has created it. */
      admin,
      /** Every endpoint with its method, for tests that must cover all of them. */
      endpoints: app.routes.map(({ method, path }) => `${method} ${path}`),
      services,
      db,
      stop: () => undo.disposeAsync(),
    };
  } catch (error) {
    void port.close();
    await undo.disposeAsync();
    throw error;
  }
}

/** Options of the services that environment variables set. */
const optionsOf = (env: Env) => ({
  dataDir: env.DATA_DIR,
  connections: env,
  backupEvery: env.BACKUP_URL === undefined ? undefined : env.BACKUP_EVERY,
  mediaUrl: env.MEDIA_URL,
  rateLimits: env.RATE_LIMITS,
  isSandboxAllowed: env.PAYMENTS === 'sandbox',
  stripeApiBase: env.STRIPE_API_BASE,
  providersBase: env.SIGN_IN_PROVIDERS_BASE,
  signup: env.SIGNUP,
  privateHosts: env.PRIVATE_HOSTS,
  privateProgramHosts: env.PRIVATE_PROGRAM_HOSTS,
});

/** Warns the person who created the database about its version and text settings, before something fails. */
async function warnOfDatabase(db: QueryExecutorProvider, log: Log) {
  const found = await readDatabaseProblem(db);
  if (found) log.warn(`The database needs to be replaced: ${found.problem}. "promptory doctor" says how`);
}

const isReady = (pool: Pool): Promise<boolean> =>
  Promise.race([
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
    delay(readyMilliseconds, false, { ref: false }),
  ]);

/** The backup to BACKUP_URL, if it is set. */
const createOwnBackup = (env: Env, { db, pool, log }: { db: Database; pool: Pool; log: Log }) =>
  env.BACKUP_URL === undefined
    ? undefined
    : createScheduledBackup({
        storage: createBackupStorage(env.BACKUP_URL),
        make: () => makeBackup(pool, backupFolders(env)),
        every: env.BACKUP_EVERY,
        keep: env.BACKUP_KEEP,
        remember: (madeAt) => rememberNewestBackup(db, asOperator('backups'), madeAt),
        log,
      });

type UnderWay = {
  port: { close(): Promise<void> };
  services: Services;
  jobs: ReturnType<typeof createJobs>;
  /** Resolves once the jobs have started. */
  working: Promise<void>;
  log: Log;
};

/** Accepts no more requests and starts no more jobs, and waits a while for running ones. */
async function finishUnderWay({ port, services, jobs, working, log }: UnderWay) {
  const pause = async () => {
    await working;
    await Promise.all([jobs.pause(), services.webhookDeliveries.idle()]);
  };
  const underWay = [
    port.close(),
    pause(),
    services.answers.stop(),
    services.importsWorker.stop(),
    services.mailingSender.stop(),
    services.missedSearches.stop(),
  ];
  if (!(await withTimeout(stopMilliseconds.underWay, Promise.all(underWay))))
    log.warn("Some jobs didn't finish and were aborted");
}
