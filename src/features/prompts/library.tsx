import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { skeletonCards } from '#constants';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { plural } from '#ui/format.ts';
import { useLibraryFilters } from './library-filters.ts';
import { LibraryToolbar } from './library-toolbar.tsx';
import { PromptCard, PromptCardSkeleton } from './prompt-card.tsx';
import { libraryQuery } from './prompt-queries.ts';

const grid = 'grid border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3';
const cell = 'flex border-r border-b border-line';

/** The member's library: search, filters and every published prompt that fits. */
export function Library() {
  const controls = useLibraryFilters();
  const {
    data,
    isPending,
    isError,
    refetch,
    isPlaceholderData,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery({
    ...libraryQuery(controls.filters),
    placeholderData: keepPreviousData,
  });
  const prompts = data?.pages.flatMap((page) => page.items) ?? [];
  const first = data?.pages[0];
  return (
    <section aria-label="Library">
      <LibraryToolbar {...controls} />
      <div className="mt-5 mb-3 flex min-h-8 items-center justify-between gap-4 text-sm text-muted">
        <p role="status">
          {first &&
            (first.total_is_exact
              ? plural(first.total, 'result')
              : `More than ${plural(first.total, 'result')}`)}
        </p>
        {controls.isFiltered && (
          <button
            type="button"
            className="min-h-6 font-semibold text-accent underline underline-offset-4"
            onClick={controls.clear}
          >
            Clear all filters
          </button>
        )}
      </div>
      {isPending ? (
        <div className={grid} role="status" aria-label="Loading prompts">
          {Array.from({ length: skeletonCards }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are all alike and never move.
            <div key={index} className={cell}>
              <PromptCardSkeleton />
            </div>
          ))}
        </div>
      ) : prompts.length === 0 ? (
        <EmptyState title="No results found">
          {isError ? (
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          ) : controls.isFiltered ? (
            <p>Nothing fits all of these filters. Take one away, or try another word.</p>
          ) : (
            <p>Nothing has been published here yet.</p>
          )}
        </EmptyState>
      ) : (
        <ul className={classNames(grid, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
          {prompts.map((prompt) => (
            <li key={prompt.id} className={cell}>
              <PromptCard prompt={prompt} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-8 text-center">
          <Button variant="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </section>
  );
}
