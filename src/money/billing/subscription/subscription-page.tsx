import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { lengthWords } from '#money/gifts/public/gift-words.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { formatDay, formatMoney, formatNumber, formatTime } from '#ui/format.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { PaymentConfirmation } from '../checkout/payment-confirmation.tsx';
import type { Subscription } from '../public/billing.contract.ts';
import { PaymentUnderWay } from '../public/payment-under-way.tsx';
import { dueStatuses } from '../public/subscription-statuses.ts';
import { ReversalNotice } from '../reversals/reversal-notice.tsx';
import { switchNames } from '../switch-names.ts';
import * as m from '../words/messages.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { lastingDiscountWords } from './lasting-discount.ts';
import { PlanActions } from './plan-actions.tsx';
import { planQuery } from './plan-query.ts';

/** How often the page checks whether a payment was confirmed. */
const confirmationPollMilliseconds = 5_000;

export const meta = privateMeta(common.subscription);

export default function SubscriptionPage() {
  const { support_email } = useSiteSettings();
  const { data, isError, refetch } = useQuery({
    ...planQuery,
    refetchInterval: ({ state }) =>
      state.data?.action_url || state.data?.pending_change ? confirmationPollMilliseconds : false,
  });
  const [search, setSearch] = useSearchParams();
  const changeTo = search.get('change');
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6 text-3xl">{common.subscription()}</h1>
      {/* A new element whenever its contents change, so that moving content doesn't count as a layout shift. */}
      <div key={data ? [data.status, data.source, data.action_url, data.can.resume].join() : String(isError)}>
        {isError && !data && (
          <p className="mb-6 text-muted">
            {m.your_plan_couldnt_be_loaded()} <TryAgain size="small" retry={refetch} />
          </p>
        )}
        {data && <PlanNotices plan={data} />}
        {(data || !isError) && (
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
        )}
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <ButtonLink to="/pricing" size="large">
            {m.upgrade_plan()}
          </ButtonLink>
          {data && <PlanActions plan={data} />}
        </div>
        <p className="mt-6 text-muted">
          {m.have_a_gift_code()}{' '}
          <Link to="/gift" className="font-semibold text-accent underline underline-offset-4">
            {m.redeem_it()}
          </Link>
        </p>
        <p className="mt-2 text-muted">
          {m.questions_about_your_plan()}{' '}
          <a
            href={`mailto:${support_email}`}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {m.contact_support()}
          </a>
        </p>
      </div>
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

const subscriptionPrice = ({ amount, interval }: NonNullable<Subscription['kept_price']>, currency: string) =>
  m.amount_per_interval({ amount: formatMoney(amount, currency), interval });

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

/** Notices that need the member's attention, one sentence each. */
function PlanNotices({ plan }: { plan: Subscription }) {
  const inGrace = plan.grace_until !== null;
  const isOnHold = dueStatuses.includes(plan.status ?? '') && !inGrace;
  const isTest = plan.payments === 'sandbox' || plan.payments === 'test';
  const isCanceled = plan.can.resume && !plan.can.cancel;
  const canceledLate = isCanceled &&
    plan.status === 'past_due' &&
    ['subscription', 'free'].includes(plan.source) &&
    plan.ends_at &&
    !plan.is_missing && (
      <p className="rounded-md border border-line bg-sunken px-4 py-3">
        {m.plan_canceled_late({ endsAt: formatDay(plan.ends_at) })}
      </p>
    );
  // While a payment is due, it decides how long the plan stays.
  const keepsPlan = isCanceled && plan.source === 'subscription' && !dueStatuses.includes(plan.status ?? '');
  if (plan.action_url && plan.status === 'past_due' && !plan.is_missing)
    return (
      <div className="mb-6 space-y-3">
        <PaymentConfirmation url={plan.action_url}>
          {m.confirm_last_payment()}{' '}
          {inGrace && plan.grace_until
            ? m.plan_active_until({ graceUntil: formatDay(plan.grace_until) })
            : m.on_hold_until_confirmed()}
        </PaymentConfirmation>
        {canceledLate}
      </div>
    );
  return (
    <div className="space-y-3 not-empty:mb-6">
      {plan.pending_change && plan.action_url && !plan.is_missing && (
        <PaymentConfirmation url={plan.action_url}>
          {confirmSwitch(plan.paid_plan?.name ?? plan.plan, plan.pending_change)}
        </PaymentConfirmation>
      )}
      {plan.payment_under_way && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3">
          <PaymentUnderWay plan={plan.payment_under_way.name} />
        </p>
      )}
      {plan.trial_refused && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          {m.trial_refused()}
        </p>
      )}
      {plan.lower_amount !== null && plan.paid_plan && plan.interval && !plan.reversal && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-sunken px-4 py-3">
          {m.plan_costs_less_now({
            plan: plan.paid_plan.name,
            lowerAmount: formatMoney(plan.lower_amount, plan.currency),
            interval: plan.interval,
          })}
          <ButtonLink
            size="small"
            variant="secondary"
            to={`/subscription?change=${plan.paid_plan.tier_id}&interval=${plan.interval}`}
          >
            {m.take_the_lower_price()}
          </ButtonLink>
        </p>
      )}
      {isOnHold && !plan.is_missing && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          {m.payment_failed_on_hold()}
        </p>
      )}
      {inGrace && plan.grace_until && !plan.is_missing && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          {failureWords(plan, formatDay(plan.grace_until))}
        </p>
      )}
      <ReversalNotice plan={plan} />
      {plan.duplicates.length > 0 && <Duplicates list={plan.duplicates} />}
      {plan.is_missing && plan.ends_at && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          {m.subscription_unknown({ endsAt: formatDay(plan.ends_at) })}
        </p>
      )}
      {canceledLate}
      {keepsPlan && plan.ends_at && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3">
          {m.plan_canceled_until({ endsAt: formatDay(plan.ends_at), status: plan.status ?? '' })}
        </p>
      )}
      {plan.gifts.map((gift) => (
        <p
          key={`${gift.plan} ${gift.months} ${gift.days} ${gift.ends_at}`}
          className="rounded-md border border-line bg-sunken px-4 py-3"
        >
          {gift.ends_at
            ? m.has_gift_until({ plan: gift.plan, endsAt: formatDay(gift.ends_at) })
            : m.gift_waits({ plan: gift.plan, gift: lengthWords(gift) })}
          {gift.ends_at &&
            plan.source === 'gift' &&
            plan.next_payment_at &&
            ` ${m.subscription_still_charged()}`}
        </p>
      ))}
      {plan.status && isTest && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-[0.8125rem] text-muted">
          {m.test_mode_about()}
        </p>
      )}
    </div>
  );
}

