import { useQueryClient } from '@tanstack/react-query';
import { PaymentNotice } from '#money/billing/public/payment-notice.tsx';
import { useCheckout } from '#money/billing/public/use-checkout.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatMoney } from '#ui/format.ts';
import { LockedText } from '#ui/locked-text.tsx';
import { toast } from '#ui/toasts.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';

/** Shown instead of the steps: the purchase, where it is for sale, and the plans. */
export function LockedPlaybook({ playbook }: { playbook: PlaybookDetail }) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const { isBusy, isOff, start } = useCheckout(() => {
    toast.error('Failed to initiate checkout. Please try again.');
    // It may have been bought in another tab.
    void client.invalidateQueries({ queryKey: queryKeys.playbooks.all });
  });
  return (
    <LockedText label="Locked playbook" title="Unlock this playbook">
      <div className="flex flex-wrap justify-center gap-3">
        {playbook.can.purchase && (
          <Button disabled={isBusy} onClick={() => void start({ type: 'playbook', playbookId: playbook.id })}>
            Buy for {formatMoney(playbook.price, currency)}
          </Button>
        )}
        <ButtonLink to="/pricing" variant={playbook.can.purchase ? 'secondary' : 'primary'}>
          Subscribe
        </ButtonLink>
      </div>
      <p className="mx-auto mt-4 max-w-sm text-[0.8125rem] text-muted" aria-live="polite">
        {isOff && <PaymentNotice subject={`Playbook: ${playbook.title}`} what="this playbook" />}
      </p>
    </LockedText>
  );
}
