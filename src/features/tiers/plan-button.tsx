import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#features/auth/session.tsx';
import { PaymentNotice } from '#features/settings/payment-notice.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toasts.tsx';
import type { Tier } from './tiers.contract.ts';

/** Subscribes. Payment is not connected on this site yet, and the button says so before anybody relies on it. */
export function PlanButton({ tier }: { tier: Tier }) {
  const { status } = useSession();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const isFree = tier.price === 0;

  function choose() {
    if (status !== 'signed-in') {
      if (isFree) return navigate('/signup');
      toast.warning('Please sign in to subscribe');
      return navigate('/signin', { state: { from: '/pricing' } });
    }
    if (isFree) return toast.info('You are already on the free tier');
    setIsAsked(true);
  }

  return (
    <>
      <Button
        className="w-full"
        size="large"
        variant={tier.featured ? 'primary' : 'secondary'}
        onClick={choose}
      >
        {isFree ? 'Get Started' : 'Subscribe Now'}
        <span className="sr-only"> with {tier.name}</span>
      </Button>
      <p className="mt-3 min-h-10 text-[0.8125rem] text-muted" aria-live="polite">
        {isAsked && <PaymentNotice subject={`Plan: ${tier.name}`} what="this plan" />}
      </p>
    </>
  );
}