/** What a failed payment leaves: the plan for the grace period, or after a change the earlier one; and what it would have paid for. */
function failureWords(
  { plan, paid_plan, kept_price, amount, interval, currency }: Subscription,
  day: string,
) {
  if (!kept_price || !paid_plan || amount === null || !interval)
    return m.payment_failed_in_grace({ graceUntil: day });
  const price = subscriptionPrice({ amount, interval }, currency);
  return m.change_failed({ name: paid_plan.name, plan, day, price });
}

function duplicateWords(subscription: Subscription['duplicates'][number]): string {
  const { plan, currency, next_payment_at, ends_at } = subscription;
  const price = subscriptionPrice(subscription, currency);
  if (ends_at) return m.duplicate_ends({ plan, price, day: formatDay(ends_at) });
  if (next_payment_at) return m.duplicate_renews({ plan, price, day: formatDay(next_payment_at) });
  return `${plan}, ${price}`;
}

/** There should be only one subscription; with several, the member sees the price of each. */
const Duplicates = ({ list }: { list: Subscription['duplicates'] }) => (
  <div role="alert" className="rounded-md border border-danger px-4 py-3">
    {m.charged_for_each({ count: formatNumber(list.length) })}
    <ul className="my-1 list-disc pl-6">
      {list.map((subscription) => (
        <li key={subscription.id}>{duplicateWords(subscription)}</li>
      ))}
    </ul>
    {m.canceling_ends_all()}
  </div>
);

function confirmSwitch(plan: string, change: NonNullable<Subscription['pending_change']>): string {
  const { from, to } = switchNames(plan, change);
  return m.confirm_payment_to_switch({ name: to, plan: from, expiresAt: formatTime(change.expires_at) });
}
