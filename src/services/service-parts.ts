import type pg from 'pg';
import type { Database } from '#access/database.ts';
import type { Reads } from '#access/reads.server.ts';
import type { DeliverEvent } from '#money/billing/sandbox/sandbox.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { createConnections } from '#site/settings/public/connections.server.ts';
import type { SignUpMode } from '#site/settings/public/sign-in-settings.ts';

/** The parts that all services are built from. */
export type ServiceParts = {
  db: Database;
  /** The connections that lists and items are read from. */
  reads: Reads;
  pool: pg.Pool;
  databaseEvents: DatabaseEvents;
  log: Log;
  appSecret: string;
  dataDir: string;
  jobs: Jobs;
  /** The email server and language model from the environment. */
  connections: Parameters<typeof createConnections>[0]['env'];
  /** Hours between the site's own backups; undefined if it makes none. */
  backupEvery: number | undefined;
  mediaUrl: string;
  publicUrl: string;
  rateLimits: boolean;
  isSandboxAllowed: boolean;
  stripeApiBase: string | undefined;
  /** The base URL of a test's sign-in providers, which replace the real ones. */
  providersBase: string | undefined;
  deliverEvent: DeliverEvent;
  signup: SignUpMode | undefined;
  /** Hosts in private networks that the operator trusts, for addresses that admins enter, and for addresses that anyone can name. */
  privateHosts: readonly string[];
  privateProgramHosts: readonly string[];
};
