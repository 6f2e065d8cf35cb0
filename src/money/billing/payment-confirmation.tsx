import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';

/** Leads to the provider's page where a payment is confirmed, in a tab of its own because that page does not lead back. */
export function PaymentConfirmation({ url, children }: { url: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-signal px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64">{children}</p>
      <ButtonLink size="small" to={url} target="_blank" rel="noopener">
        Confirm the payment
        <span className="sr-only"> (opens in a new tab)</span>
      </ButtonLink>
    </div>
  );
}
