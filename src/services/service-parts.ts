import type pg from 'pg';
import type { Database } from '#access/database.ts';
import type { Reads } from '#access/reads.server.ts';
import type { DeliverEvent } from '#money/billing/sandbox/sandbox.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import type { createConnections } from '#site/settings/public/connections.server.ts';
import type { SignUpMode } from '#site/settings/public/sign-in-settings.ts';

/** What the site is assembled from. */
export type ServiceParts = {
  db: Database;
  /** Where lists and items are read from. */
  reads: Reads;
  pool: pg.Pool;
  databaseEvents: DatabaseEvents;
  log: Log;
  appSecret: string;
  dataDir: string;
  jobs: Jobs;
  /** What the environment says of the email server and the language model. */
  connections: Parameters<typeof createConnections>[0]['env'];
  /** Whether the site makes backups by itself. */
  hasBackup: boolean;
  mediaUrl: string;
  publicUrl: string;
  rateLimits: boolean;
  isSandboxAllowed: boolean;
  stripeApiBase: string | undefined;
  /** Stands for the providers that people sign in with: a test's. */
  providersBase: string | undefined;
  deliverEvent: DeliverEvent;
  signup: SignUpMode | undefined;
  /** Hosts in private networks that the operator trusts: for what admins type, and for what anybody names. */
  privateHosts: readonly string[];
  privateProgramHosts: readonly string[];
};
