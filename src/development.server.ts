import { watch } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import type { Env } from '#platform/env.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { type Listener, listen, type Port } from './listen.server.ts';
import type { loadBuiltPages } from './pages.server.ts';

/** In development, the site gets these instead of opening a port and reading built pages. */
export type Development = { port: Port; loadPages: typeof loadBuiltPages };

const root = fileURLToPath(new URL('..', import.meta.url));
const source = new URL('.', import.meta.url).href;
/** These own the port and the process, so an edit to one of them needs a new process. */
const lasting = ['main', 'development', 'listen'].map((name) => resolve(root, `src/${name}.server.ts`));
/** Editors save a file in several steps, and switching branches changes many files at once. */
const settleMilliseconds = 50;
/** How long the previous code may take to finish its requests. */
const patienceMilliseconds = 2_000;

/** Every file of `src/` that the server has loaded, as opposed to those only used in the browser. */
const loaded = new Set<string>();
let version = 0;

// Node caches modules by URL: with a version in the URL, an import after an edit loads everything again.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith(source)) return resolved;
    loaded.add(fileURLToPath(resolved.url));
    return { ...resolved, url: `${resolved.url}?version=${version}` };
  },
});

/**
 * The site with Vite in front. An edit to a file that the server has loaded starts the site again in this process: the new one joins the
 * running database and takes over the requests, then the old one stops. So PostgreSQL and Vite keep running, no request is refused, and if
 * the new code doesn't start, the old one stays.
 */
export async function startDevelopment(env: Env, log: Log, shutdown?: AbortSignal) {
  const port = await listen(env);
  const listeners = process.listeners('SIGTERM');
  const vite = await createServer({
    server: {
      middlewareMode: true,
      hmr: { server: port.server },
      watch: { ignored: [`${resolve(env.DATA_DIR)}/**`, `${root}build/**`] },
    },
    appType: 'custom',
  });
  // React Router's plugin has its own Vite, which would end the process at SIGTERM, before PostgreSQL has stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.off('SIGTERM', listener);
  let current: Listener;

  const start = async () => {
    const [{ readEnv }, { createLog }, { startSite }] = await Promise.all([
      import('#platform/env.server.ts'),
      import('#platform/observability/log.server.ts'),
      import('./site.server.ts'),
    ]);
    const env = readEnv(process.env);
    return startSite(env, createLog(env.LOG_LEVEL), shutdown, {
      loadPages: () =>
        vite.ssrLoadModule('virtual:react-router/server-build') as ReturnType<typeof loadBuiltPages>,
      port: sharePort(port.port, (listener) => {
        current = listener;
      }),
    });
  };
  let site = await start();
  port.answer((request, response) => vite.middlewares(request, response, () => current(request, response)));
  const { url, admin } = site;
  let stopping = Promise.resolve();
  let isBroken = false;

  async function reload(file: string) {
    const since = performance.now();
    version += 1;
    try {
      const previous = site;
      site = await start();
      isBroken = false;
      stopping = Promise.all([stopping, previous.stop()]).then(
        () => undefined,
        (error: unknown) => log.warn('The site from before the edit did not stop cleanly', { error }),
      );
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      process.stdout.write(`${file} has changed: the new code answers after ${seconds} s\n`);
    } catch (error) {
      isBroken = true;
      log.error(`${file} has changed, but the new code does not start; the old code keeps running`, {
        error,
      });
    }
  }

  let reloading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const watchers = ['src', 'db'].map((folder) =>
    watch(resolve(root, folder), { recursive: true }, (_event, name) => {
      const file = resolve(root, folder, name ?? '');
      if (lasting.includes(file)) process.send?.('restart');
      // Data files in the code's folders are read, not loaded as modules.
      else if (folder === 'db' || isBroken || loaded.has(file) || file.endsWith('.yaml')) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          reloading = reloading.then(() => reload(`${folder}/${name}`));
        }, settleMilliseconds);
      }
    }),
  );
  // Log errors in code under development instead of exiting.
  process.on('uncaughtException', (error) => log.error('Unhandled error', { error }));

  return {
    url,
    admin,
    async stop() {
      for (const watcher of watchers) watcher.close();
      clearTimeout(timer);
      await reloading;
      await vite.close();
      await port.close();
      await Promise.all([stopping, site.stop()]);
    },
  };
}

/** One site's view of the open port: closing it waits for the requests that this site has begun to answer. */
function sharePort(port: number, take: (listener: Listener) => void): Port {
  const open = new Set<Promise<unknown>>();
  return {
    port,
    answer: (listener) =>
      take((request, response) => {
        const answered = new Promise((done) => response.once('close', done)).finally(() =>
          open.delete(answered),
        );
        open.add(answered);
        listener(request, response);
      }),
    async close() {
      await Promise.race([Promise.all(open), delay(patienceMilliseconds, undefined, { ref: false })]);
    },
  };
}
