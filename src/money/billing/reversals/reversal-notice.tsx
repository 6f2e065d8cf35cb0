import { formatDay, formatMoney } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

/** Says why a plan is on hold or has ended after a refund or dispute, and what is still charged. */
export function ReversalNotice({ plan }: { plan: Subscription }) {
  if (!plan.reversal) return null;
  const { reason, plan: name } = plan.reversal;
  if (plan.status === null)
    return (
      <p className="rounded-md border border-line bg-sunken px-4 py-3">{m.plan_ended({ reason, name })}</p>
    );
  const { next_payment_at, next_amount, currency } = plan;
  return (
    <p role="alert" className="rounded-md border border-danger px-4 py-3">
      {m.plan_on_hold({ reason, name })}{' '}
      {next_payment_at && next_amount !== null
        ? m.next_payment_unless_canceled({
            amount: formatMoney(next_amount, currency),
            nextPaymentAt: formatDay(next_payment_at),
          })
        : m.you_wont_be_charged_again()}
    </p>
  );
}
