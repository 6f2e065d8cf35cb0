import { useQueryClient } from '@tanstack/react-query';
import { StepsPreview } from '#library/catalog/public/item-preview.tsx';
import { LockedItem, PlansLink } from '#library/catalog/public/locked-item.tsx';
import { PaymentNotice } from '#money/billing/public/payment-notice.tsx';
import { useCheckout } from '#money/billing/public/use-checkout.ts';
import { CodeBox } from '#money/offers/public/code-box.tsx';
import { useOffer } from '#money/offers/public/use-offer.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { taxNote } from '#site/settings/public/tax-note.ts';
import { Button } from '#ui/button.tsx';
import { formatMoney } from '#ui/format.ts';
import { toast } from '#ui/toasts.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';

/** Shown instead of the steps: the purchase, where it is for sale, and the plans. */
export function LockedPlaybook({ playbook }: { playbook: PlaybookDetail }) {
  const client = useQueryClient();
  const settings = useSiteSettings();
  const { currency } = settings;
  const { isBusy, isOff, start } = useCheckout(() => {
    toast.error('Failed to initiate checkout. Please try again.');
    // It may have been bought in another tab.
    void client.invalidateQueries({ queryKey: queryKeys.playbooks.all });
  });
  const offer = useOffer(playbook.id);
  const quoted = offer.status === 'applied' ? offer.quote.playbook : null;
  function buy() {
    const purchase = { type: 'playbook', playbookId: playbook.id } as const;
    void start(quoted ? { ...purchase, code: offer.code } : purchase);
  }
  return (
    <LockedItem
      label="Locked playbook"
      title="Unlock this playbook"
      level={playbook.tier_access}
      preview={<StepsPreview steps={playbook.preview} />}
    >
      <div className="flex flex-wrap justify-center gap-3">
        {playbook.can.purchase && (
          <Button disabled={isBusy} onClick={buy}>
            {quoted?.due === 0
              ? 'Get it for free'
              : `Buy for ${formatMoney(quoted?.due ?? playbook.price, currency)}`}
          </Button>
        )}
        <PlansLink
          from={`/playbook/${playbook.slug}`}
          level={playbook.tier_access}
          label="Subscribe"
          variant={playbook.can.purchase ? 'secondary' : 'primary'}
        />
      </div>
      {playbook.can.purchase && (
        <>
          {quoted && (
            <p className="mt-3 text-[0.8125rem] text-muted">
              Instead of <s>{formatMoney(quoted.amount, currency)}</s>
            </p>
          )}
          <p className="mt-3 text-[0.8125rem] text-muted empty:hidden">{taxNote(settings)}</p>
          <CodeBox offer={offer} className="mt-3" />
        </>
      )}
      <p className="mx-auto mt-4 max-w-sm text-[0.8125rem] text-muted" aria-live="polite">
        {isOff && <PaymentNotice subject={`Playbook: ${playbook.title}`} what="this playbook" />}
      </p>
    </LockedItem>
  );
}
