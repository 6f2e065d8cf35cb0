import type { ReactNode } from 'react';
import { promptTypes, skeletonCards } from '#constants';
import { classNames } from '#ui/class-names.ts';
import { EarlyField, shownWith } from '#ui/early-field.tsx';
import * as common from '#ui/words/messages.ts';
import { ListLine, type ListLineProps } from '../list-line.tsx';
import { type ListFilters, setFilters } from './list-filters.ts';
import { PromptTypeMark } from './prompt-type-mark.tsx';

export const cardGrid = 'grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3';
export const cardCell = 'flex border-r border-b border-line';

export type CardSkeletonsProps = {
  collection: 'prompts' | 'playbooks';
  loadingLabel: string;
};

type EarlyListProps = CardSkeletonsProps &
  Pick<ListLineProps, 'otherFavorites'> & { filters: ListFilters; controls: ReactNode };

/**
 * A list in a page that is rendered before its viewer is known. The browser fills in the elements named `list`.
 * `controls` is shown above the list.
 */
export const EarlyList = ({ controls, filters, otherFavorites, ...props }: EarlyListProps) => (
  <>
    {controls}
    <ListLine
      isFiltered={setFilters(props.collection, filters).length > 0}
      clear={() => undefined}
      otherFavorites={otherFavorites}
    />
    <CardSkeletons {...props} />
  </>
);

/** Placeholders for cards while their items load. Before the app runs, the page's script fills in their texts. */
export const CardSkeletons = ({ collection, loadingLabel }: CardSkeletonsProps) => (
  <div className={cardGrid} role="status" aria-label={loadingLabel} {...shownWith('list.items.0')}>
    {Array.from({ length: skeletonCards }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are all alike and never move.
      <div key={index} className={cardCell} {...shownWith(`list.items.${index}`)}>
        <CardSkeleton item={`list.items.${index}`} isMarkdown={collection === 'playbooks'} />
      </div>
    ))}
  </div>
);

const CardSkeleton = ({ item, isMarkdown }: { item: string; isMarkdown: boolean }) => (
  <div className="flex min-w-0 flex-1 flex-col p-5" aria-hidden="true">
    <div className="mb-3 flex min-h-8 items-center gap-3 pr-10">
      {isMarkdown ? (
        <div className="skeleton h-4 shrink-0">
          <span className="invisible text-[0.8125rem] font-medium">{common.count_step({ count: 4 })}</span>
        </div>
      ) : (
        <EarlyTypeMark item={item} />
      )}
      <EarlyField name={`${item}.category`} className="eyebrow truncate empty:h-4 empty:w-28" />
    </div>
    <div className="flex gap-4">
      <div className="min-w-0 flex-1">
        <EarlyField
          as="h2"
          name={`${item}.title`}
          className="line-clamp-3 text-xl [overflow-wrap:anywhere] empty:h-7 empty:w-4/5"
        />
        <EarlyField
          as="p"
          name={`${item}.description`}
          isMarkdown={isMarkdown}
          className={classNames(
            'mt-2 mb-4 text-sm text-muted [overflow-wrap:anywhere] empty:h-10',
            isMarkdown ? 'line-clamp-3' : 'line-clamp-2',
          )}
        />
      </div>
      <div
        className="skeleton mb-4 size-20 shrink-0"
        hidden
        {...shownWith(`${item}.${isMarkdown ? 'image_url' : 'preview_image_url'}`)}
      />
    </div>
    <div className="mt-auto">
      <div className="flex h-[1.55em] items-center text-[0.8125rem]" {...shownWith(`${item}.tags.0`)}>
        <div className="skeleton h-4 w-40" />
      </div>
      <div className="mt-3 flex h-8 items-center">
        <div className="skeleton h-4 w-24" />
      </div>
    </div>
  </div>
);

/** Only one of the marks is shown. */
const EarlyTypeMark = ({ item }: { item: string }) => (
  <>
    <div className="skeleton h-4 w-14 shrink-0 in-data-filled:hidden" />
    {promptTypes.map((type) => (
      <span key={type} className="contents" hidden {...shownWith(`${item}.prompt_type`, { is: type })}>
        <PromptTypeMark type={type} />
      </span>
    ))}
  </>
);
