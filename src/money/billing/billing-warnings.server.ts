import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { BillingWarnings } from './billing-warnings.contract.ts';
import type { PaymentMode } from './payment-provider.ts';
import { endedStatuses } from './public/subscription-statuses.ts';
import { findDuplicates } from './subscription/current-subscription.server.ts';

/** Failures after which an event needs attention. */
const manyAttempts = 5;

/** Problems that need the owner's attention. */
export async function readBillingWarnings(db: Database, mode: PaymentMode): Promise<BillingWarnings> {
  const { rows } = await sql<{ missing: number; failing_events: number }>`select
      (select count(*)::int from subscriptions where mode = ${mode} and missing_since is not null
        and user_id is not null and status <> all(${endedStatuses})) as missing,
      (select count(*)::int from billing_events where mode = ${mode} and processed_at is null
        and attempts >= ${manyAttempts}) as failing_events`.execute(db);
  const { missing = 0, failing_events = 0 } = rows[0] ?? {};
  return { duplicates: await findDuplicates(db, mode), missing, failing_events };
}
