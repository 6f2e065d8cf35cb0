import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Email } from '#platform/mail/mailer.server.ts';
import { formatMoney } from '#ui/format.ts';
import type { InvoiceState } from '../subscription/paid-price.ts';
import * as m from '../words/messages.ts';
import { because, day, yourSubscription } from './email-parts.ts';

type State = InvoiceState['reversal'];

/** A recipient, with the language they have chosen. */
export type Addressee = { email: string; locale: string | null };

/** A payment that was refunded or disputed, or whose money came back. `amount` is in the currency's minor unit. */
export type Reversal = {
  before: State;
  after: State;
  /** The member's address. */
  email: string;
  locale: string | null;
  /** The plan or playbook; empty if it isn't known here. */
  name: string;
  amount: number;
  currency: string;
  outcome: Outcome;
};

/** The consequence for the member. */
export type Outcome =
  | { kind: 'plan-ended' | 'plan-disputed' | 'plan-restored' | 'plan-unchanged' }
  | { kind: 'plan-on-hold' | 'plan-restored-until'; until: Date }
  | { kind: 'earlier-plan'; name: string }
  | { kind: 'earlier-plan-ends' | 'earlier-plan-until'; name: string; until: Date }
  | { kind: 'playbook-closed' | 'playbook-kept' | 'playbook-open' };

type Reader = 'member' | 'admin';

function outcomeText(outcome: Outcome, reader: Reader): string {
  switch (outcome.kind) {
    case 'plan-ended':
      return m.email_plan_ended({ reader });
    case 'plan-disputed':
      return m.email_plan_disputed({ reader });
    case 'plan-on-hold':
      return m.email_plan_on_hold({ reader, day: day(outcome.until) });
    case 'plan-restored':
      return m.email_plan_restored({ reader });
    case 'plan-restored-until':
      return m.email_plan_restored_until({ reader, day: day(outcome.until) });
    case 'plan-unchanged':
      return m.email_plan_unchanged({ reader });
    case 'earlier-plan':
      return m.email_earlier_plan({ reader, plan: outcome.name });
    case 'earlier-plan-ends':
      return m.email_earlier_plan_ends({ reader, plan: outcome.name, day: day(outcome.until) });
    case 'earlier-plan-until':
      return m.email_earlier_plan_until({ reader, plan: outcome.name, day: day(outcome.until) });
    case 'playbook-closed':
      return m.email_playbook_closed({ reader });
    case 'playbook-kept':
      return m.email_playbook_kept({ reader });
    case 'playbook-open':
      return m.email_playbook_open({ reader });
  }
}

/** The subject and the first sentence. For admins, they say whose payment it was. */
function heading(
  site: EmailBranding,
  { before, after, email, amount, currency, ...reversal }: Reversal,
  reader: Reader,
) {
  const title = reversal.name || site.name;
  const name = reader === 'admin' ? `${title} (${email})` : title;
  const values = { reader, sum: formatMoney(amount, currency), email, name: title };
  if (after === 'refunded') return { subject: m.email_refund({ name }), text: m.email_refund_text(values) };
  if (after === 'disputed')
    return { subject: m.email_disputed({ reader, name }), text: m.email_disputed_text(values) };
  if (after === 'dispute_lost')
    return { subject: m.email_dispute_lost({ reader, name }), text: m.email_dispute_lost_text(values) };
  if (before === 'refunded')
    return { subject: m.email_refund_failed({ reader, name }), text: m.email_refund_failed_text(values) };
  return { subject: m.email_dispute_won({ reader, name }), text: m.email_dispute_won_text(values) };
}

/**
 * Emails to the member and every admin, each in their language. Sent even to members who have unsubscribed, because
 * they are about their money.
 */
export function reversalEmails(
  site: EmailBranding,
  reversal: Reversal,
  admins: Addressee[],
): Promise<Email[]> {
  const isPlaybook = reversal.outcome.kind.startsWith('playbook');
  const toMember = inLanguage(reversal.locale, () => {
    const { subject, text } = heading(site, reversal, 'member');
    return composeEmail(site, {
      to: reversal.email,
      subject,
      paragraphs: [`${text} ${outcomeText(reversal.outcome, 'member')}`],
      action: isPlaybook
        ? { label: m.email_browse_the_library(), url: `${site.url}/browse-playbooks` }
        : yourSubscription(site),
      small: because.purchase(site),
    });
  });
  const toAdmins = admins.map((admin) =>
    inLanguage(admin.locale, () => {
      const { subject, text } = heading(site, reversal, 'admin');
      return composeEmail(site, {
        to: admin.email,
        subject,
        paragraphs: [`${text} ${outcomeText(reversal.outcome, 'admin')}`],
        action: { label: m.email_open_the_admin_area(), url: `${site.url}/admin` },
        small: because.admin(site),
      });
    }),
  );
  return Promise.all([toMember, ...toAdmins]);
}
