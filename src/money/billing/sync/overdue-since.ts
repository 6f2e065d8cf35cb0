import type { InvoiceFacts, SubscriptionFacts } from '../payment-provider.ts';

/** Since when a subscription's payments are missing: the first failure after what was last paid. Null if none is missing. */
export function overdueSince(
  { status, currentPeriodStart }: Pick<SubscriptionFacts, 'status' | 'currentPeriodStart'>,
  invoices: Pick<InvoiceFacts, 'createdAt' | 'failedAt' | 'status'>[],
): Date | null {
  if (status !== 'past_due') return null;
  const paid = invoices.filter((invoice) => invoice.status === 'paid').map(({ createdAt }) => createdAt);
  const failures = invoices
    .filter(({ createdAt }) => paid.every((time) => time <= createdAt))
    .flatMap(({ failedAt }) => failedAt ?? []);
  return failures.sort((a, b) => a.getTime() - b.getTime())[0] ?? currentPeriodStart;
}
