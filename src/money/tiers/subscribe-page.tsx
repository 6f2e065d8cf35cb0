import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { PaymentNotice } from '#money/billing/public/payment-notice.tsx';
import { useCheckout } from '#money/billing/public/use-checkout.tsx';
import { readDestination } from '#people/session/public/destination.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import { useTiers } from './public/use-tiers.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.subscribe);

/** Sends someone who has just signed in to the checkout of the plan they chose. */
export default function SubscribePage() {
  const [search] = useSearchParams();
  const { plan, interval = 'month', offer, from } = readDestination(search);
  const tier = useTiers().find(({ id }) => id === plan);
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const chosen = new URLSearchParams({ ...(offer && { code: offer }), ...(from && { from }) });
  const plans = chosen.size > 0 ? `/pricing?${chosen}` : '/pricing';
  const { isOff, start, consent } = useCheckout(
    (error) => setProblem(error.message),
    () => void navigate(plans, { replace: true }),
  );
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!tier || tier.price === 0 || hasStarted.current) return;
    hasStarted.current = true;
    const purchase = { type: 'subscription', tierId: tier.access_level, tier: tier.id, interval } as const;
    // Replace the history entry, so that Back from the provider skips this redirect.
    void start(offer ? { ...purchase, code: offer } : purchase, from, (url) => window.location.replace(url));
  }, [tier, interval, offer, from, start]);

  if (!tier || tier.price === 0) return <Navigate to={from ?? '/pricing'} replace />;
  if (!isOff && problem === undefined)
    return (
      <div role="status" className="py-20 text-center">
        <h1 className="mb-4 text-3xl">{m.taking_you_to_the_checkout()}</h1>
        {consent ?? <Spinner />}
      </div>
    );
  return (
    <div role="alert" className="mx-auto max-w-xl py-20 text-center text-muted">
      <h1 className="mb-4 text-3xl text-ink">{tier.name}</h1>
      <p>
        {isOff ? (
          <PaymentNotice subject={m.plan_name({ name: tier.name })} item="plan" />
        ) : (
          m.failed_to_start_subscription_problem({ problem: problem ?? '' })
        )}
      </p>
      <ButtonLink to={plans} className="mt-6">
        {common.see_plans()}
      </ButtonLink>
    </div>
  );
}
