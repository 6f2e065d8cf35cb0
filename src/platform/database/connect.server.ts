import type { Env } from '../env.server.ts';
import type { Log } from '../observability/log.server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

/** Connects to DATABASE_URL, or to the embedded PostgreSQL in DATA_DIR, which is started if needed. */
export async function connectPostgres(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>, log: Log) {
  if (env.DATABASE_URL) return { connectionString: env.DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres(env.DATA_DIR, log);
}
