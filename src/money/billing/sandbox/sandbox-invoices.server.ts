import { randomUUID } from 'node:crypto';
import { minAmountOf } from '#platform/text/currencies.ts';
import type { InvoiceFacts } from '../payment-provider.ts';
import type { InvoiceLine } from '../subscription/paid-price.ts';
import type {
  SandboxInvoice,
  SandboxLine,
  SandboxStore,
  SandboxSubscription,
} from './sandbox-store.server.ts';
import { taxWithin } from './sandbox-tax.ts';

export const newSandboxId = (prefix: string) => `${prefix}_sandbox_${randomUUID().replaceAll('-', '')}`;

/** The sandbox's subscription invoices. Amounts due are paid at once, unless the payment is set to fail. */
export function createSandboxInvoices(store: SandboxStore) {
  async function charge(invoiceId: string, { customerId, currency }: SandboxSubscription, amount: number) {
    await store.write('charge', newSandboxId('ch'), {
      customerId,
      paymentIntentId: newSandboxId('pi'),
      amount,
      currency,
      isRefunded: false,
      isDisputed: false,
      isDisputeLost: false,
      invoice: { id: invoiceId },
    });
  }

  /** What a customer was credited and has not used yet: more than was charged for, less what the credit has paid since. */
  async function credit(customerId: string): Promise<number> {
    const [subscriptions, invoices] = await Promise.all([store.list('subscription'), store.list('invoice')]);
    const own = new Set(
      subscriptions.filter(({ data }) => data.customerId === customerId).map(({ id }) => id),
    );
    return invoices
      .filter(({ data }) => data.status === 'paid' && own.has(data.subscriptionId))
      .reduce((sum, { data }) => sum + data.amountPaid - totalOf(data), 0);
  }

  async function pay(id: string, invoice: SandboxInvoice, subscription: SandboxSubscription) {
    const amountPaid = chargedFor(totalOf(invoice), await credit(subscription.customerId), invoice.currency);
    await store.write('invoice', id, {
      ...invoice,
      status: 'paid',
      amountPaid,
      paidAt: new Date().toISOString(),
    });
    if (amountPaid > 0) await charge(id, subscription, amountPaid);
  }

  const listOf = async (subscriptionId: string) =>
    (await store.list('invoice')).filter(({ data }) => data.subscriptionId === subscriptionId);

  return {
    credit,

    /** Bills the sum of `lines`, or `total` if a discount or tax changes it; a negative sum is credited. */
    async bill(
      subscriptionId: string,
      subscription: SandboxSubscription,
      lines: SandboxLine[],
      { isPaid = true, total }: { isPaid?: boolean; total?: number | undefined } = {},
    ): Promise<void> {
      const now = new Date().toISOString();
      const invoice: SandboxInvoice = {
        subscriptionId,
        status: 'open',
        total: total ?? sumOf(lines),
        // The lines of a change of plan already include the tax.
        ...(subscription.tax &&
          subscription.tax !== 'unspecified' && {
            tax: total === undefined ? 'inclusive' : subscription.tax,
          }),
        amountPaid: 0,
        currency: subscription.currency,
        lines: lines.map(({ startsAt, endsAt, ...line }) => ({
          ...line,
          startsAt: new Date(startsAt).toISOString(),
          endsAt: new Date(endsAt).toISOString(),
        })),
        createdAt: now,
        paidAt: null,
      };
      const id = newSandboxId('in');
      if (isPaid) await pay(id, invoice, subscription);
      else await store.write('invoice', id, invoice);
    },

    /** Pays everything that is due. */
    async settle(subscriptionId: string, subscription: SandboxSubscription): Promise<void> {
      for (const { id, data } of await listOf(subscriptionId))
        if (data.status === 'open') await pay(id, data, subscription);
    },

    async read(id: string): Promise<InvoiceFacts | undefined> {
      const invoice = await store.read('invoice', id);
      return invoice && toInvoice(id, invoice);
    },

    list: async (subscriptionId: string): Promise<InvoiceFacts[]> =>
      (await listOf(subscriptionId)).map(({ id, data }) => toInvoice(id, data)),
  };
}

/** The part of a total that a card is charged: credit comes first, and what is less than the minimum is left for the next invoice. */
export function chargedFor(total: number, credit: number, currency: string): number {
  const charged = Math.max(0, total - credit);
  return charged < minAmountOf(currency) ? 0 : charged;
}

/** Older invoices have no stored total; theirs is the sum of the lines. */
const totalOf = ({ total, lines }: SandboxInvoice) => total ?? sumOf(lines);

export const sumOf = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The charge for a subscription's current period. */
export const periodLine = ({
  priceId,
  amount,
  periodStart,
  periodEnd,
}: SandboxSubscription): InvoiceLine => ({
  priceId,
  amount,
  startsAt: new Date(periodStart),
  endsAt: new Date(periodEnd),
});

function toInvoice(id: string, invoice: SandboxInvoice): InvoiceFacts {
  const total = totalOf(invoice);
  const subtotal = sumOf(invoice.lines);
  const tax = taxWithin(total, invoice.tax, invoice.currency);
  const net = invoice.tax === 'exclusive' ? total - tax : total;
  return {
    ...invoice,
    id,
    subtotal,
    discount: Math.max(0, subtotal - net),
    tax,
    total,
    createdAt: new Date(invoice.createdAt),
    paidAt: invoice.paidAt ? new Date(invoice.paidAt) : null,
    failedAt: invoice.status === 'open' ? new Date(invoice.createdAt) : null,
    lines: invoice.lines.map((line) => ({
      ...line,
      startsAt: new Date(line.startsAt),
      endsAt: new Date(line.endsAt),
    })),
  };
}
