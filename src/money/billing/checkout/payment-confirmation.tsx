import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import * as m from '../words/messages.ts';

/** Links to the provider's page for confirming a payment, in a new tab because that page doesn't link back. */
export function PaymentConfirmation({ url, children }: { url: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-signal px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-64">{children}</p>
      <ButtonLink size="small" to={url} target="_blank" rel="noopener">
        {m.confirm_the_payment()}
        <span className="sr-only"> {m.opens_in_a_new_tab()}</span>
      </ButtonLink>
    </div>
  );
}
