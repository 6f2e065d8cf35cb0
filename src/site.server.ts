import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { seedStarter } from '#library/import/starter.server.ts';
import { ensureFirstAdmin } from '#people/auth/admins.service.server.ts';
import { connectPostgres } from '#platform/connect.server.ts';
import { listenForContentEvents } from '#platform/content-events.server.ts';
import { openDatabase, reachDatabase } from '#platform/database.server.ts';
import type { Env } from '#platform/env.server.ts';
import { createJobs } from '#platform/jobs.server.ts';
import type { Log } from '#platform/log.server.ts';
import { migrate } from '#platform/migrate.server.ts';
import { addressOf, createPageCache } from '#platform/page-cache.server.ts';
import { loadAppSecret } from '#platform/secret.server.ts';
import { mediaDirectory } from '#site/media/storage.server.ts';
import { createApp } from './app.server.ts';
import { builtAssets, createLoaderServices, createPages, loadBuiltPages } from './pages.server.ts';
import { createServices } from './services.server.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** How often images that nothing names any more are looked for. */
const cleanUpMilliseconds = 3_600_000;

/** How long connections that are kept alive may still bring a request after the site was told to stop. */
const lingerMilliseconds = 500;

/** Environment -> database -> services -> app -> listening. `stop` undoes it in the opposite order. */
export async function startSite(env: Env, log: Log) {
  let listener: (listener: Listener) => void = () => undefined;
  const ready = new Promise<Listener>((resolve) => {
    listener = resolve;
  });
  // The port is taken first: a taken one is known before anything is started, and early requests wait.
  const door = await listen(env, ready);
  try {
    const postgres = await connectPostgres(env, log);
    const { db, pool } = openDatabase(postgres.connectionString, log);
    await reachDatabase(pool, log);
    await migrate(db);
    const jobs = createJobs({ pool, log });
    const contentEvents = await listenForContentEvents(postgres.connectionString, log);
    const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${door.port}`).replace(/\/+$/, '');
    const appSecret = await loadAppSecret(env.APP_SECRET, env.DATA_DIR);
    const parts = {
      dataDir: env.DATA_DIR,
      jobs,
      mailFrom: env.MAIL_FROM,
      smtpUrl: env.SMTP_URL,
      mediaUrl: env.MEDIA_URL,
      rateLimits: env.RATE_LIMITS,
      isSandboxAllowed: env.PAYMENTS === 'sandbox',
      stripeApiBase: env.STRIPE_API_BASE,
      languageModel: env.LLM_BASE_URL
        ? { baseUrl: env.LLM_BASE_URL, apiKey: env.LLM_API_KEY, model: env.LLM_MODEL }
        : undefined,
      publicUrl,
      appSecret,
    };
    const services = createServices({
      ...{ db, pool, contentEvents, log, ...parts },
      // The sandbox's events come in by the same door as the provider's.
      deliverEvent: async (body, signature) => {
        const headers = { 'stripe-signature': signature };
        const answer = await app.request('/functions/v1/stripe-webhook', { method: 'POST', body, headers });
        if (!answer.ok) throw new Error(`The event was refused: ${await answer.text()}`);
      },
    });
    if (env.STARTER === 'demo') await seedStarter(db);
    const admin = await ensureFirstAdmin(db, {
      email: env.ADMIN_EMAIL,
      password: env.ADMIN_PASSWORD,
    });

    const development = env.NODE_ENV === 'development' ? await import('./development.server.ts') : undefined;
    const vite = await development?.startVite(door.server);
    const render = createPages(
      vite?.loadPages ?? loadBuiltPages,
      createLoaderServices(services, publicUrl, async () =>
        (await app.request('/api/v1/openapi.json')).json(),
      ),
      vite ? 'development' : 'production',
    );
    await mkdir(mediaDirectory(env.DATA_DIR), { recursive: true });
    const cache = createPageCache(render, contentEvents);
    const app = createApp({
      services,
      log,
      trustProxy: env.TRUST_PROXY,
      media: mediaDirectory(env.DATA_DIR),
      ready: () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      pages: vite ? ({ url }) => render(addressOf(url)) : cache.respond,
      ...(vite ? {} : { assets: builtAssets }),
    });
    const serve = getRequestListener(app.fetch);
    const cleaning = setInterval(
      () =>
        services.media
          .removeOrphans()
          .catch((error: unknown) => log.warn('Cleaning up images has failed', { error })),
      cleanUpMilliseconds,
    ).unref();
    const { reconcile } = services.billing;
    jobs.every('billing-due', '* * * * *', reconcile.due);
    jobs.every('billing-reconcile', '17 * * * *', async () => {
      for (const drift of await reconcile.all()) log.warn('Billing had drifted and is mended', { drift });
    });
    const working = jobs.start();
    listener(
      vite
        ? vite.before(serve)
        : (request, response) => void (cache.serve(request, response) || serve(request, response)),
    );

    return {
      url: publicUrl,
      /** The first admin, where this start has made one. */
      admin,
      /** Every endpoint with its method, for those who must leave none out. */
      endpoints: app.routes.map(({ method, path }) => `${method} ${path}`),
      services,
      db,
      async stop() {
        clearInterval(cleaning);
        await working;
        await Promise.all([door.close(), jobs.pause()]);
        await jobs.stop();
        await vite?.stop();
        await contentEvents.stop();
        await db.destroy();
        await postgres.stop();
      },
    };
  } catch (error) {
    door.server.close();
    throw error;
  }
}

async function listen(env: Env, ready: Promise<Listener>) {
  let stopping = false;
  let listen: Listener = (request, response) => void ready.then((listener) => listener(request, response));
  void ready.then((listener) => {
    listen = listener;
  });
  const server: Server = createServer((request, response) => {
    if (stopping) response.shouldKeepAlive = false;
    listen(request, response);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(explain(error, env), { cause: error })),
    );
    server.listen(env.PORT, env.HOST, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    /** No new connections; what is under way is finished; a connection kept alive gets a moment for its last request. */
    async close() {
      stopping = true;
      const closed = new Promise((resolve) => server.once('close', resolve));
      const { closeIdleConnections } = server;
      server.closeIdleConnections = () => undefined;
      server.close();
      server.closeIdleConnections = closeIdleConnections;
      await delay(lingerMilliseconds);
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      server.closeIdleConnections();
      await closed;
      clearInterval(sweep);
    },
  };
}

function explain(error: NodeJS.ErrnoException, env: Env): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${env.PORT} is in use. Stop the other program, or choose another port: PORT=3001 npm start`;
  if (error.code === 'EACCES')
    return `Port ${env.PORT} may not be opened by this user. Choose one above 1023: PORT=3000 npm start`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST=${env.HOST} is not an address of this machine.`;
  return `The site cannot listen on ${env.HOST}:${env.PORT}: ${error.message}`;
}
