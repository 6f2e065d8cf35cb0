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

// Each connection prepares its own statements, and these sites have few visitors.
Object.assign(connections, { members: 4, visitors: 2 });

export const appSecret = 'a secret for tests, at least 32 characters long';

/** How long running requests may take after their site stops. */
const patienceMilliseconds = 3_000;

/** A stopping site waits briefly for clients with open connections, which no test needs. */
async function closeConnections() {
  const dispatcher = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // An answer whose body wasn't read counts as running until it is garbage collected, which can take minutes.
  await Promise.race([dispatcher.close(), delay(patienceMilliseconds, undefined, { ref: false })]);
  await dispatcher.destroy();
}

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

type Options = {
  /** Additional environment variables; rate limits are off by default. */
  environment?: Record<string, string>;
  /** A database to share with another site; by default a new one. */
  database?: TestDatabase;
  /**
   * Whether payments, replies and times of publication are checked every minute, and hourly and daily jobs run. They would take away plans that
   * tests give without a payment, and interfere with the steps of tests that run at that minute.
   */
  keepsSchedule?: boolean;
};

/** The job that a site schedules last. */
const lastScheduled = 'retention';

/** Removes jobs that would interfere with tests from the schedule, once it is complete. Another site on the same database may already have done so. */
export async function forgetSchedules(db: TestDatabase['db'], isStopping: AbortSignal) {
  let isForgotten = false;
  while (!isForgotten && !isStopping.aborted) {
    await delay(200);
    const drop = sql<{ name: string }>`delete from jobs.schedule
      where name in ('billing-due', 'publish-due', 'replies-due') or cron <> '* * * * *' returning name`;
    // A site that has been closed no longer has a schedule.
    const { rows } = (await drop.execute(db).catch(() => undefined)) ?? { rows: [{ name: lastScheduled }] };
    isForgotten = rows.some(({ name }) => name === lastScheduled);
  }
}

/** A complete site: real server, real database, nothing replaced. */
export async function createTestSite({ environment = {}, database, keepsSchedule = false }: Options = {}) {
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
  const forgetting = keepsSchedule ? undefined : forgetSchedules(own.db, stopping.signal);
  return {
    url: site.url,
    /** The URL of this process, which differs from the site's if PUBLIC_URL is set. */
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

    /** Calls the API; a plain object is sent as JSON. */
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

    /** Stops only the site, even while requests are running; `stop` waits for them. */
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
