import { useQuery } from '@tanstack/react-query';
import { Heart, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { difficulties, earlyCategories, promptTypes } from '#constants';
import { categoriesQuery } from '#library/catalog/public/categories-query.ts';
import { difficultyLabel, typeLabel } from '#library/catalog/public/labels.ts';
import type { ListFilters } from '#library/catalog/public/list-filters.ts';
import { type Filters, SearchAndSort } from '#library/catalog/public/search-and-sort.tsx';
import { useCurrentCategory } from '#library/catalog/public/use-current-category.ts';
import { withChosen } from '#library/catalog/public/with-chosen.ts';
import { Chip } from '#ui/chip.tsx';
import { EarlyField, shownWith } from '#ui/early-field.tsx';
import { formatNumber } from '#ui/format.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** Whether the panel starts open, because it has one of the active filters. */
export const beginsWithPanel = ({ category, difficulty }: ListFilters) =>
  category !== undefined || difficulty !== undefined;

/** Search, filters and sort order; `children` is the list they apply to. */
export function LibraryToolbar({ filters, change, children }: Filters & { children: ReactNode }) {
  const [isPanelOpen, setIsPanelOpen] = useState(beginsWithPanel(filters));
  const categories = useQuery(categoriesQuery);
  useCurrentCategory({ category: filters.category, renamed: categories.data?.renamed, change });
  // Wait for the panel's categories, so that the list below doesn't shift.
  const isPanelReady = !isPanelOpen || !categories.isPending;
  return (
    <>
      <LibraryControls
        filters={filters}
        change={change}
        isPanelOpen={isPanelOpen}
        togglePanel={() => setIsPanelOpen(!isPanelOpen)}
        panel={
          isPanelOpen &&
          isPanelReady && (
            <FilterPanel filters={filters} change={change}>
              {categories.isError && <TryAgain size="small" retry={categories.refetch} />}
              {withChosen(categories.data?.prompts ?? [], filters.category).map(({ name, count }) => (
                <Chip
                  key={name}
                  pressed={filters.category === name}
                  className={filters.category === name ? '[scroll-initial-target:nearest]' : undefined}
                  onClick={() => change({ category: filters.category === name ? undefined : name })}
                >
                  {name} {count !== undefined && <span className={countStyles}>{formatNumber(count)}</span>}
                </Chip>
              ))}
            </FilterPanel>
          )
        }
      />
      {isPanelReady && children}
    </>
  );
}

/** The toolbar before the app runs. The categories aren't known yet; the page's script fills them in. */
export function EarlyLibraryToolbar({ filters }: Pick<Filters, 'filters'>) {
  const isPanelOpen = beginsWithPanel(filters);
  return (
    <LibraryControls
      filters={filters}
      change={doNothing}
      isPanelOpen={isPanelOpen}
      togglePanel={doNothing}
      panel={
        isPanelOpen && (
          <FilterPanel filters={filters} change={doNothing}>
            {Array.from({ length: earlyCategories }, (_, index) => (
              <EarlyCategory
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
                key={index}
                path={`categories.prompts.${index}`}
                chosen={filters.category}
              />
            ))}
          </FilterPanel>
        )
      }
    />
  );
}
const doNothing = () => undefined;

/** Only one of the two chips is shown. */
const EarlyCategory = ({ path, chosen }: { path: string; chosen: string | undefined }) =>
  [true, false].map((isChosen) => (
    <Chip
      key={String(isChosen)}
      pressed={isChosen}
      hidden
      {...shownWith(`${path}.name`, isChosen ? { is: chosen ?? '' } : { isNot: chosen })}
    >
      <EarlyField as="span" name={`${path}.name`} className="" />{' '}
      <EarlyField as="span" name={`${path}.count`} className={countStyles} />
    </Chip>
  ));

type Controls = Filters & { isPanelOpen: boolean; togglePanel: () => void; panel: ReactNode };

/** The parts that both toolbars share. */
const LibraryControls = ({ filters, change, isPanelOpen, togglePanel, panel }: Controls) => (
  <div className="space-y-4">
    <SearchAndSort label={common.search_prompts()} filters={filters} change={change} />
    <div className="flex flex-wrap gap-2">
      {promptTypes.map((type) => (
        <Chip
          key={type}
          pressed={filters.type === type}
          onClick={() => change({ type: filters.type === type ? undefined : type })}
        >
          {typeLabel(type)}
        </Chip>
      ))}
      <Chip
        pressed={filters.favorites}
        onClick={() => change({ favorites: filters.favorites ? undefined : 'true' })}
      >
        <Heart className="size-3.5" aria-hidden="true" />
        {m.favorites()}
      </Chip>
      <button
        type="button"
        aria-expanded={isPanelOpen}
        aria-controls="more-filters"
        className="inline-flex min-h-8 items-center gap-1.5 px-2 text-[0.8125rem] font-semibold text-accent"
        onClick={togglePanel}
      >
        <SlidersHorizontal className="size-3.5" aria-hidden="true" />
        {m.more_filters()}
      </button>
    </div>
    <div id="more-filters">{panel}</div>
  </div>
);

const countStyles = 'opacity-75';

/** `children`: the categories. */
function FilterPanel({ filters, change, children }: Filters & { children: ReactNode }) {
  return (
    <div className="grid gap-5 border-y border-line py-5">
      <fieldset>
        <legend className="eyebrow mb-2.5">{common.category()}</legend>
        {/* Limited in height, so that it doesn't grow when the app adds more categories. */}
        <div className="-m-1 flex max-h-56 min-h-10 flex-wrap gap-2 overflow-y-auto p-1 print:max-h-none">
          {children}
        </div>
      </fieldset>
      <fieldset>
        <legend className="eyebrow mb-2.5">{m.difficulty()}</legend>
        <div className="flex flex-wrap gap-2">
          {difficulties.map((difficulty) => (
            <Chip
              key={difficulty}
              className="capitalize"
              pressed={filters.difficulty === difficulty}
              onClick={() =>
                change({ difficulty: filters.difficulty === difficulty ? undefined : difficulty })
              }
            >
              {difficultyLabel(difficulty)}
            </Chip>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
