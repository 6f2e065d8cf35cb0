import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import type { findDuplicates } from './current-subscription.server.ts';
import { addDays } from './entitlement.ts';
import type { InvoiceFacts } from './payment-provider.ts';
import type { PaymentSnapshot, PlanSnapshot } from './snapshots.server.ts';

type PlanEmail = Omit<Parameters<typeof composeEmail>[1], 'to' | 'action'> & {
  /** Sent even to members who have unsubscribed. */
  isTransactional: boolean;
  /** Instead of the member's subscription page. */
  action?: { label: string; url: string };
};

const day = (time: Date) => formatDay(time.toISOString());

/**
 * The email for a subscription that changed; undefined if nothing changed that a member wants to know. `before` is undefined
 * for a new subscription.
 */
export function planEmail(
  site: EmailBranding,
  before: PlanSnapshot | undefined,
  after: PlanSnapshot,
  graceDays: number,
  paid: InvoiceFacts[],
): PlanEmail | undefined {
  const small = `You received this email because you have a subscription at ${site.name}.`;
  const price = `${formatMoney(after.amount, after.currency)} per ${after.interval}`;
  const isActive = ['active', 'trialing'].includes(after.status);
  const wasActive = before && ['active', 'trialing', 'past_due'].includes(before.status);
  if (isActive && !wasActive && after.isReversed) return undefined;
  if (isActive && !wasActive) {
    const trialEnd = after.status === 'trialing' ? after.trialEnd : null;
    return {
      small,
      isTransactional: true,
      subject: trialEnd
        ? `Your trial of ${after.name} has started`
        : `Your subscription to ${after.name} has started`,
      paragraphs: [
        trialEnd
          ? "You now have access to everything in this plan. You won't be charged until the trial ends, and you can cancel before then."
          : 'Thank you! You now have access to everything in this plan.',
      ],
      facts: [
        ['Plan', after.name],
        ['Price', price],
        ...paidFacts(paid[0]),
        ...(trialEnd ? [['Trial ends', day(trialEnd)] as [string, string]] : []),
        ...nextPayment(after),
      ],
    };
  }
  if (after.isTrialRefused && !before)
    return {
      small,
      isTransactional: true,
      subject: `Your trial of ${after.name} could not start`,
      paragraphs: [
        `The card you used has had a free trial before, and each person gets one. We canceled the subscription, and nothing was charged. You can subscribe to ${after.name} without a trial at any time.`,
      ],
    };
  if (!before) return undefined;
  const confirm = after.actionUrl ? { label: 'Confirm the payment', url: after.actionUrl } : undefined;
  if (confirm && after.pendingName && after.actionUrl !== before.actionUrl)
    return {
      small,
      isTransactional: true,
      action: confirm,
      subject: `Confirm your payment to switch to ${after.pendingName}`,
      paragraphs: [
        `Your bank asks you to confirm the payment. You switch to ${after.pendingName} as soon as you do. Until then you stay on ${after.name}, and nothing is charged.`,
      ],
    };
  if (confirm && after.status === 'past_due' && after.actionUrl !== before.actionUrl) {
    const graceEnd = addDays(after.pastDueSince ?? after.periodEnd, graceDays);
    return {
      small,
      isTransactional: true,
      action: confirm,
      subject: `Confirm your payment for ${after.name}`,
      paragraphs: [
        `Your bank asks you to confirm the payment for your plan. Your plan stays active until ${day(graceEnd)}.`,
      ],
    };
  }
  if (after.status === 'past_due' && before.status !== 'past_due') {
    const graceEnd = addDays(after.pastDueSince ?? after.periodEnd, graceDays);
    return {
      small,
      isTransactional: true,
      subject: `Your payment for ${after.name} failed`,
      paragraphs: [
        `Your plan stays active until ${day(graceEnd)}. Update your payment method in Manage billing, and the payment will be retried.`,
      ],
    };
  }
  if (wasActive && after.isFree && after.status === 'canceled')
    return {
      small,
      isTransactional: true,
      subject: `${after.name} is free now`,
      paragraphs: [`You keep ${after.name}, and you won't be charged again.`],
    };
  if (wasActive && !isActive && after.status !== 'past_due') {
    // The email about the refund or the dispute has said so.
    if (after.isEndedByRefund) return undefined;
    return {
      small,
      isTransactional: false,
      subject: `Your subscription to ${after.name} has ended`,
      paragraphs: ['You are now on the Free plan. The playbooks you bought are still yours.'],
    };
  }
  if (!isActive) return undefined;
  if (before.status === 'past_due' && paid.length === 0)
    return {
      small,
      isTransactional: false,
      subject: `We received your payment for ${after.name}`,
      paragraphs: ['Thank you! Your plan stays active.'],
    };
  if (before.name !== after.name)
    return {
      small,
      isTransactional: true,
      subject: `Your plan is now ${after.name}`,
      paragraphs: [`You switched from ${before.name} to ${after.name}.`],
      facts: [
        ['Plan', after.name],
        ['Price', price],
      ],
    };
  if (after.isCanceled && !before.isCanceled)
    return {
      small,
      isTransactional: false,
      subject: `Your subscription to ${after.name} has been canceled`,
      paragraphs: [
        after.isReversed
          ? "You won't be charged again."
          : `Your plan stays active until ${day(after.periodEnd)}. You won't be charged again.`,
      ],
    };
  if (!after.isCanceled && before.isCanceled)
    return {
      small,
      isTransactional: false,
      subject: `Your subscription to ${after.name} has been resumed`,
      paragraphs: [`You resumed your plan. Your next payment is on ${day(after.periodEnd)}.`],
    };
  return undefined;
}

