import { asOperator } from '#access/operator.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { type BillingLedger, createBillingLedger } from '#money/billing/billing.service.server.ts';
import { createEmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { noDatabaseEvents } from '#platform/database/database-events.server.ts';
import { publicUrlOf } from '#platform/env.server.ts';
import { createJobs } from '#platform/jobs/jobs.server.ts';
import { createMailer } from '#platform/mail/mailer.server.ts';
import { openVault } from '#platform/secret.server.ts';
import { createConnections } from '#site/settings/public/connections.server.ts';
import { createSettingsService } from '#site/settings/settings.service.server.ts';
import { withDatabase } from './open-site.server.ts';

/** Runs `work` with the site's payments. Emails are queued, and sent by the running site. */
export function withBilling<Result>(
  work: (opened: { db: OperatorWriter<'payments'>; billing: BillingLedger }) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ db: opened, pool, log, env }) => {
    const db = writable(opened, asOperator('payments'));
    const vault = await openVault(env);
    const publicUrl = publicUrlOf(env);
    const jobs = createJobs({ pool, log });
    const settings = createSettingsService(db, noDatabaseEvents);
    const billing = createBillingLedger({
      db,
      vault,
      publicUrl,
      apiBase: env.STRIPE_API_BASE,
      isSandboxAllowed: env.PAYMENTS === 'sandbox',
      // Commands never make the sandbox send events.
      deliver: async () => undefined,
      mailer: createMailer({
        jobs,
        vault,
        publicUrl,
        dataDir: env.DATA_DIR,
        log,
        settings: createConnections({ db: opened, vault, env, databaseEvents: noDatabaseEvents }).mail,
      }),
      emailPreferences: createEmailPreferences({
        db: writable(opened, asOperator('accounts')),
        vault,
        publicUrl,
      }),
      emailBranding: (from) => settings.emailBranding(publicUrl, from),
    });
    try {
      return await work({ db, billing });
    } finally {
      await jobs.stop();
    }
  });
}
