import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GoTrueClient } from '@supabase/auth-js';
import { sql } from 'kysely';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { connections } from '#platform/database/database.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { startSite } from '../../src/site.server.ts';
import { createTestDatabase } from './database.ts';
import { quietLog } from './postgres.ts';

// Each connection prepares its statements anew, and few people visit these sites.
Object.assign(connections, { members: 4, visitors: 2 });

export const appSecret = 'a secret for tests, at least 32 characters long';

/** How long requests under way may still take when their site stops. */
const patienceMilliseconds = 3_000;

/** A site waits a moment for those who may still ask. Nobody here will. */
async function closeConnections() {
  const dispatcher = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // An answer whose body nobody has read counts as under way until it is collected as garbage, which can take minutes.
  await Promise.race([dispatcher.close(), delay(patienceMilliseconds, undefined, { ref: false })]);
  await dispatcher.destroy();
}

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

type Options = {
  /** Further environment variables; rate limits are off unless asked for. */
  environment?: Record<string, string>;
  /** A database to share with another site; else one of its own. */
  database?: TestDatabase;
  /**
   * Whether payments are looked at every minute and every hour. That takes away the plans that tests give without a payment, and comes
   * between the steps of others.
   */
  billsOnItsOwn?: boolean;
};

/**
 * Drops what billing does on its own, every minute and every hour, from the schedule once it is in it. Another site on the same database
 * may have done that.
 */
async function forgetBilling(db: TestDatabase['db'], isStopping: AbortSignal) {
  const waiting = new Set(['billing-due', 'billing-reconcile']);
  while (waiting.size > 0 && !isStopping.aborted) {
    await delay(200);
    const drop = sql<{
      name: string;
    }>`delete from jobs.schedule where name in (${sql.join([...waiting])}) returning name`;
    // A site that was closed meanwhile has no schedule any more.
    const { rows } = (await drop.execute(db).catch(() => undefined)) ?? {
      rows: [...waiting].map((name) => ({ name })),
    };
    for (const { name } of rows) waiting.delete(name);
  }
}

/** A whole site: real server, real database, nothing replaced. */
export async function createTestSite({ environment = {}, database, billsOnItsOwn = false }: Options = {}) {
  const own = database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'promptory-site-'));
  const env = readEnv({
    NODE_ENV: 'test',
    PORT: '0',
    STARTER: 'none',
    DATA_DIR: dataDir,
    DATABASE_URL: own.connectionString,
    APP_SECRET: appSecret,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'admin-password',
    ...environment,
  });
  const site = await startSite(env, quietLog);
  const address = `http://localhost:${site.port}`;
  const stopping = new AbortController();
  const forgetting = billsOnItsOwn ? undefined : forgetBilling(own.db, stopping.signal);
  return {
    url: site.url,
    /** Of this process: with a PUBLIC_URL another one than the site's. */
    address,
    endpoints: site.endpoints,
    services: site.services,
    db: own.db,
    pool: own.pool,
    database: own,
    dataDir,

    /** The emails sent so far, oldest first, as raw messages. */
    async emails(): Promise<string[]> {
      const folder = join(dataDir, 'outbox');
      const files = await readdir(folder).catch(() => []);
      return Promise.all(
        files
          .filter((file) => file.endsWith('.eml'))
          .sort()
          .map((file) => readFile(join(folder, file), 'utf8')),
      );
    },

    /** A client of the auth protocol with a session of its own in memory. */
    authClient() {
      return new GoTrueClient({ url: `${address}/auth/v1`, persistSession: false, autoRefreshToken: false });
    },

    /** Asks the API; a plain object is sent as JSON. */
    async api(
      method: string,
      path: string,
      {
        token,
        body,
        headers = {},
      }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
    ) {
      const response = await fetch(`${address}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text ? JSON.parse(text) : undefined,
      };
    },

    /** Only the site, also with requests under way; `stop` waits for those. */
    stopSite: site.stop,

    async stop() {
      stopping.abort();
      await forgetting;
      await closeConnections();
      await site.stop();
      if (!database) await own.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestSite = Awaited<ReturnType<typeof createTestSite>>;
