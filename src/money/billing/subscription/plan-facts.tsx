import { formatDay, formatMoney, formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Subscription } from '../public/billing.contract.ts';
import * as m from '../words/messages.ts';
import { lastingDiscountWords } from './lasting-discount.ts';
import { isBesideSubscription, subscriptionPrice } from './subscription-price.ts';

type Fact = [term: string, value: string | undefined];

/** What a member has and pays; gray placeholders until it is known. A subscription that isn't their plan is listed on its own. */
export function PlanFacts({ plan }: { plan: Subscription | undefined }) {
  if (!plan || !isBesideSubscription(plan)) return <Facts list={factsOf(plan)} />;
  return (
    <>
      <Facts list={ownFacts(plan)} />
      <h2 className="mt-8 mb-4 text-xl">
        {plan.paid_plan ? m.subscription_to({ plan: plan.paid_plan.name }) : common.subscription()}
      </h2>
      <Facts
        list={[
          [m.billing_cycle(), cycleOf(plan)],
          [common.price(), paidPriceOf(plan)],
          ...paymentsOf(plan, plan.subscription_ends_at),
        ]}
      />
    </>
  );
}

const Facts = ({ list }: { list: Fact[] }) => (
  <dl className="grid border-t border-l border-line sm:grid-cols-2">
    {list.map(([term, value]) => (
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
function factsOf(plan: Subscription | undefined): Fact[] {
  const facts: Fact[] = [
    [common.plan(), plan && nameOf(plan)],
    [m.billing_cycle(), plan && cycleOf(plan)],
    [common.price(), plan && priceOf(plan)],
    [m.copies_today(), plan && copiesOf(plan)],
  ];
  return plan ? [...facts, ...paymentsOf(plan, plan.ends_at)] : facts;
}

/** The facts of a plan that isn't what the member pays for. */
function ownFacts(plan: Subscription): Fact[] {
  const facts: Fact[] = [
    [common.plan(), nameOf(plan)],
    [common.price(), priceOf(plan)],
    [m.copies_today(), copiesOf(plan)],
  ];
  const end = plan.source === 'free' ? null : (plan.kept_price?.until ?? plan.ends_at);
  return end ? [...facts, [m.ends(), formatDay(end)]] : facts;
}

/** When and how a subscription is paid, and when it ends. */
function paymentsOf(plan: Subscription, end: string | null): Fact[] {
  const { trial_end, discount, currency, next_payment_at } = plan;
  const facts: Fact[] = [];
  if (trial_end) facts.push([m.trial_ends(), formatDay(trial_end)]);
  if (discount) facts.push([common.discount(), lastingDiscountWords(discount, currency)]);
  if (next_payment_at) facts.push(nextPaymentOf(plan, formatDay(next_payment_at)));
  if (end) facts.push([m.ends(), formatDay(end)]);
  return facts;
}

const nameOf = ({ tier_id, plan }: Subscription) => (tier_id ? plan : common.free());

const cycleOf = (plan: Subscription) =>
  paidPrice(plan)?.interval === 'year' ? m.yearly() : common.monthly();

/** What the subscription costs per period; null without one. A change that isn't paid leaves the earlier price. */
function paidPrice({ kept_price, amount, interval }: Subscription) {
  if (kept_price && !kept_price.until) return kept_price;
  return amount !== null && interval ? { amount, interval } : null;
}

function priceOf(plan: Subscription): string {
  const { source, status, price, currency } = plan;
  if (source === 'complimentary') return m.complimentary();
  if (source === 'gift') return m.a_gift();
  // A subscription doesn't give a plan, or what is left of one isn't paid again.
  if (source === 'free' || status === null || plan.kept_price?.until) return m.nothing_to_pay();
  // Of several subscriptions, the one that is reversed doesn't give the plan.
  if (plan.reversal) return common.price_a_month({ price: formatMoney(price, currency) });
  return paidPriceOf(plan);
}

function paidPriceOf(plan: Subscription): string {
  const paid = paidPrice(plan);
  if (!paid) return m.nothing_to_pay();
  const { quantity, currency } = plan;
  const parts = quantity > 1 ? ` (${quantity} × ${formatMoney(paid.amount / quantity, currency)})` : '';
  return `${subscriptionPrice(paid, currency)}${parts}`;
}

/** Includes the amount if it isn't the price: because of a discount, a tax, a credit, or a change that is still being paid. */
function nextPaymentOf(plan: Subscription, day: string): Fact {
  const { next_amount: next, currency } = plan;
  if (next === 0) return [m.renews(), m.renews_at_no_charge({ day })];
  const isOther = next !== null && next !== paidPrice(plan)?.amount;
  return [
    m.next_payment(),
    isOther ? m.next_amount_on_day({ nextAmount: formatMoney(next, currency), day }) : day,
  ];
}

const copiesOf = ({ copies_left, daily_copy_limit }: Subscription) =>
  copies_left === null
    ? common.unlimited()
    : m.copies_left_of_daily_copy_limit({
        copiesLeft: formatNumber(copies_left),
        dailyCopyLimit: formatNumber(daily_copy_limit),
      });
