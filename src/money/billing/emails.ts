import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import { formatDay, formatDollarsAndCents } from '#ui/format.ts';

/** A subscription as its notifications tell it. Amounts in cents, times UTC. */
export type NotedPlan = {
  name: string;
  status: string;
  amount: number;
  interval: string;
  periodEnd: Date;
  trialEnd: Date | null;
  isCancelled: boolean;
};

type Note = Omit<Parameters<typeof composeEmail>[1], 'to' | 'action'> & { isReceipt: boolean };

const day = (moment: Date) => formatDay(moment.toISOString());

/**
 * What there is to say when a subscription has become another; undefined where nothing has that a member would want to know.
 * `before` is undefined for a new one. Receipts and failed payments are told to everybody.
 */
export function planNote(
  site: EmailBranding,
  before: NotedPlan | undefined,
  after: NotedPlan,
  graceUntil: Date,
): Note | undefined {
  const price = `${formatDollarsAndCents(after.amount)} a ${after.interval}`;
  const about = { small: `You get this mail because you have a subscription at ${site.name}.` };
  const runs = ['active', 'trialing'].includes(after.status);
  const ran = before && ['active', 'trialing', 'past_due'].includes(before.status);
  if (!ran && runs) {
    const isTrial = after.status === 'trialing' && after.trialEnd;
    const facts: [string, string][] = [
      ['Plan', after.name],
      ['Price', price],
      [
        isTrial ? 'Trial until' : 'Next payment',
        day(isTrial ? (after.trialEnd ?? after.periodEnd) : after.periodEnd),
      ],
    ];
    return {
      ...about,
      isReceipt: true,
      subject: isTrial ? `Your trial of ${after.name} has begun` : `Your subscription to ${after.name}`,
      paragraphs: [
        isTrial
          ? 'Everything in it is open to you now. Nothing is charged before the trial ends; you can cancel until then.'
          : 'Thank you! Everything in it is open to you now.',
      ],
      facts,
    };
  }
  if (!before) return undefined;
  if (after.status === 'past_due' && before.status !== 'past_due')
    return {
      ...about,
      isReceipt: true,
      subject: `Your payment for ${after.name} has failed`,
      paragraphs: [
        `Your plan stays open until ${day(graceUntil)}. Please look at your card under Manage billing; the payment is then tried again.`,
      ],
    };
  if (!runs && ran && after.status !== 'past_due')
    return {
      ...about,
      isReceipt: false,
      subject: `Your subscription to ${after.name} has ended`,
      paragraphs: ['You are on the free plan now. Playbooks that you have bought stay yours.'],
    };
  if (runs && before.status === 'past_due')
    return {
      ...about,
      isReceipt: false,
      subject: `Your payment for ${after.name} has arrived`,
      paragraphs: ['Thank you! Your plan goes on as before.'],
    };
  if (runs && before.name !== after.name)
    return {
      ...about,
      isReceipt: true,
      subject: `Your plan is ${after.name} now`,
      paragraphs: [`You have changed from ${before.name} to ${after.name}.`],
      facts: [
        ['Plan', after.name],
        ['Price', price],
      ],
    };
  if (runs && after.isCancelled && !before.isCancelled)
    return {
      ...about,
      isReceipt: false,
      subject: `Your subscription to ${after.name} is cancelled`,
      paragraphs: [`It stays open until ${day(after.periodEnd)}. Nothing more is charged.`],
    };
  if (runs && !after.isCancelled && before.isCancelled)
    return {
      ...about,
      isReceipt: false,
      subject: `Your subscription to ${after.name} goes on`,
      paragraphs: [`You have taken the cancellation back. The next payment is on ${day(after.periodEnd)}.`],
    };
  return undefined;
}

export const receiptEmail = (
  to: string,
  site: EmailBranding,
  { title, slug, amount, paidAt }: { title: string; slug: string; amount: number; paidAt: Date },
) =>
  composeEmail(site, {
    to,
    subject: `Receipt: ${title}`,
    paragraphs: ['Thank you! The playbook is yours, whatever plan you have later.'],
    facts: [
      ['Playbook', title],
      ['Paid', formatDollarsAndCents(amount)],
      ['Day', day(paidAt)],
    ],
    action: { label: 'Open the playbook', url: `${site.url}/playbook/${slug}` },
    small: `You get this mail because you have bought something at ${site.name}.`,
  });

export const refundEmail = (to: string, site: EmailBranding, title: string, amount: number) =>
  composeEmail(site, {
    to,
    subject: `Refund: ${title}`,
    paragraphs: [`${formatDollarsAndCents(amount)} is on its way back to you. The playbook is closed again.`],
    action: { label: 'Browse the library', url: `${site.url}/browse-playbooks` },
    small: `You get this mail because you have bought something at ${site.name}.`,
  });
