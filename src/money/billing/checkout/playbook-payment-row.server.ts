import { type RawBuilder, sql } from 'kysely';
import type { ChargeFacts, PaymentMode, SessionFacts } from '../payment-provider.ts';

type Payment = {
  checkout: { id: string; user_id: string; playbook_id: string };
  mode: PaymentMode;
  facts: SessionFacts;
  /** Undefined if nothing was charged, such as with a code for the full price. */
  charge: ChargeFacts | undefined;
  /** When it was paid, if not now. */
  paidAt: Date | undefined;
  number: string;
};

/** Inserts the payment for a playbook. If it is already stored, only updates its refunds and disputes. */
export function writePayment({
  checkout,
  mode,
  facts,
  charge,
  paidAt,
  number,
}: Payment): RawBuilder<unknown> {
  return sql`insert into playbook_payments (checkout_id, mode, user_id, playbook_id, payment_intent_id, amount, currency, subtotal, discount, tax,
      is_refunded, refunded_amount, is_disputed, is_dispute_lost, read_number, created_at)
    values (${checkout.id}, ${mode}, ${checkout.user_id}, ${checkout.playbook_id}, ${facts.paymentIntentId ?? null}, ${facts.amount}, ${facts.currency},
      ${facts.subtotal}, ${facts.discount}, ${facts.tax}, ${charge?.isRefunded ?? false}, ${charge?.refundedAmount ?? 0}, ${charge?.isDisputed ?? false},
      ${charge?.isDisputeLost ?? false}, ${number}, least(now(), ${paidAt ?? null}::timestamptz))
    on conflict (checkout_id) do update set is_refunded = excluded.is_refunded, refunded_amount = excluded.refunded_amount, is_disputed = excluded.is_disputed,
      is_dispute_lost = excluded.is_dispute_lost, read_number = excluded.read_number where playbook_payments.read_number < excluded.read_number`;
}

/** Updates the refunds and disputes of a payment. */
export const writePaymentRefund = (
  checkoutId: string,
  { isRefunded, refundedAmount, isDisputed, isDisputeLost }: ChargeFacts,
  number: string,
): RawBuilder<unknown> => sql`update playbook_payments
    set is_refunded = ${isRefunded}, refunded_amount = ${refundedAmount}, is_disputed = ${isDisputed}, is_dispute_lost = ${isDisputeLost}, read_number = ${number}
    where checkout_id = ${checkoutId} and read_number < ${number}`;