/** The day, and the amount where a discount or a tax changes the price. */
const nextPayment = ({ nextAmount, amount, currency, periodEnd }: PlanSnapshot): [string, string][] => {
  const isOther = nextAmount !== null && nextAmount !== amount;
  return [['Next payment', `${isOther ? `${formatMoney(nextAmount, currency)} on ` : ''}${day(periodEnd)}`]];
};

/** For the owner: a member is charged twice. */
export const duplicatesEmail = (
  site: EmailBranding,
  to: string,
  { email, subscriptions }: Awaited<ReturnType<typeof findDuplicates>>[number],
) =>
  composeEmail(site, {
    to,
    subject: `${email} has ${subscriptions.length} subscriptions`,
    paragraphs: [
      `${email} is charged for each of these subscriptions. Ask which one they want to keep. Cancel the others at your payment provider, and refund what was paid for them.`,
    ],
    facts: subscriptions.map(({ id, name, amount, currency, interval }): [string, string] => [
      name,
      `${formatMoney(amount, currency)} per ${interval} (${id})`,
    ]),
    action: { label: 'Open the admin dashboard', url: `${site.url}/admin` },
    small: `You received this email because you are an admin of ${site.name}.`,
  });

const paidFacts = (invoice: InvoiceFacts | undefined): [string, string][] =>
  invoice
    ? [
        ...breakdown({ ...invoice, amount: invoice.total }),
        ['Paid', formatMoney(invoice.amountPaid, invoice.currency)],
      ]
    : [];

/** The receipt for a renewal or a change of plan. */
export function planReceipt(
  site: EmailBranding,
  { name, to }: { name: string; to: string },
  invoice: InvoiceFacts,
) {
  const [charge] = invoice.lines
    .filter(({ amount }) => amount >= 0)
    .sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime());
  return composeEmail(site, {
    to,
    subject: `Receipt: ${name}`,
    paragraphs: ['Thank you! We received your payment.'],
    facts: [
      ['Plan', name],
      ...paidFacts(invoice),
      ['Date', day(invoice.paidAt ?? invoice.createdAt)],
      ...(charge ? [['Period', `${day(charge.startsAt)} – ${day(charge.endsAt)}`] as [string, string]] : []),
    ],
    action: { label: 'Your subscription', url: `${site.url}/subscription` },
    small: `You received this email because you have a subscription at ${site.name}.`,
  });
}

type Paid = Pick<PaymentSnapshot, 'subtotal' | 'discount' | 'tax' | 'amount' | 'currency'>;

/** How a price became what was paid; nothing where they are the same. */
function breakdown({ subtotal, discount, tax, amount, currency }: Paid): [string, string][] {
  if (discount === 0 && tax === 0) return [];
  const isIncluded = subtotal - discount === amount;
  const rows: [string, string][] = [['Price', formatMoney(subtotal, currency)]];
  if (discount > 0) rows.push(['Discount', `−${formatMoney(discount, currency)}`]);
  if (tax > 0) rows.push([isIncluded ? 'Tax, included' : 'Tax', formatMoney(tax, currency)]);
  return rows;
}

export const receiptEmail = (
  site: EmailBranding,
  { email, title, slug, subtotal, discount, tax, amount, currency, paidAt }: PaymentSnapshot,
) =>
  composeEmail(site, {
    to: email,
    subject: `Receipt: ${title}`,
    paragraphs: ['Thank you! The playbook is yours to keep, whatever plan you are on.'],
    facts: [
      ['Playbook', title],
      ...breakdown({ subtotal, discount, tax, amount, currency }),
      ['Paid', formatMoney(amount, currency)],
      ['Date', day(paidAt)],
    ],
    action: { label: 'Open the playbook', url: `${site.url}/playbook/${slug}` },
    small: `You received this email because you made a purchase at ${site.name}.`,
  });
