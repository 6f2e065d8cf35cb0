import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ItemGrid } from '#library/catalog/public/item-grid.tsx';
import { useListFilters } from '#library/catalog/public/list-filters.ts';
import { plural } from '#ui/format.ts';
import { LibraryToolbar } from '../library-toolbar.tsx';
import { PromptCard } from '../prompt-card.tsx';
import { libraryQuery } from '../prompt-queries.ts';

/** The member's library: search, filters and the published prompts that match. */
export function Library() {
  const controls = useListFilters();
  const query = useInfiniteQuery({ ...libraryQuery(controls.filters), placeholderData: keepPreviousData });
  return (
    <section aria-label="Library">
      <LibraryToolbar {...controls}>
        <ItemGrid
          query={query}
          name={JSON.stringify(controls.filters)}
          countLabel={(count) => plural(count, 'result')}
          loadingLabel="Loading prompts"
          emptyTitle="No results found"
          isFiltered={controls.isFiltered}
          clear={controls.clear}
          renderItem={(prompt) => <PromptCard prompt={prompt} />}
        />
      </LibraryToolbar>
    </section>
  );
}
