import { formatDay, formatMoney, formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';
import { lastingDiscountWords } from './lasting-discount.ts';
import { subscriptionPrice } from './subscription-price.ts';

/** What a member has and pays; gray placeholders until it is known. */
export const PlanFacts = ({ plan }: { plan: Subscription | undefined }) => (
  <dl className="grid border-t border-l border-line sm:grid-cols-2">
    {factsOf(plan).map(([term, value]) => (
      <div key={term} className="border-r border-b border-line bg-surface px-5 py-4 sm:last:odd:col-span-2">
        <dt className="text-[0.8125rem] text-muted">{term}</dt>
        <dd className="mt-1 min-h-8 font-medium font-serif text-2xl [overflow-wrap:anywhere]">
          {value ?? <span className="skeleton mt-1 block h-6 w-24" />}
        </dd>
      </div>
    ))}
  </dl>
);

/** The facts with their values, which are undefined until known. */
function factsOf(plan: Subscription | undefined): [string, string | undefined][] {
  const facts: [string, string | undefined][] = [
    [common.plan(), plan && (plan.tier_id ? plan.plan : common.free())],
    [m.billing_cycle(), plan && (paidPrice(plan)?.interval === 'year' ? m.yearly() : common.monthly())],
    [common.price(), plan && priceOf(plan)],
    [m.copies_today(), plan && copiesOf(plan)],
  ];
  if (plan?.trial_end) facts.push([m.trial_ends(), formatDay(plan.trial_end)]);
  if (plan?.discount) facts.push([common.discount(), lastingDiscountWords(plan.discount, plan.currency)]);
  if (plan?.next_payment_at) facts.push([m.next_payment(), nextPaymentOf(plan, plan.next_payment_at)]);
  if (plan?.ends_at) facts.push([m.ends(), formatDay(plan.ends_at)]);
  return facts;
}

/** What the plan costs per period; null without a subscription. */
function paidPrice({ kept_price, amount, interval }: Subscription) {
  if (kept_price) return kept_price;
  return amount !== null && interval ? { amount, interval } : null;
}

function priceOf(plan: Subscription): string {
  const { source, quantity, price, currency, reversal } = plan;
  if (source === 'complimentary') return m.complimentary();
  if (source === 'gift') return m.a_gift();
  // It has ended before what is paid for.
  if (source === 'subscription' && plan.status === null) return m.nothing_to_pay();
  const paid = paidPrice(plan);
  if (paid && (plan.kept_price || !reversal)) {
    const parts = quantity > 1 ? ` (${quantity} × ${formatMoney(paid.amount / quantity, currency)})` : '';
    return `${subscriptionPrice(paid, currency)}${parts}`;
  }
  return price > 0 ? common.price_a_month({ price: formatMoney(price, currency) }) : m.nothing_to_pay();
}

/** Includes the amount if it isn't the price: because of a discount, a tax, or a change that is still being paid. */
const nextPaymentOf = (plan: Subscription, day: string) =>
  plan.next_amount !== null && plan.next_amount !== paidPrice(plan)?.amount
    ? m.next_amount_on_day({ nextAmount: formatMoney(plan.next_amount, plan.currency), day: formatDay(day) })
    : formatDay(day);

const copiesOf = ({ copies_left, daily_copy_limit }: Subscription) =>
  copies_left === null
    ? common.unlimited()
    : m.copies_left_of_daily_copy_limit({
        copiesLeft: formatNumber(copies_left),
        dailyCopyLimit: formatNumber(daily_copy_limit),
      });
