import type { InvoiceFacts } from '../payment-provider.ts';
import {
  endedStatuses,
  heldStatuses,
  isActiveOrTrialing,
  isCurrent,
} from '../public/subscription-statuses.ts';
import type { PlanSnapshot } from '../sync/snapshots.server.ts';

/** Changes of a subscription that members are told about. */
export type PlanEvent =
  | 'begun'
  | 'trial-refused'
  | 'first-payment-failed'
  | 'confirm-switch'
  | 'confirm-payment'
  | 'payment-failed'
  | 'became-free'
  | 'on-hold'
  | 'ended'
  | 'paid-again'
  | 'switched'
  | 'canceled'
  | 'resumed';

/**
 * What happened to a subscription since `before`, if it existed: the first event that applies. `paid` are the invoices paid by this change.
 */
export function planEventOf(
  before: PlanSnapshot | undefined,
  after: PlanSnapshot,
  paid: InvoiceFacts[],
): PlanEvent | undefined {
  // The provider calls it active even while its first payment, such as a bank debit, is still arriving.
  const isActive = isActiveOrTrialing(after.status) && after.hasBegun;
  // The member has just been asked about it, and may be gone before an email arrives.
  if (endedStatuses.includes(after.status) && after.isEndedWithAccount) return undefined;
  const wasCurrent = isCurrent(before);
  const wasActive = wasCurrent && before?.hasBegun;
  const isPastDue = after.status === 'past_due';
  const wasPastDue = before?.status === 'past_due';
  if (isActive && !wasActive) return after.isReversed ? undefined : 'begun';
  if (after.isTrialRefused && !before) return 'trial-refused';
  if (!after.hasBegun && isPastDue && !wasPastDue) return 'first-payment-failed';
  if (!before) return undefined;
  const mustConfirm = Boolean(after.actionUrl) && after.actionUrl !== before.actionUrl;
  if (mustConfirm && after.pendingName) return 'confirm-switch';
  if (mustConfirm && after.hasBegun && isPastDue) return 'confirm-payment';
  if (isPastDue && !wasPastDue) return 'payment-failed';
  // After a change that wasn't paid, the renewal isn't either.
  if (isPastDue && after.isRenewalDue && !before.isRenewalDue && after.keptUntil) return 'payment-failed';
  if (wasCurrent && after.isFree && after.status === 'canceled') return 'became-free';
  const isOnHold = heldStatuses.includes(after.status) && !after.keptUntil;
  if (isOnHold && !heldStatuses.includes(before.status)) return 'on-hold';
  // The email about the refund or dispute has already said so.
  if (wasCurrent && endedStatuses.includes(after.status)) return after.isEndedByRefund ? undefined : 'ended';
  if (isActive && ['past_due', 'unpaid'].includes(before.status) && paid.length === 0) return 'paid-again';
  if (isActive && before.name !== after.name) return 'switched';
  if (!isCurrent(after)) return undefined;
  if (after.isCanceled && !before.isCanceled) return 'canceled';
  return !after.isCanceled && before.isCanceled ? 'resumed' : undefined;
}
