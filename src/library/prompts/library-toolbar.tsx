import { useQuery } from '@tanstack/react-query';
import { Heart, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { difficulties, promptTypes } from '#constants';
import { categoriesQuery } from '#library/catalog/public/categories-query.ts';
import { difficultyLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { type Filters, SearchAndSort } from '#library/catalog/public/search-and-sort.tsx';
import { useCurrentCategory } from '#library/catalog/public/use-current-category.ts';
import { Chip } from '#ui/chip.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** Search, filters and order; `children` is what they apply to. */
export function LibraryToolbar({ filters, change, children }: Filters & { children: ReactNode }) {
  const [isPanelOpen, setIsPanelOpen] = useState(
    filters.category !== undefined || filters.difficulty !== undefined,
  );
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
        panel={isPanelOpen && isPanelReady && <FilterPanel filters={filters} change={change} />}
      />
      {isPanelReady && children}
    </>
  );
}

type Controls = Filters & { isPanelOpen: boolean; togglePanel: () => void; panel: ReactNode };

/** The same without what it asks the server for. */
export const LibraryControls = ({ filters, change, isPanelOpen, togglePanel, panel }: Controls) => (
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

function FilterPanel({ filters, change }: Filters) {
  const categories = useQuery(categoriesQuery);
  return (
    <div className="grid gap-5 border-y border-line py-5">
      <fieldset>
        <legend className="eyebrow mb-2.5">{common.category()}</legend>
        <div className="flex min-h-8 flex-wrap gap-2">
          {categories.isError && <TryAgain size="small" retry={categories.refetch} />}
          {categories.data?.prompts.map(({ name, count }) => (
            <Chip
              key={name}
              pressed={filters.category === name}
              onClick={() => change({ category: filters.category === name ? undefined : name })}
            >
              {name} <span className="opacity-75">{count}</span>
            </Chip>
          ))}
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
