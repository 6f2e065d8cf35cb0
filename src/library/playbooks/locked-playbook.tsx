import { useQueryClient } from '@tanstack/react-query';
import { StepsPreview } from '#library/catalog/public/item-preview.tsx';
import { LockedItem, PlansLink } from '#library/catalog/public/locked-item.tsx';
import { PaymentNotice } from '#money/billing/public/payment-notice.tsx';
import { useCheckout } from '#money/billing/public/use-checkout.tsx';
import { CodeBox } from '#money/offers/public/code-box.tsx';
import { useOffer } from '#money/offers/public/use-offer.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { taxNote } from '#site/settings/public/tax-note.ts';
import { Button } from '#ui/button.tsx';
import { formatMoney } from '#ui/format.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import type { PlaybookDetail } from './playbooks.contract.ts';
import * as m from './words/messages.ts';

/** Shown instead of the steps: the purchase, if the playbook is for sale, and the plans. */
export function LockedPlaybook({ playbook }: { playbook: PlaybookDetail }) {
  const client = useQueryClient();
  const settings = useSiteSettings();
  const { currency } = settings;
  const { isBusy, isOff, start, consent } = useCheckout(() => {
    toast.error(m.failed_to_initiate_checkout());
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
      label={m.locked_playbook()}
      title={m.unlock_this_playbook()}
      level={playbook.tier_access}
      preview={<StepsPreview steps={playbook.preview} />}
      isBlurred={playbook.preview.length === 0}
    >
      <div className="flex flex-wrap justify-center gap-3">
        {playbook.can.purchase && (
          <Button disabled={isBusy} onClick={buy}>
            {quoted?.due === 0
              ? m.get_it_for_free()
              : m.buy_for_due({ due: formatMoney(quoted?.due ?? playbook.price, currency) })}
          </Button>
        )}
        <PlansLink
          from={`/playbook/${playbook.slug}`}
          level={playbook.tier_access}
          label={common.subscribe()}
          variant={playbook.can.purchase ? 'secondary' : 'primary'}
        />
      </div>
      {playbook.can.purchase && (
        <>
          {quoted && (
            <p className="mt-3 text-[0.8125rem] text-muted">
              <RichText
                parts={m.instead_of_price({
                  amount: formatMoney(quoted.amount, currency),
                  price: (text) => <s>{text}</s>,
                })}
              />
            </p>
          )}
          <p className="mt-3 text-[0.8125rem] text-muted empty:hidden">{taxNote(settings)}</p>
          <CodeBox offer={offer} className="mt-3" />
        </>
      )}
      <p className="mx-auto mt-4 max-w-sm text-[0.8125rem] text-muted" aria-live="polite">
        {isOff && <PaymentNotice subject={m.playbook_title({ title: playbook.title })} item="playbook" />}
      </p>
      {consent}
    </LockedItem>
  );
}
