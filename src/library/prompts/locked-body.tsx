import { PromptPreview } from '#library/catalog/public/item-preview.tsx';
import { LockedItem, PlansLink } from '#library/catalog/public/locked-item.tsx';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { PromptDetail } from './prompts.contract.ts';
import * as m from './words/messages.ts';

const maximumNamed = 8;

/** Shown instead of a locked text, with information about it that isn't secret. */
export function LockedBody({ prompt: { slug, tier_access, preview, blanks } }: { prompt: PromptDetail }) {
  const named = blanks.slice(0, maximumNamed);
  return (
    <LockedItem
      label={m.locked_prompt()}
      title={m.upgrade_to_access_this_prompt()}
      level={tier_access}
      preview={
        preview && (
          <>
            <PromptPreview preview={preview} />
            {blanks.length > 0 && (
              <ul aria-label={common.blanks()} className="mt-3 flex flex-wrap justify-center gap-1.5">
                {named.map((blank) => (
                  <li
                    key={blank.name}
                    dir="auto"
                    className="max-w-full truncate rounded-sm bg-mark px-2 py-0.5 text-[0.8125rem] text-ink"
                  >
                    {blank.label}
                  </li>
                ))}
                {blanks.length > named.length && (
                  <li className="px-1 py-0.5 text-[0.8125rem] text-muted">
                    {m.and_count_more({ count: formatNumber(blanks.length - named.length) })}
                  </li>
                )}
              </ul>
            )}
          </>
        )
      }
    >
      <PlansLink from={`/prompt/${slug}`} level={tier_access} label={common.see_plans()} />
    </LockedItem>
  );
}
