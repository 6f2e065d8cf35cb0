import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { BillingInterval } from '#constants';
import type { Subscription } from '#money/billing/public/billing.contract.ts';
import { PaymentNotice } from '#money/billing/public/payment-notice.tsx';
import { PaymentUnderWay } from '#money/billing/public/payment-under-way.tsx';
import { useCheckout } from '#money/billing/public/use-checkout.tsx';
import { withDestination } from '#people/session/public/destination.ts';
import { useSession } from '#people/session/public/session.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import type { Tier } from './tiers.contract.ts';
import * as m from './words/messages.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
}));

type Props = {
  tier: Tier;
  interval: BillingInterval;
  /** The viewer's own plan, once known. */
  plan: Subscription | undefined;
  /** A code that applies to this plan. */
  code: string | undefined;
  /** Where to go after paying. */
  from: string | undefined;
};

/** Whether a member pays for this plan with this interval, or has it without an end. A change that isn't paid gives nothing. */
function hasAll(plan: Subscription, tier: Tier, interval: Props['interval']) {
  if (plan.kept_price) return plan.tier_id === tier.id && plan.kept_price.interval === interval;
  return plan.paid_plan?.tier_id === tier.id
    ? plan.interval === interval
    : plan.tier_id === tier.id && plan.ends_at === null;
}

export function PlanButton({ tier, interval, plan, code, from }: Props) {
  const { status } = useSession();
  const navigate = useNavigate();
  /** Why the plan adds nothing to the member's current one. */
  const [doubt, setDoubt] = useState<string>();
  const isFree = tier.price === 0;
  const destination = isFree ? { from } : { plan: tier.id, interval, offer: code, from };
  const { isBusy, isOff, start, consent } = useCheckout((error) => {
    if ('status' in error && error.status === 401) return navigate(withDestination('/signin', destination));
    if ('code' in error && error.code === 'has_complimentary_plan') return setDoubt(error.message);
    toast.error(m.failed_to_start_subscription_message({ message: error.message }));
  });
  /** Whether the link was pressed or focused: then it stays a link, because replacing it would cancel the click. */
  const [isInUse, setIsInUse] = useState(false);
  const isUnderWay = plan?.payment_under_way?.tier_id === tier.id;
  const isCurrent = !isFree && plan !== undefined && plan.tier_id !== null && hasAll(plan, tier, interval);

  function subscribe(despite_complimentary?: true) {
    const purchase = { type: 'subscription', tierId: tier.access_level, tier: tier.id, interval } as const;
    const more = { ...(code && { code }), ...(despite_complimentary && { despite_complimentary }) };
    void start({ ...purchase, ...more }, from);
  }

  function choose() {
    const hasAnother = plan?.tier_id && plan.tier_id !== tier.id;
    if (isFree && (plan?.status || hasAnother)) return navigate('/subscription');
    if (isFree) return toast.info(m.already_on_free_tier());
    subscribe();
  }

  // For a visitor, or a member whose session isn't known yet: the sign-up page forwards signed-in members.
  if (status !== 'signed-in' || isInUse)
    return (
      <ButtonLink
        onPointerDown={() => setIsInUse(true)}
        onFocus={() => setIsInUse(true)}
        to={withDestination('/signup', destination)}
        className="w-full"
        size="large"
        variant={tier.featured ? 'primary' : 'secondary'}
      >
        {isFree ? m.get_started() : m.subscribe_now()}
        <span className="sr-only"> ({tier.name})</span>
      </ButtonLink>
    );
  return (
    <>
      <Button
        className="w-full"
        size="large"
        variant={tier.featured ? 'primary' : 'secondary'}
        disabled={isBusy || isCurrent || isUnderWay}
        onClick={choose}
      >
        {isCurrent ? m.current_plan() : isFree ? m.get_started() : m.subscribe_now()}
        <span className="sr-only"> ({tier.name})</span>
      </Button>
      <p className="text-[0.8125rem] text-muted not-empty:mt-3" aria-live="polite">
        {isUnderWay && <PaymentUnderWay plan={tier.name} />}
        {isOff && <PaymentNotice subject={m.plan_name({ name: tier.name })} item="plan" />}
      </p>
      {consent}
      {doubt !== undefined && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen
            onClose={() => setDoubt(undefined)}
            question={m.subscribe_to_name_anyway({ name: tier.name })}
            confirmLabel={m.subscribe_anyway()}
            cancelLabel={common.keep_my_plan()}
            variant="primary"
            isBusy={isBusy}
            onConfirm={() => subscribe(true)}
          >
            {doubt}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
