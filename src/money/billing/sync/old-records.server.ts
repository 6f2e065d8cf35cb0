import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { paymentRecordYears } from '#constants';

/** Deletes payment records of deleted members once bookkeeping no longer needs them. */
export async function forgetOldRecords(db: OperatorWriter<'payments'>): Promise<void> {
  const isOver = (column: string) =>
    sql`user_id is null and ${sql.ref(column)} < now() - make_interval(years => ${paymentRecordYears})`;
  await sql`update billing_customers set email = null where user_id is null and email is not null`.execute(
    db,
  );
  await sql`delete from playbook_payments where ${isOver('created_at')}`.execute(db);
  await sql`delete from checkouts where ${isOver('created_at')}`.execute(db);
  await sql`delete from refunded_invoices refunded using subscriptions
    where subscriptions.id = refunded.subscription_id and ${isOver('current_period_end')}`.execute(db);
  await sql`delete from subscription_invoices invoice using subscriptions
    where subscriptions.id = invoice.subscription_id and ${isOver('current_period_end')}`.execute(db);
  await sql`delete from subscriptions where ${isOver('current_period_end')}`.execute(db);
  await sql`delete from billing_customers where ${isOver('created_at')}
    and not exists (select from subscriptions where customer_id = billing_customers.id)`.execute(db);
}
