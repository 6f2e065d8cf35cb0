import type { Database } from '#access/database.ts';
import { writable } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Payer } from '../prices.server.ts';

/**
 * Whether a call was refused because the provider no longer knows its customer, such as after it was deleted there. Stripe names the
 * parameter: https://docs.stripe.com/api/errors
 */
export function isMissingCustomer(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined;
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === 'resource_missing' &&
    'param' in cause &&
    cause.param === 'customer'
  );
}

/** Forgets the customer id; the next call that needs one creates a new customer. */
export const forgetCustomer = (db: Database, proof: Payer, customerId: string) =>
  writable(db, proof)
    .deleteFrom('billing_customers')
    .where('id', '=', customerId)
    .where('user_id', '=', proof.id)
    .execute();
