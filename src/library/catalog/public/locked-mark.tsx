import { Lock } from 'lucide-react';
import { useOwnPlan } from '#money/billing/public/use-own-plan.ts';
import { isForSale } from '#money/offers/public/for-sale.ts';
import { accessBadge, openingPlan } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { formatRoundedPrice } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';

type Item = { tier_access: number; is_purchasable?: boolean; price?: number };

/** Shows on the card of a locked item which plan includes it. */
export function LockedMark({ item }: { item: Item }) {
  const access = useAccessWords(item.tier_access);
  const { currency } = useSiteSettings();
  return (
    <span className="ml-auto inline-flex min-w-0 items-center gap-1.5 font-semibold text-signal">
      <Lock className="size-3.5 shrink-0" aria-hidden="true" />
      {isForSale(item) ? (
        <RichText
          parts={common.access_or_price({
            access: (text) => <span className="truncate">{text}</span>,
            level: access,
            price: (text) => <span className="font-medium whitespace-nowrap text-muted">{text}</span>,
            amount: formatRoundedPrice(item.price ?? 0, currency),
          })}
        />
      ) : (
        <span className="truncate">{access}</span>
      )}
    </span>
  );
}

/** The badge of an item. Paying members see the name of the plan that includes it. */
export function useAccessWords(level: number): string {
  const tiers = useTiers();
  const isPaying = Boolean(useOwnPlan()?.status);
  return (isPaying && openingPlan(tiers, level)?.name) || accessBadge(tiers, level);
}
