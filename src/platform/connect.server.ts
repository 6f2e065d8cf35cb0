import { startEmbeddedPostgres } from './embedded-postgres.server.ts';
import type { Env } from './env.server.ts';
import type { Log } from './log.server.ts';

/** The site's PostgreSQL: the one that DATABASE_URL names, else the embedded one in DATA_DIR, started or joined. */
export async function connectPostgres(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>, log: Log) {
  if (env.DATABASE_URL) return { connectionString: env.DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres(env.DATA_DIR, log);
}
