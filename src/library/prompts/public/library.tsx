import { keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { EarlyList } from '#library/catalog/public/card-skeletons.tsx';
import { ItemGrid } from '#library/catalog/public/item-grid.tsx';
import { readListFilters, useListFilters } from '#library/catalog/public/list-filters.ts';
import * as common from '#ui/words/messages.ts';
import { LibraryControls, LibraryToolbar } from '../library-toolbar.tsx';
import { PromptCard } from '../prompt-card.tsx';
import { libraryQuery } from '../prompt-queries.ts';
import * as m from '../words/messages.ts';

/** Loads what the library begins with where nothing is asked for. */
export const loadLibrary = (client: QueryClient) =>
  client.prefetchInfiniteQuery(libraryQuery(readListFilters('prompts', new URLSearchParams())));

/** The library while nobody knows yet who opens it. */
export function EarlyLibrary() {
  const filters = readListFilters('prompts', useSearchParams()[0]);
  return (
    <EarlyList
      controls={
        <LibraryControls
          filters={filters}
          change={doNothing}
          isPanelOpen={false}
          togglePanel={doNothing}
          panel={null}
        />
      }
      collection="prompts"
      loadingLabel={m.loading_prompts()}
    />
  );
}
const doNothing = () => undefined;

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
          otherFavorites={
            controls.filters.favorites && { to: '/playbooks?favorites=true', label: m.favorite_playbooks() }
          }
          renderItem={(prompt) => <PromptCard prompt={prompt} />}
        />
      </LibraryToolbar>
    </section>
  );
}
