import { formatDay, formatMoney } from '#ui/format.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';

/** Says why a plan is on hold or has ended after a refund or dispute, what is left of the earlier one, and what is still charged. */
export function ReversalNotice({ plan }: { plan: Subscription }) {
  if (!plan.reversal) return null;
  const { reason, plan: name } = plan.reversal;
  if (plan.status === null)
    return (
      <p className="rounded-md border border-line bg-sunken px-4 py-3">
        {m.payment_reversed({ reason, name })} {endWords(plan)}
      </p>
    );
  const { next_payment_at, next_amount, currency, kept_price } = plan;
  return (
    <p role="alert" className="rounded-md border border-danger px-4 py-3">
      {kept_price?.until
        ? `${m.payment_reversed({ reason, name })} ${m.keep_plan_meanwhile({ plan: plan.plan, day: formatDay(kept_price.until) })}`
        : m.plan_on_hold({ reason, name })}{' '}
      {next_payment_at && next_amount !== null
        ? m.next_payment_unless_canceled({
            amount: formatMoney(next_amount, currency),
            nextPaymentAt: formatDay(next_payment_at),
          })
        : m.you_wont_be_charged_again()}
    </p>
  );
}

function endWords({ source, plan, ends_at }: Subscription): string {
  if (source === 'free') return m.plan_ended();
  return source === 'subscription' && ends_at
    ? m.keep_plan_uncharged({ plan, day: formatDay(ends_at) })
    : m.you_wont_be_charged_again();
}
