import { type BillingLedger, createBillingLedger } from '#features/billing/billing.service.server.ts';
import type { Database } from '#platform/database.server.ts';
import { createVault, loadAppSecret } from '#platform/secret.server.ts';
import { withDatabase } from './open-site.server.ts';

/** Runs `work` on the site's payments. Nothing it does makes the sandbox send events. */
export function withBilling<Result>(
  work: (opened: { db: Database; billing: BillingLedger }) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ db, env }) => {
    const billing = createBillingLedger({
      db,
      vault: createVault(await loadAppSecret(env.APP_SECRET, env.DATA_DIR)),
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      isSandboxAllowed: env.PAYMENTS === 'sandbox',
      apiBase: env.STRIPE_API_BASE,
      deliver: async () => undefined,
    });
    return work({ db, billing });
  });
}
