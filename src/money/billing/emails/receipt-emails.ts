import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Fact } from '#platform/text/facts.ts';
import { formatMoney } from '#ui/format.ts';
import type { InvoiceFacts } from '../payment-provider.ts';
import type { PaymentSnapshot } from '../sync/snapshots.server.ts';
import * as m from '../words/messages.ts';
import { because, day, yourSubscription } from './email-parts.ts';

/** The amount paid for an invoice, and how the price became that amount. */
export function paidFacts(invoice: InvoiceFacts | undefined): Fact[] {
  if (!invoice) return [];
  const { total, amountPaid, currency } = invoice;
  const rows = breakdown({ ...invoice, amount: total });
  const balance = amountPaid - total;
  if (balance !== 0) {
    if (rows.length === 0) rows.push([m.email_price(), formatMoney(total, currency)]);
    rows.push([
      m.email_earlier_balance(),
      `${balance < 0 ? '−' : ''}${formatMoney(Math.abs(balance), currency)}`,
    ]);
  }
  return [...rows, [m.email_paid(), formatMoney(amountPaid, currency)]];
}

/** The latest charge of an invoice; undefined if it only has credits. */
export const chargeOf = ({ lines }: InvoiceFacts) =>
  lines.filter(({ amount }) => amount >= 0).sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0];

/** The receipt for a renewal or a change of plan. `name` is the plan that was paid for. */
export function planReceipt(
  site: EmailBranding,
  { name, to }: { name: string; to: string },
  invoice: InvoiceFacts,
) {
  const charge = chargeOf(invoice);
  return composeEmail(site, {
    to,
    subject: m.email_receipt({ name: name || site.name }),
    paragraphs: [m.email_thank_you_payment()],
    facts: [
      [m.email_plan(), name || site.name],
      ...paidFacts(invoice),
      [m.email_date(), day(invoice.paidAt ?? invoice.createdAt)],
      charge && [m.email_period(), `${day(charge.startsAt)} – ${day(charge.endsAt)}`],
    ],
    action: yourSubscription(site),
    small: because.subscription(site),
  });
}

type Paid = Pick<PaymentSnapshot, 'subtotal' | 'discount' | 'tax' | 'amount' | 'currency'>;

/** How a price became the amount paid; empty if they are the same. */
function breakdown({ subtotal, discount, tax, amount, currency }: Paid): Fact[] {
  if (discount === 0 && tax === 0) return [];
  const isIncluded = subtotal - discount === amount;
  const rows: Fact[] = [[m.email_price(), formatMoney(subtotal, currency)]];
  if (discount > 0) rows.push([m.email_discount(), `−${formatMoney(discount, currency)}`]);
  if (tax > 0) rows.push([isIncluded ? m.email_tax_included() : m.email_tax(), formatMoney(tax, currency)]);
  return rows;
}

export const receiptEmail = (
  site: EmailBranding,
  { email, title, slug, subtotal, discount, tax, amount, currency, paidAt }: PaymentSnapshot,
) =>
  composeEmail(site, {
    to: email,
    subject: m.email_receipt({ name: title }),
    paragraphs: [m.email_playbook_is_yours()],
    facts: [
      [m.email_playbook(), title],
      ...breakdown({ subtotal, discount, tax, amount, currency }),
      [m.email_paid(), formatMoney(amount, currency)],
      [m.email_date(), day(paidAt)],
    ],
    action: { label: m.email_open_the_playbook(), url: `${site.url}/playbook/${slug}` },
    small: because.purchase(site),
  });
