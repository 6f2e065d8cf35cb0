import { composeEmail, type EmailBranding } from '#platform/email-layout.ts';
import type { Email } from '#platform/mailer.server.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import type { InvoiceState } from './entitlement.ts';

type State = InvoiceState['reversal'];

/** A payment that went back, or came back. `amount` in the currency's minor unit. */
export type Reversal = {
  before: State;
  after: State;
  /** The member's. */
  email: string;
  /** Of the plan or the playbook. */
  name: string;
  amount: number;
  currency: string;
  outcome: Outcome;
};

/** What follows for the member. */
export type Outcome =
  | { kind: 'plan-ended' | 'plan-disputed' | 'plan-restored' | 'plan-unchanged' }
  | { kind: 'plan-on-hold' | 'plan-restored-until'; until: Date }
  | { kind: 'earlier-plan'; name: string }
  | { kind: 'playbook-closed' | 'playbook-open' };

/** What is said to members, and to admins about them. */
type Texts = { member: string; admin: string };

function outcomeTexts(outcome: Outcome): Texts {
  switch (outcome.kind) {
    case 'plan-ended':
      return {
        member: "Your plan has ended, and you won't be charged again. You can subscribe again at any time.",
        admin: "Their plan has ended, and they won't be charged again.",
      };
    case 'plan-disputed':
      return {
        member: 'Your plan is on hold until the dispute is settled.',
        admin: 'Their plan is on hold until the dispute is settled.',
      };
    case 'plan-on-hold': {
      const next = formatDay(outcome.until.toISOString());
      return {
        member: `Your plan is on hold. Unless you cancel it, it resumes with the next payment on ${next}.`,
        admin: `Their plan is on hold and resumes with the next payment on ${next}, because your settings keep refunded plans.`,
      };
    }
    case 'plan-restored':
      return { member: 'Your plan is active again.', admin: 'Their plan is active again.' };
    case 'plan-restored-until': {
      const end = formatDay(outcome.until.toISOString());
      return {
        member: `Your plan is active until ${end}. It doesn't renew.`,
        admin: `Their plan is active until ${end}. It doesn't renew.`,
      };
    }
    case 'plan-unchanged':
      return { member: 'Your plan stays the same.', admin: 'Their plan stays the same.' };
    case 'earlier-plan':
      return { member: `You're on ${outcome.name} again.`, admin: `They are on ${outcome.name} again.` };
    case 'playbook-closed':
      return {
        member: 'You no longer have access to this playbook.',
        admin: 'They no longer have access to it.',
      };
    case 'playbook-open':
      return { member: 'You have access to this playbook again.', admin: 'They have access to it again.' };
  }
}

function headings({ before, after, email, name, amount, currency }: Reversal) {
  const sum = formatMoney(amount, currency);
  const who = `${name} (${email})`;
  if (after === 'refunded')
    return {
      subjects: { member: `Refund: ${name}`, admin: `Refund: ${who}` },
      texts: { member: `We refunded ${sum}.`, admin: `${sum} that ${email} paid for ${name} was refunded.` },
    };
  if (after === 'disputed')
    return {
      subjects: { member: `Your payment for ${name} is disputed`, admin: `Dispute: ${who}` },
      texts: {
        member: `Your bank asked for your payment of ${sum} back. If you didn't want that, tell your bank.`,
        admin: `The bank of ${email} asked for ${sum} back that was paid for ${name}. Respond in your payment provider's dashboard.`,
      },
    };
  if (after === 'dispute_lost')
    return {
      subjects: { member: `Your payment for ${name} was returned`, admin: `Dispute lost: ${who}` },
      texts: {
        member: `Your bank returned your payment of ${sum} to you.`,
        admin: `The bank returned ${sum} to ${email} that was paid for ${name}.`,
      },
    };
  if (before === 'refunded')
    return {
      subjects: { member: `The refund for ${name} failed`, admin: `Refund failed: ${who}` },
      texts: {
        member: `Your bank didn't accept the refund of ${sum}. Contact support to get it another way.`,
        admin: `The bank of ${email} didn't accept the refund of ${sum} for ${name}.`,
      },
    };
  return {
    subjects: { member: `The dispute about ${name} is settled`, admin: `Dispute won: ${who}` },
    texts: {
      member: `Your payment of ${sum} stands.`,
      admin: `The payment of ${sum} by ${email} for ${name} stands.`,
    },
  };
}

/** To the member and to every admin. Sent whatever the member has unsubscribed from: it is about their money. */
export function reversalEmails(site: EmailBranding, reversal: Reversal, admins: string[]): Promise<Email[]> {
  const { subjects, texts } = headings(reversal);
  const outcome = outcomeTexts(reversal.outcome);
  const isPlaybook = reversal.outcome.kind.startsWith('playbook');
  const toMember = composeEmail(site, {
    to: reversal.email,
    subject: subjects.member,
    paragraphs: [`${texts.member} ${outcome.member}`],
    action: isPlaybook
      ? { label: 'Browse the library', url: `${site.url}/browse-playbooks` }
      : { label: 'Your subscription', url: `${site.url}/subscription` },
    small: `You received this email because you made a purchase at ${site.name}.`,
  });
  const toAdmins = admins.map((to) =>
    composeEmail(site, {
      to,
      subject: subjects.admin,
      paragraphs: [`${texts.admin} ${outcome.admin}`],
      action: { label: 'Open the admin area', url: `${site.url}/admin` },
      small: `You received this email because you are an admin of ${site.name}.`,
    }),
  );
  return Promise.all([toMember, ...toAdmins]);
}
