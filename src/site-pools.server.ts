import { connections, openDatabase, visitorMilliseconds } from '#platform/database/database.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { openReplica } from '#platform/database/replica.server.ts';
import type { Env } from '#platform/env.server.ts';
import type { Log } from '#platform/observability/log.server.ts';

const idleTransactionMilliseconds = 60_000;

type Opening = {
  env: Env;
  log: Log;
  /** Closes everything that was opened, in reverse order. */
  opened: AsyncDisposableStack;
};
/** `directUrl` bypasses a connection pooler. */
type Addresses = { connectionString: string; directUrl: string };

/** The site's connection pools to PostgreSQL: visitors never use those of members, and backups use neither. */
export function openPools({ connectionString, directUrl }: Addresses, { env, log, opened }: Opening) {
  const preparedStatements = env.PREPARED_STATEMENTS;
  const members = openDatabase(connectionString, log, connections.members, {
    preparedStatements,
    idleTransactionMilliseconds,
  });
  opened.defer(members.close);
  const visitors = openDatabase(connectionString, log, connections.visitors, {
    preparedStatements,
    statementMilliseconds: visitorMilliseconds,
  });
  opened.defer(visitors.close);
  const backups = openDatabase(directUrl, log, 1, { statementMilliseconds: 0 });
  opened.defer(backups.close);
  return { members, visitors, backups };
}

/** The replica from DATABASE_READ_URL, if any. */
export function openOwnReplica(databaseEvents: DatabaseEvents, { env, log, opened }: Opening) {
  if (env.DATABASE_READ_URL === undefined) return undefined;
  const preparedStatements = env.PREPARED_STATEMENTS;
  const replica = openReplica(env.DATABASE_READ_URL, log, databaseEvents, {
    max: connections,
    members: { preparedStatements },
    visitors: { preparedStatements, statementMilliseconds: visitorMilliseconds },
  });
  opened.defer(replica.stop);
  return replica;
}
