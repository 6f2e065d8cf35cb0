import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { webhookSilence } from '#constants';
import { isoOrNull } from '#platform/text/iso-time.ts';
import type { PaymentMode } from '../payment-provider.ts';
import { renewingStatuses } from './subscription-statuses.ts';

type WebhookState = {
  last_event_at: string | null;
  is_silent: boolean;
  /** When the webhook secret was saved, if no event with its signature has arrived since then; otherwise null. */
  unprovedSince: Date | null;
};

/**
 * When the provider's last event arrived, and whether others should have come since: a new subscription causes events, and a monthly one
 * causes some every month. The sandbox never counts as silent.
 */
export async function readWebhookState(db: Database, mode: PaymentMode | undefined): Promise<WebhookState> {
  const { rows } = await sql<{ last: Date | null; is_silent: boolean; unproved_since: Date | null }>`
    with event as (select max(received_at) as last from billing_events where mode = ${mode ?? null})
    select last, exists (select from subscriptions where mode = ${mode ?? null} and status = any(${renewingStatuses})
      and (last is null and created_at < now() - make_interval(days => ${webhookSilence.daysUntilFirst})
        or last < now() - make_interval(days => ${webhookSilence.days}) and interval = 'month')) as is_silent,
      (select updated_at from site_settings where setting_key = 'stripe_webhook_secret' and setting_value <> ''
        and (last is null or last < updated_at)) as unproved_since
    from event`.execute(db);
  const { last = null, is_silent = false, unproved_since = null } = rows[0] ?? {};
  return {
    last_event_at: isoOrNull(last),
    is_silent: is_silent && mode !== 'sandbox',
    unprovedSince: unproved_since,
  };
}
