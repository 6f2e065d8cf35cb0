import { keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { EarlyList } from '#library/catalog/public/card-skeletons.tsx';
import { categoriesQuery } from '#library/catalog/public/categories-query.ts';
import { ItemGrid } from '#library/catalog/public/item-grid.tsx';
import {
  askedOfList,
  type ListFilters,
  readListFilters,
  useListFilters,
} from '#library/catalog/public/list-filters.ts';
import * as common from '#ui/words/messages.ts';
import { beginsWithPanel, EarlyLibraryToolbar, LibraryToolbar } from '../library-toolbar.tsx';
import { PromptCard } from '../prompt-card.tsx';
import { libraryQuery } from '../prompt-queries.ts';
import * as m from '../words/messages.ts';

/** The data that the library loads first; see `PageHandle`. */
export const askedOfLibrary = (query: URLSearchParams) => askedOfList('prompts', query);

/** Loads the first data of the library. */
export function loadLibrary(client: QueryClient, query: URLSearchParams) {
  const filters = readListFilters('prompts', query);
  return Promise.all([
    client.prefetchInfiniteQuery(libraryQuery(filters)),
    beginsWithPanel(filters) && client.prefetchQuery(categoriesQuery),
  ]);
}

/** The names of the parts that fill in `EarlyLibrary`. */
export const earlyLibraryParts = (query: URLSearchParams) =>
  beginsWithPanel(readListFilters('prompts', query)) ? 'list categories' : 'list';

/** The library in a page that is rendered before its viewer is known. */
export function EarlyLibrary() {
  const filters = readListFilters('prompts', useSearchParams()[0]);
  return (
    <EarlyList
      controls={<EarlyLibraryToolbar filters={filters} />}
      filters={filters}
      otherFavorites={otherFavorites(filters)}
      collection="prompts"
      loadingLabel={m.loading_prompts()}
    />
  );
}

const otherFavorites = ({ favorites }: ListFilters) =>
  favorites && { to: '/playbooks?favorites=true', label: m.favorite_playbooks() };

/** The member's library: search, filters and the published prompts that match. */
export function Library() {
  const controls = useListFilters('prompts');
  const query = useInfiniteQuery({ ...libraryQuery(controls.filters), placeholderData: keepPreviousData });
  return (
    <section aria-label={m.library()}>
      <LibraryToolbar {...controls}>
        <ItemGrid
          query={query}
          name={JSON.stringify(controls.filters)}
          countLabel={(count) => m.count_result({ count })}
          collection="prompts"
          loadingLabel={m.loading_prompts()}
          emptyTitle={common.no_results_found()}
          isFiltered={controls.isFiltered}
          onlyFilter={controls.onlyFilter}
          emptyHint={controls.onlyFilter === 'favorites' ? m.no_favorites_yet() : undefined}
          clear={controls.clear}
          otherFavorites={otherFavorites(controls.filters)}
          renderItem={(prompt) => <PromptCard prompt={prompt} />}
        />
      </LibraryToolbar>
    </section>
  );
}
