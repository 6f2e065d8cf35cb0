import { lengthWords } from '#money/gifts/public/gift-words.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatDay, formatMoney, formatNumber, formatTime } from '#ui/format.ts';
import { PaymentConfirmation } from '../checkout/payment-confirmation.tsx';
import type { Subscription } from '../public/billing.contract.ts';
import { PaymentUnderWay } from '../public/payment-under-way.tsx';
import { dueStatuses } from '../public/subscription-statuses.ts';
import { ReversalNotice } from '../reversals/reversal-notice.tsx';
import { switchNames } from '../switch-names.ts';
import * as m from '../words/messages.ts';
import { chargedUntilNow } from './lasting-discount.ts';
import { isBesideSubscription, subscriptionPrice } from './subscription-price.ts';

/** Notices that need the member's attention, one sentence each. */
export function PlanNotices({ plan }: { plan: Subscription }) {
  const isTest = plan.payments === 'sandbox' || plan.payments === 'test';
  const isDue = dueStatuses.includes(plan.status ?? '') && !plan.is_missing;
  const end = plan.subscription_ends_at;
  // While a payment is due, it decides how long the plan stays.
  const keepsPlan = isCanceled(plan) && plan.source === 'subscription' && !isDue;
  const canceledLate = isCanceled(plan) &&
    plan.status === 'past_due' &&
    ['subscription', 'free'].includes(plan.source) &&
    end &&
    end === plan.ends_at &&
    !plan.is_missing && (
      <p className="rounded-md border border-line bg-sunken px-4 py-3">
        {m.plan_canceled_late({ endsAt: formatDay(end) })}
      </p>
    );
  if (plan.action_url && plan.status === 'past_due' && !plan.is_missing)
    return (
      <div className="mb-6 space-y-3">
        <PaymentConfirmation url={plan.action_url}>
          {m.confirm_last_payment()} {confirmationWords(plan)}
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
      {isDue && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          {failureWords(plan)}
        </p>
      )}
      <ReversalNotice plan={plan} />
      {plan.duplicates.length > 0 && <Duplicates list={plan.duplicates} />}
      {plan.is_missing && end && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3">
          {m.subscription_unknown({ endsAt: formatDay(end) })}
        </p>
      )}
      {canceledLate}
      {keepsPlan && plan.ends_at && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3">
          {m.plan_canceled_until({ endsAt: formatDay(plan.ends_at), charged: chargedUntilNow(plan) })}
        </p>
      )}
      {plan.source === 'complimentary' && isBesideSubscription(plan) && (
        <p className="rounded-md border border-line bg-sunken px-4 py-3">
          {m.has_plan_for_free({ plan: plan.plan, endsAt: plan.ends_at ? formatDay(plan.ends_at) : 'none' })}
          {plan.next_payment_at && ` ${m.subscription_still_charged()}`}
        </p>
      )}
      {plan.gifts.map((gift) => (
        <p key={gift.id} className="rounded-md border border-line bg-sunken px-4 py-3">
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

const isCanceled = ({ can }: Subscription) => can.resume && !can.cancel;

/** Of a canceled plan whose payment is missing, both possible ends; undefined if there is only one. */
function endsWhileDue(plan: Subscription): string | undefined {
  const { grace_until, ends_at, subscription_ends_at, source } = plan;
  if (source !== 'subscription' || !grace_until || !ends_at || !subscription_ends_at) return undefined;
  if (ends_at === subscription_ends_at) return undefined;
  return m.canceled_while_due({ graceUntil: formatDay(ends_at), endsAt: formatDay(subscription_ends_at) });
}

function confirmationWords(plan: Subscription): string | undefined {
  if (plan.source === 'gift' || plan.source === 'complimentary') return undefined;
  if (!plan.grace_until) return m.on_hold_until_confirmed();
  return endsWhileDue(plan) ?? m.plan_active_until({ graceUntil: formatDay(plan.grace_until) });
}

/** What a failed payment leaves: the plan for the grace period, or after a change the earlier one; and what it would have paid for. */
function failureWords(subscription: Subscription): string {
  const { plan, source, paid_plan, kept_price, amount, interval, currency, grace_until } = subscription;
  if (paid_plan && (source === 'gift' || source === 'complimentary'))
    return m.payment_failed_beside({ plan: paid_plan.name });
  if (!grace_until) return m.payment_failed_on_hold();
  const ends = endsWhileDue(subscription);
  if (ends) return `${m.last_payment_failed()} ${ends}`;
  const day = formatDay(grace_until);
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
