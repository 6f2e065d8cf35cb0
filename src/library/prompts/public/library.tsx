import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ItemGrid } from '#library/catalog/public/item-grid.tsx';
import { useListFilters } from '#library/catalog/public/list-filters.ts';
import * as common from '#ui/words/messages.ts';
import { LibraryToolbar } from '../library-toolbar.tsx';
import { PromptCard } from '../prompt-card.tsx';
import { libraryQuery } from '../prompt-queries.ts';
import * as m from '../words/messages.ts';

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
