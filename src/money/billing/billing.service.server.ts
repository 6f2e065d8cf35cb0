import { requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import type { EntitlementsWriter, OperatorWriter } from '#access/writable.server.ts';
import { createRedemptions } from '#money/offers/public/redeemable-offer.server.ts';
import type { EmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import type { CopyAllowance } from '#people/session/public/copy-allowance.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Mailer } from '#platform/mail/mailer.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { createAccountDeletion } from './account-deletion.server.ts';
import type { BillingWarnings } from './billing-warnings.contract.ts';
import { readBillingWarnings } from './billing-warnings.server.ts';
import { createCheckoutService } from './checkout/checkout.service.server.ts';
import { createTrialUses } from './checkout/trial-uses.server.ts';
import { createMemberBilling } from './member-billing.server.ts';
import { createNotifications } from './notifications.server.ts';
import { createPaymentConnection } from './payment-connection.server.ts';
import { createReversals } from './reversals/reversals.server.ts';
import { createScheduledNotifications } from './scheduled-notifications.server.ts';
import { withdrawComplimentary } from './subscription/complimentary.service.server.ts';
import { assertSubscribesAnew } from './subscription/current-subscription.server.ts';
import { recomputeEntitlements } from './subscription/recompute-entitlements.server.ts';
import { createSubscriptionService } from './subscription/subscription.service.server.ts';
import { createPayments, type PaymentsParts } from './sync/active-payments.server.ts';
import { createEvents } from './sync/events.server.ts';
import { forgetOldRecords } from './sync/old-records.server.ts';
import { createRecomputeAll } from './sync/recompute-all.server.ts';
import { createReconcile } from './sync/reconcile.server.ts';
import { createSync } from './sync/sync.server.ts';

type Parts = PaymentsParts & {
  mailer: Mailer;
  emailPreferences: EmailPreferences;
  emailBranding: LoadEmailBranding;
};

export type BillingLedger = ReturnType<typeof createBillingLedger>;

/** The parts that keep payments and entitlements in sync, for the site and the operator's command line. */
export function createBillingLedger(parts: Parts) {
  const payments = createPayments(parts);
  const trialUses = createTrialUses(parts.vault);
  const sync = createSync({ db: parts.db, trialUses, notifications: createNotifications(parts) });
  const reversals = createReversals({ db: parts.db, sync });
  const events = createEvents({ db: parts.db, payments, sync, reversals });
  const scheduledNotifications = createScheduledNotifications(parts);
  const reconcile = createReconcile({
    db: parts.db,
    payments,
    sync,
    events,
    reversals,
    scheduledNotifications,
  });
  return {
    payments,
    sync,
    events,
    reconcile,
    reversals,
    trialUses,
    forgetOldRecords: () => forgetOldRecords(parts.db),
  };
}

export type BillingService = ReturnType<typeof createBillingService>;

export function createBillingService(
  parts: Parts & { jobs: Jobs; rateLimits: RateLimits; copyAllowance: CopyAllowance },
) {
  const { trialUses, reversals, ...ledger } = createBillingLedger(parts);
  const redemptions = createRedemptions(parts.vault);
  const shared = {
    ...parts,
    payments: ledger.payments,
    sync: ledger.sync,
    reversals,
    trialUses,
    redemptions,
  };
  /** The mode of the payments that count. */
  const currentMode = async () => (await ledger.payments.resolve()).policy.mode;
  return {
    ...ledger,
    /** Problems that need the owner's attention. @throws AppError 401, 403 */
    async warnings(viewer: Viewer): Promise<BillingWarnings> {
      requireSite(viewer, 'administer');
      return readBillingWarnings(parts.db, await currentMode());
    },
    currentMode,
    /** The modes whose sales count: live and the current one. Sales in any other mode were for practice. */
    async salesModes(): Promise<string[]> {
      return ['live', await currentMode()];
    },
    /** @throws AppError 409 for a member whose plan a code can't be for */
    async assertSubscribesAnew(userId: string): Promise<void> {
      const { provider } = await ledger.payments.resolve();
      if (provider) await assertSubscribesAnew(parts.db, userId, provider.mode);
    },
    /** @returns a function that recomputes a member inside a transaction, with the current settings */
    async prepareRecompute() {
      const { policy } = await ledger.payments.resolve();
      return (transaction: EntitlementsWriter, userId: string) =>
        recomputeEntitlements(transaction, userId, policy);
    },
    /** @returns a function that takes a tier that is about to be deleted from members who were given it, inside a transaction */
    async prepareWithdrawal() {
      const { policy } = await ledger.payments.resolve();
      return (transaction: OperatorWriter<'payments'>, tierId: string) =>
        withdrawComplimentary(transaction, policy, tierId);
    },
    /** Recomputes members after a change of the payment settings. */
    paymentsChanged: createRecomputeAll({
      jobs: parts.jobs,
      recomputeMembers: ledger.reconcile.recomputeMembers,
    }),
    memberBilling: createMemberBilling(shared),
    connection: createPaymentConnection({ ...shared, events: ledger.events }),
    checkout: createCheckoutService(shared),
    subscription: createSubscriptionService(shared),
    accountDeletion: createAccountDeletion(shared),
  };
}
