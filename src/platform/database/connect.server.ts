import type { Env } from '../env.server.ts';
import type { Log } from '../observability/log.server.ts';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

/** Connects to the PostgreSQL of DATABASE_URL, or to the embedded one in DATA_DIR, which is started if needed. */
export async function connectPostgres(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>, log: Log) {
  if (env.DATABASE_URL) return { connectionString: env.DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres(env.DATA_DIR, log);
}
