import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Fact } from '#platform/text/facts.ts';
import { formatMoney } from '#ui/format.ts';
import type { InvoiceFacts } from '../payment-provider.ts';
import {
  endedStatuses,
  heldStatuses,
  isActiveOrTrialing,
  isCurrent,
} from '../public/subscription-statuses.ts';
import type { DuplicateSubscriptions } from '../subscription/current-subscription.server.ts';
import { addDays } from '../subscription/entitlement.ts';
import type { CurrentPlan, PlanSnapshot } from '../sync/snapshots.server.ts';
import * as m from '../words/messages.ts';
import { because, day, pricePer } from './email-parts.ts';
import { paidFacts } from './receipt-emails.ts';

type PlanEmail = Omit<Parameters<typeof composeEmail>[1], 'to' | 'action'> & {
  /** Sent even to members who have unsubscribed. */
  isTransactional: boolean;
  /** Instead of the member's subscription page. */
  action?: { label: string; url: string };
};

/** Fall back to the site name if the plan no longer exists. */
const named = <Snapshot extends PlanSnapshot | undefined>(
  site: EmailBranding,
  snapshot: Snapshot,
): Snapshot => snapshot && { ...snapshot, name: snapshot.name || site.name };

type Changed = {
  /** Undefined for a new subscription. */
  before: PlanSnapshot | undefined;
  after: PlanSnapshot;
  /** The member's plan after the change. */
  current: CurrentPlan | undefined;
  graceDays: number;
  /** The invoices that were paid with it. */
  paid: InvoiceFacts[];
};

