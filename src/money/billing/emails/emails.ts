import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Fact } from '#platform/text/facts.ts';
import { formatMoney } from '#ui/format.ts';
import type { InvoiceFacts } from '../payment-provider.ts';
import { dueStatuses } from '../public/subscription-statuses.ts';
import type { DuplicateSubscriptions } from '../subscription/current-subscription.server.ts';
import { otherInterval, switchNames } from '../switch-names.ts';
import type { CurrentPlan, PlanSnapshot } from '../sync/snapshots.server.ts';
import * as m from '../words/messages.ts';
import { because, day, pricePer } from './email-parts.ts';
import { type PlanEvent, planEventOf } from './plan-event.ts';
import { paidFacts } from './receipt-emails.ts';

type Email = Omit<Parameters<typeof composeEmail>[1], 'to' | 'action'>;
type PlanEmail = Email & {
  /** Sent even to members who have unsubscribed. */
  isTransactional: boolean;
  /** Replaces the link to the member's subscription page. */
  action?: Action | undefined;
};
type Action = { label: string; url: string };

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
  /** The invoices that this change paid. */
  paid: InvoiceFacts[];
  /** For a new subscription, the invoice that paid for the plan. */
  firstPaid: InvoiceFacts | undefined;
};

/** The email about a changed subscription; undefined if nothing changed that a member would want to know. */
export function planEmail(site: EmailBranding, change: Changed): PlanEmail | undefined {
  const [before, after] = [named(site, change.before), named(site, change.after)];
  const event = planEventOf(before, after, change.paid);
  return (
    event && {
      ...words[event]({ ...change, before, after, name: after.name }),
      small: because.subscription(site),
      isTransactional: !optional.has(event),
    }
  );
}

/** Members who have unsubscribed don't get these. */
const optional: ReadonlySet<PlanEvent> = new Set(['ended', 'paid-again', 'canceled', 'resumed']);

type Told = Changed & { /** The plan's name. */ name: string };
type Words = Pick<Email, 'subject' | 'paragraphs' | 'facts'> & Pick<PlanEmail, 'action'>;

