import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { InvoiceFacts } from '../payment-provider.ts';
import { addDays } from '../subscription/entitlement.ts';

/** Receipts are only for payments of the last few days, so that a site that starts storing invoices doesn't send any for old ones. */
const receiptDays = 3;

/** Stores a subscription's invoices. @returns those that have become paid. */
export async function storeInvoices(
  transaction: OperatorWriter<'payments'>,
  invoices: InvoiceFacts[],
  number: string,
): Promise<InvoiceFacts[]> {
  const paid: InvoiceFacts[] = [];
  for (const invoice of invoices) {
    const { id, subscriptionId, status, amountPaid, currency, createdAt, paidAt } = invoice;
    const before = await transaction
      .selectFrom('subscription_invoices')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    const { numAffectedRows } = await sql`
      insert into subscription_invoices (id, subscription_id, status, amount_paid, currency, lines, created_at, paid_at, read_number)
      values (${id}, ${subscriptionId}, ${status}, ${amountPaid}, ${currency}, ${JSON.stringify(withDue(invoice))}, ${createdAt}, ${paidAt}, ${number})
      on conflict (id) do update set status = excluded.status, amount_paid = excluded.amount_paid, lines = excluded.lines,
        created_at = excluded.created_at, paid_at = excluded.paid_at, read_number = excluded.read_number
      where subscription_invoices.read_number < excluded.read_number`.execute(transaction);
    const isNew = numAffectedRows === 1n && status === 'paid' && before?.status !== 'paid' && amountPaid > 0;
    if (isNew && paidAt && paidAt > addDays(new Date(), -receiptDays)) paid.push(invoice);
  }
  return paid;
}

/** The lines, each with its share of the total after discounts and with taxes. */
function withDue({ lines, subtotal, total }: InvoiceFacts) {
  let [sum, due] = [0, 0];
  return lines.map((line) => {
    sum += line.amount;
    const before = due;
    due = subtotal === 0 ? sum : Math.round((sum * total) / subtotal);
    return { ...line, due: due - before };
  });
}
