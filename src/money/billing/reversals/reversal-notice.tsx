import { formatDay, formatMoney } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

/** Says why a plan is on hold or has ended after its payment went back, and what is still charged. */
export function ReversalNotice({ plan }: { plan: Subscription }) {
  if (!plan.reversal) return null;
  const { reason, plan: name } = plan.reversal;
  const causes = {
    refunded: m.your_payment_for_name_was_refunded({ name }),
    disputed: m.your_payment_for_name_is_disputed({ name }),
    dispute_lost: m.your_bank_returned_your_payment_for({ name }),
  };
  if (plan.status === null)
    return (
      <p className="rounded-md border border-line bg-sunken px-4 py-3">
        {m.cause_your_plan_has_ended_and({ cause: causes[reason] })}
      </p>
    );
  const { next_payment_at, amount, currency } = plan;
  const isDisputed = reason === 'disputed';
  return (
    <p role="alert" className="rounded-md border border-danger px-4 py-3">
      {m.cause_so_name_is_on_hold({ cause: causes[reason] })}
      {isDisputed && m.until_the_dispute_is_settled()}.{' '}
      {next_payment_at && amount !== null
        ? m.unless_you_cancel_your_next_payment({
            amount: formatMoney(amount, currency),
            nextPaymentAt: formatDay(next_payment_at),
          })
        : m.you_wont_be_charged_again()}
    </p>
  );
}