/** The email for a subscription that changed; undefined if nothing changed that a member wants to know. */
export function planEmail(
  site: EmailBranding,
  { current, graceDays, paid, ...change }: Changed,
): PlanEmail | undefined {
  const [before, after] = [named(site, change.before), named(site, change.after)];
  const { name } = after;
  const small = because.subscription(site);
  const price = pricePer(after);
  // The provider calls it active while its first payment, such as a bank debit, is on its way.
  const isPaying = isActiveOrTrialing(after.status);
  const isActive = isPaying && after.hasBegun;
  const isHeld = heldStatuses.includes(after.status);
  const wasHeld = before && heldStatuses.includes(before.status);
  const wasCurrent = isCurrent(before);
  const wasActive = wasCurrent && before?.hasBegun;
  if (isActive && !wasActive && after.isReversed) return undefined;
  if (isActive && !wasActive) {
    const trialEnd = after.status === 'trialing' ? after.trialEnd : null;
    return {
      small,
      isTransactional: true,
      subject: trialEnd ? m.email_trial_started({ name }) : m.email_subscription_started({ name }),
      paragraphs: [trialEnd ? m.email_trial_access() : m.email_subscription_access()],
      facts: [
        [m.email_plan(), name],
        [m.email_price(), price],
        ...paidFacts(paid[0]),
        trialEnd && [m.email_trial_ends(), day(trialEnd)],
        !after.isCanceled && nextPayment(after),
      ],
    };
  }
  if (after.isTrialRefused && !before)
    return {
      small,
      isTransactional: true,
      subject: m.email_trial_refused({ name }),
      paragraphs: [m.email_trial_refused_why({ name })],
    };
  if (!after.hasBegun && after.status === 'past_due' && before?.status !== 'past_due')
    return {
      small,
      isTransactional: true,
      subject: m.email_payment_failed({ name }),
      paragraphs: [m.email_first_payment_failed()],
    };
  if (!before) return undefined;
  const confirm = after.actionUrl
    ? { label: m.email_confirm_the_payment(), url: after.actionUrl }
    : undefined;
  if (confirm && after.pendingName && after.actionUrl !== before.actionUrl)
    return {
      small,
      isTransactional: true,
      action: confirm,
      subject: m.email_confirm_switch({ name: after.pendingName }),
      paragraphs: [m.email_confirm_switch_why({ name, pending: after.pendingName })],
    };
  if (confirm && after.hasBegun && after.status === 'past_due' && after.actionUrl !== before.actionUrl) {
    const graceEnd = addDays(after.pastDueSince ?? after.periodEnd, graceDays);
    return {
      small,
      isTransactional: true,
      action: confirm,
      subject: m.email_confirm_plan({ name }),
      paragraphs: [m.email_confirm_plan_why({ day: day(graceEnd) })],
    };
  }
  if (after.status === 'past_due' && before.status !== 'past_due') {
    const graceEnd = addDays(after.pastDueSince ?? after.periodEnd, graceDays);
    return {
      small,
      isTransactional: true,
      subject: m.email_payment_failed({ name }),
      paragraphs: [m.email_payment_failed_why({ day: day(graceEnd) })],
    };
  }
  if (wasCurrent && after.isFree && after.status === 'canceled')
    return {
      small,
      isTransactional: true,
      subject: m.email_is_free_now({ name }),
      paragraphs: [m.email_you_keep({ name })],
    };
  if (isHeld && !wasHeld)
    return {
      small,
      isTransactional: true,
      subject: m.email_payment_failed({ name }),
      paragraphs: [after.hasBegun ? m.payment_failed_on_hold() : m.email_first_payment_failed()],
    };
  if (wasCurrent && endedStatuses.includes(after.status)) {
    // The email about the refund or the dispute has said so.
    if (after.isEndedByRefund) return undefined;
    return {
      small,
      isTransactional: false,
      subject: m.email_has_ended({ name }),
      paragraphs: [
        ...(after.hasBegun ? [] : [m.email_never_started()]),
        ...(after.hasBegun || current ? [planNow(current)] : []),
      ],
    };
  }
  if (!isPaying) return undefined;
  if (isActive && ['past_due', 'unpaid'].includes(before.status) && paid.length === 0)
    return {
      small,
      isTransactional: false,
      subject: m.email_payment_received({ name }),
      paragraphs: [m.email_stays_active()],
    };
  if (isActive && before.name !== after.name)
    return {
      small,
      isTransactional: true,
      subject: m.email_plan_is_now({ name }),
      paragraphs: [m.email_switched({ before: before.name, name })],
      facts: [
        [m.email_plan(), name],
        [m.email_price(), price],
      ],
    };
  if (after.isCanceled && !before.isCanceled) {
    const end = { day: day(after.periodEnd) };
    const until = after.hasBegun
      ? m.email_active_until({ ...end, status: after.status })
      : m.email_active_until_once_paid(end);
    return {
      small,
      isTransactional: false,
      subject: m.email_canceled({ name }),
      paragraphs: [after.isReversed ? m.email_not_charged_again() : until],
    };
  }
  if (!after.isCanceled && before.isCanceled)
    return {
      small,
      isTransactional: false,
      subject: m.email_resumed({ name }),
      paragraphs: [m.email_resumed_why({ day: day(after.periodEnd) })],
    };
  return undefined;
}

function planNow(current: CurrentPlan | undefined): string {
  if (!current) return m.email_on_free_now();
  const { name: plan, until } = current;
  return until ? m.email_on_plan_until({ plan, day: day(until) }) : m.email_on_plan_now({ plan });
}

/** The day, and the amount where a discount or a tax changes the price. */
const nextPayment = ({ nextAmount, amount, currency, periodEnd }: PlanSnapshot): Fact => {
  const isOther = nextAmount !== null && nextAmount !== amount;
  const on = day(periodEnd);
  return [
    m.email_next_payment(),
    isOther ? m.email_amount_on_day({ amount: formatMoney(nextAmount, currency), day: on }) : on,
  ];
};

/** For the owner: a member is charged twice. */
export const duplicatesEmail = (
  site: EmailBranding,
  to: string,
  { email, subscriptions }: DuplicateSubscriptions,
) =>
  composeEmail(site, {
    to,
    subject: m.email_duplicates({ email, count: subscriptions.length }),
    paragraphs: [m.email_duplicates_why({ email })],
    facts: subscriptions.map(
      ({ id, name, amount, currency, interval }): Fact => [
        name,
        `${pricePer({ amount, currency, interval })} (${id})`,
      ],
    ),
    action: { label: m.email_open_the_admin_dashboard(), url: `${site.url}/admin` },
    small: because.admin(site),
  });