const words: Record<PlanEvent, (told: Told) => Words> = {
  begun({ after, firstPaid, name }) {
    const trialEnd = after.status === 'trialing' ? after.trialEnd : null;
    return {
      subject: trialEnd ? m.email_trial_started({ name }) : m.email_subscription_started({ name }),
      paragraphs: [trialEnd ? m.email_trial_access() : m.email_subscription_access()],
      facts: [
        ...planFacts(after),
        ...paidFacts(firstPaid).filter((fact) => !isPriceOf(after, fact)),
        trialEnd && [m.email_trial_ends(), day(trialEnd)],
        !after.isCanceled && nextPayment(after),
      ],
    };
  },
  'trial-refused': ({ name }) => ({
    subject: m.email_trial_refused({ name }),
    paragraphs: [m.email_trial_refused_why({ name })],
  }),
  'first-payment-failed': ({ name }) => ({
    subject: m.email_payment_failed({ name }),
    paragraphs: [m.email_first_payment_failed()],
  }),
  'confirm-switch'({ after, name }) {
    // Of one plan, only the other interval can wait for a payment.
    const next = { name: after.pendingName ?? '', interval: otherInterval(after.interval) };
    const { from, to } = switchNames(name, next);
    return {
      action: confirmation(after),
      subject: m.email_confirm_switch({ name: to }),
      paragraphs: [m.email_confirm_switch_why({ name: from, pending: to })],
    };
  },
  'confirm-payment': ({ after, name }) => ({
    action: confirmation(after),
    subject: m.email_confirm_plan({ name: after.unpaidName ?? name }),
    paragraphs: [
      after.keptUntil
        ? m.email_confirm_plan_why({ day: day(after.keptUntil) })
        : `${m.confirm_last_payment()} ${m.on_hold_until_confirmed()}`,
    ],
  }),
  'payment-failed': ({ after, name }) => ({
    subject: m.email_payment_failed({ name: after.unpaidName ?? name }),
    paragraphs: [failureWords(after)],
  }),
  'became-free': ({ name }) => ({
    subject: m.email_is_free_now({ name }),
    paragraphs: [m.email_you_keep({ name })],
  }),
  'on-hold': ({ after, name }) => ({
    subject: m.email_payment_failed({ name: after.unpaidName ?? name }),
    paragraphs: [after.hasBegun ? m.payment_failed_on_hold() : m.email_first_payment_failed()],
  }),
  ended: ({ after, current, name }) => ({
    subject: m.email_has_ended({ name }),
    paragraphs: [
      ...(after.hasBegun ? [] : [m.email_never_started()]),
      ...(after.hasBegun || current ? [planNow(current)] : []),
    ],
  }),
  'paid-again': ({ name }) => ({
    subject: m.email_payment_received({ name }),
    paragraphs: [m.email_stays_active()],
  }),
  switched: ({ before, after, name }) => ({
    subject: m.email_plan_is_now({ name }),
    paragraphs: [m.email_switched({ before: before?.name ?? '', name })],
    facts: [...planFacts(after), !after.isCanceled && nextPayment(after)],
  }),
  canceled({ before, after, name }) {
    const at = after.cancelAt ?? after.periodEnd;
    // What is paid for can end before the subscription.
    const kept = after.keptUntil && after.keptUntil < at ? after.keptUntil : null;
    if (dueStatuses.includes(after.status)) {
      const late = kept
        ? m.email_ends_while_due({ kept: day(kept), day: day(at) })
        : m.email_ends_on_late({ day: day(at) });
      return { subject: m.email_canceled({ name }), paragraphs: [late] };
    }
    const until = after.hasBegun
      ? m.email_active_until({
          day: day(kept ?? at),
          charged: after.status === 'trialing' || before?.nextAmount === 0 ? 'never' : 'before',
        })
      : m.email_active_until_once_paid({ day: day(at) });
    return {
      subject: m.email_canceled({ name }),
      paragraphs: [after.isReversed ? m.email_not_charged_again() : until],
    };
  },
  resumed: ({ after, name }) => ({
    subject: m.email_resumed({ name }),
    paragraphs: [dueStatuses.includes(after.status) ? m.email_resumed_late() : resumedWords(after)],
  }),
};

const planFacts = (plan: PlanSnapshot): Fact[] => [
  [m.email_plan(), plan.name],
  [m.email_price(), pricePer(plan)],
];

/** Whether a fact about the payment repeats the plan's price. */
const isPriceOf = ({ amount, currency }: PlanSnapshot, fact: Fact) =>
  fact[0] === m.email_price() && fact[1] === formatMoney(amount, currency);

/** The button for a payment that the member's bank wants confirmed. */
const confirmation = ({ actionUrl }: PlanSnapshot): Action | undefined =>
  actionUrl ? { label: m.email_confirm_the_payment(), url: actionUrl } : undefined;

/** What is left after a failed payment. Without a grace period nothing is, and none is left when a bank debit has failed after a week. */
function failureWords({ name, unpaidName, keptUntil }: PlanSnapshot): string {
  if (!keptUntil) return m.payment_failed_on_hold();
  return unpaidName
    ? m.email_change_failed_why({ name, day: day(keptUntil) })
    : m.email_payment_failed_why({ day: day(keptUntil) });
}

function planNow(current: CurrentPlan | undefined): string {
  if (!current) return m.email_on_free_now();
  const { name: plan, until } = current;
  return until ? m.email_on_plan_until({ plan, day: day(until) }) : m.email_on_plan_now({ plan });
}

const resumedWords = ({ nextAmount, periodEnd }: PlanSnapshot) =>
  nextAmount === 0
    ? m.email_resumed_free({ day: day(periodEnd) })
    : m.email_resumed_why({ day: day(periodEnd) });

/** The day of the next payment, and its amount if a discount, tax or credit changes the price. */
const nextPayment = ({ nextAmount, amount, currency, periodEnd }: PlanSnapshot): Fact => {
  const isOther = nextAmount !== null && nextAmount !== amount;
  const on = day(periodEnd);
  if (nextAmount === 0) return [m.renews(), m.renews_at_no_charge({ day: on })];
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
