import { formatDay, formatMoney } from '#ui/format.ts';
import type { Subscription } from './public/billing.contract.ts';

/** Says why a plan is on hold or has ended after its payment went back, and what is still charged. */
export function ReversalNotice({ plan }: { plan: Subscription }) {
  if (!plan.reversal) return null;
  const { reason, plan: name } = plan.reversal;
  const causes = {
    refunded: `Your payment for ${name} was refunded`,
    disputed: `Your payment for ${name} is disputed`,
    dispute_lost: `Your bank returned your payment for ${name}`,
  };
  if (plan.status === null)
    return (
      <p className="rounded-md border border-line bg-sunken px-4 py-3">
        {causes[reason]}. Your plan has ended, and you won't be charged again.
      </p>
    );
  const { next_payment_at, amount, currency } = plan;
  const isDisputed = reason === 'disputed';
  return (
    <p role="alert" className="rounded-md border border-danger px-4 py-3">
      {causes[reason]}, so {name} is on hold{isDisputed && ' until the dispute is settled'}.{' '}
      {next_payment_at && amount !== null
        ? `Unless you cancel, your next payment of ${formatMoney(amount, currency)} is on ${formatDay(next_payment_at)}.`
        : "You won't be charged again."}
    </p>
  );
}
