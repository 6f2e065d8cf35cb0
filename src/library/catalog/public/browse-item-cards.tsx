import type { ComponentProps } from 'react';
import { isForSale } from '#money/offers/public/for-sale.ts';
import { accessBadge, isOpenToAll } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { formatRoundedPrice } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import { BrowseCard } from '../browse-card.tsx';
import { PromptTypeMark } from './prompt-type-mark.tsx';

type Card = ComponentProps<typeof BrowseCard>['item'] & { tier_access: number };
export type BrowsePrompt = Card & { prompt_type: ComponentProps<typeof PromptTypeMark>['type'] };
export type BrowsePlaybook = Card & { step_count: number; is_purchasable: boolean; price: number };

/** A prompt in a public list. */
export function BrowsePromptCard({ prompt }: { prompt: BrowsePrompt }) {
  return (
    <BrowseCard
      item={prompt}
      origin={`/prompt/${prompt.slug}`}
      page={`/browse/${prompt.slug}`}
      access={accessBadge(useTiers(), prompt.tier_access)}
      aside={<PromptTypeMark type={prompt.prompt_type} />}
    />
  );
}

/** A playbook in a public list, with its price if it is sold separately. */
export function BrowsePlaybookCard({ playbook, currency }: { playbook: BrowsePlaybook; currency: string }) {
  const badge = accessBadge(useTiers(), playbook.tier_access);
  return (
    <BrowseCard
      item={{ ...playbook, description: plainText(playbook.description) }}
      origin={`/playbook/${playbook.slug}`}
      page={`/browse-playbooks/${playbook.slug}`}
      access={
        !isOpenToAll(playbook.tier_access) && isForSale(playbook) ? (
          <RichText
            parts={common.access_or_price({
              access: (text) => <>{text}</>,
              level: badge,
              price: (text) => <span className="font-medium text-muted">{text}</span>,
              amount: formatRoundedPrice(playbook.price, currency),
            })}
          />
        ) : (
          badge
        )
      }
      aside={
        playbook.step_count > 0 && (
          <span className="shrink-0 text-[0.8125rem] font-medium text-muted">
            {common.count_step({ count: playbook.step_count })}
          </span>
        )
      }
    />
  );
}
