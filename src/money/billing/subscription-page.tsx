import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { lengthWords } from '#money/gifts/public/gift-words.ts';
import { discountWords } from '#money/offers/public/discount.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatDay, formatMoney, formatNumber, formatTime } from '#ui/format.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';
import { PlanActions } from './plan-actions.tsx';
import { planQuery } from './plan-query.ts';
import type { Subscription } from './public/billing.contract.ts';
import { ReversalNotice } from './reversal-notice.tsx';

/** How often the page looks whether a payment was confirmed. */
const confirmationPollMilliseconds = 5_000;

export const meta = () => privateMeta('Subscription');

export default function SubscriptionPage() {
  const { support_email } = useSiteSettings();
  const { data, isError, refetch } = useQuery({
    ...planQuery,
    refetchInterval: ({ state }) => (state.data?.action_url ? confirmationPollMilliseconds : false),
  });
  const [search, setSearch] = useSearchParams();
  const changeTo = search.get('change');
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6 text-3xl">Subscription</h1>
      {isError && !data && (
        <p className="mb-6 text-muted">
          Your plan couldn't be loaded.{' '}
          <Button size="small" variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && <PlanNotices plan={data} />}
      <dl className="grid border-t border-l border-line sm:grid-cols-2">
        {factsOf(data).map(([term, value]) => (
          <div
            key={term}
            className="border-r border-b border-line bg-surface px-5 py-4 sm:last:odd:col-span-2"
          >
            <dt className="text-[0.8125rem] text-muted">{term}</dt>
            <dd className="mt-1 min-h-8 font-medium font-serif text-2xl [overflow-wrap:anywhere]">
              {value ?? <span className="skeleton mt-1 block h-6 w-24" />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <ButtonLink to="/pricing" size="large">
          Upgrade Plan
        </ButtonLink>
        {data && <PlanActions plan={data} />}
      </div>
      <p className="mt-6 text-muted">
        Have a gift code?{' '}
        <Link to="/gift" className="font-semibold text-accent underline underline-offset-4">
          Redeem it
        </Link>
      </p>
      <p className="mt-2 text-muted">
        Questions about your plan?{' '}
        <a
          href={`mailto:${support_email}`}
          className="font-semibold text-accent underline underline-offset-4"
        >
          Contact support
        </a>
      </p>
      {changeTo && (
        <ChangePlanDialog
          tier={changeTo}
          interval={search.get('interval') === 'year' ? 'year' : 'month'}
          close={() => setSearch({}, { replace: true })}
        />
      )}
    </div>
  );
}

/** Each fact with its value; values are undefined until they are known. */
function factsOf(plan: Subscription | undefined): [string, string | undefined][] {
  const facts: [string, string | undefined][] = [
    ['Plan', plan?.plan ?? 'Free'],
    ['Billing cycle', plan?.billing_cycle ?? 'Monthly'],
    ['Price', plan && priceOf(plan)],
    ['Copies today', plan && copiesOf(plan)],
  ];
  if (plan?.trial_end) facts.push(['Trial ends', formatDay(plan.trial_end)]);
  if (plan?.discount) facts.push(['Discount', discountOf(plan.discount, plan.currency)]);
  if (plan?.next_payment_at) facts.push(['Next payment', nextPaymentOf(plan, plan.next_payment_at)]);
  if (plan?.ends_at) facts.push(['Ends', formatDay(plan.ends_at)]);
  return facts;
}

function priceOf({ source, amount, quantity, interval, price, currency, reversal }: Subscription): string {
  if (source === 'complimentary') return 'Complimentary';
  if (source === 'gift') return 'A gift';
  if (amount !== null && interval && !reversal) {
    const parts = quantity > 1 ? ` (${quantity} × ${formatMoney(amount / quantity, currency)})` : '';
    return `${formatMoney(amount, currency)} a ${interval}${parts}`;
  }
  return price > 0 ? `${formatMoney(price, currency)} a month` : 'Nothing to pay';
}

const discountOf = ({ until, ...discount }: NonNullable<Subscription['discount']>, currency: string) =>
  `${discountWords(discount, currency)}${until ? ` until ${formatDay(until)}` : ''}`;

/** With the amount where a discount or a tax changes it. */
const nextPaymentOf = ({ amount, next_amount, currency }: Subscription, day: string) =>
  next_amount !== null && next_amount !== amount
    ? `${formatMoney(next_amount, currency)} on ${formatDay(day)}`
    : formatDay(day);

const copiesOf = ({ copies_left, daily_copy_limit }: Subscription) =>
  copies_left === null
    ? 'Unlimited'
    : `${formatNumber(copies_left)} of ${formatNumber(daily_copy_limit)} left`;

/** What needs the member's attention, a sentence each. */
function PlanNotices({ plan }: { plan: Subscription }) {
  const inGrace =
    plan.status === 'past_due' && plan.grace_until !== null && Date.parse(plan.grace_until) > Date.now();
  const isOnHold = ['past_due', 'unpaid', 'paused'].includes(plan.status ?? '') && !inGrace;
  const isTest = plan.payments === 'sandbox' || plan.payments === 'test';
  if (plan.action_url && plan.status === 'past_due' && !plan.is_missing)
    return (
      <div className="mb-6 space-y-3">
        <PaymentConfirmation url={plan.action_url}>
          Your bank asks you to confirm your last payment.{' '}
          {inGrace && plan.grace_until
            ? `Your plan stays active until ${formatDay(plan.grace_until)}.`
            : 'Your plan is on hold until you do.'}
        </PaymentConfirmation>
      </div>
    );
  return (
    <div className="space-y-3 not-empty:mb-6">
      {plan.pending_change && plan.action_url && !plan.is_missing && (
        <PaymentConfirmation url={plan.action_url}>
          Your bank asks you to confirm the payment to switch to {plan.pending_change.name}. Until then, you
          stay on {plan.plan}, and nothing is charged. Confirm by {formatTime(plan.pending_change.expires_at)}
          .
        </PaymentConfirmation>
      )}
      {plan.trial_refused && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          Your trial could not start: the card you used has had a free trial before, and each person gets one.
          Nothing was charged. You can subscribe without a trial at any time.
        </p>
      )}
      {plan.lower_amount !== null && plan.tier_id && plan.interval && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-sunken px-4 py-3">
          {plan.plan} costs {formatMoney(plan.lower_amount, plan.currency)} a {plan.interval} now, less than
          you pay.
          <ButtonLink
            size="small"
            variant="secondary"
            to={`/subscription?change=${plan.tier_id}&interval=${plan.interval}`}
          >
            Take the lower price
          </ButtonLink>
        </p>
      )}
      {isOnHold && !plan.is_missing && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          Your plan is on hold because a payment failed. Update your payment method in Manage billing to
          restore it.
        </p>
      )}
      {inGrace && plan.grace_until && !plan.is_missing && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          Your last payment failed. Your plan stays active until {formatDay(plan.grace_until)}. Update your
          payment method in Manage billing.
        </p>
      )}
      <ReversalNotice plan={plan} />
      {plan.duplicates.length > 0 && <Duplicates list={plan.duplicates} />}
      {plan.is_missing && plan.ends_at && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          The payment provider no longer knows your subscription, so you won't be charged again. You keep your
          plan until {formatDay(plan.ends_at)}, and can choose a new one after that.
        </p>
      )}
      {plan.can.resume && !plan.can.cancel && plan.source === 'subscription' && plan.ends_at && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3">
          Your plan is canceled. You keep it until {formatDay(plan.ends_at)}, and you won't be charged again.
        </p>
      )}
      {plan.gifts.map((gift) => (
        <p
          key={`${gift.plan} ${gift.months} ${gift.days} ${gift.ends_at}`}
          className="rounded-md border border-line bg-sunken px-4 py-3"
        >
          {gift.ends_at
            ? `You have ${gift.plan} as a gift until ${formatDay(gift.ends_at)}.`
            : `Your gift of ${gift.plan} for ${lengthWords(gift)} waits until your present plan ends. It isn't used up meanwhile.`}
          {gift.ends_at && plan.source === 'gift' && plan.next_payment_at
            ? ' Your subscription continues and is still charged.'
            : ''}
        </p>
      ))}
      {plan.status && isTest && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-[0.8125rem] text-muted">
          Payments are in test mode. You won't be charged.
        </p>
      )}
    </div>
  );
}

/** There should be one subscription; the member sees what each of several costs. */
const Duplicates = ({ list }: { list: Subscription['duplicates'] }) => (
  <div role="alert" className="rounded-md border border-danger px-4 py-3">
    You have {formatNumber(list.length)} subscriptions, and each is charged on its own:
    <ul className="my-1 list-disc pl-6">
      {list.map(({ id, plan, amount, currency, interval, next_payment_at, ends_at }) => (
        <li key={id}>
          {plan}, {formatMoney(amount, currency)} a {interval}
          {next_payment_at && `, next payment on ${formatDay(next_payment_at)}`}
          {ends_at && `, ends on ${formatDay(ends_at)} and won't be charged again`}
        </li>
      ))}
    </ul>
    Canceling your plan ends all of them. Contact support if you want to keep one, or to get a payment back.
  </div>
);
