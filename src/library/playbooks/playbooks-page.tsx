import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
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
import { useCurrentCategory } from '#library/catalog/public/use-current-category.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { filledWith } from '#ui/early-field.tsx';
import * as common from '#ui/words/messages.ts';
import { PlaybookCard } from './playbook-card.tsx';
import { PlaybookControls } from './playbook-controls.tsx';
import { playbooksQuery } from './playbook-queries.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.playbooks);

export const handle: PageHandle = {
  Pending() {
    const filters = readListFilters('playbooks', useSearchParams()[0]);
    return (
      <div {...filledWith('list')}>
        <h1 className="mb-6 text-3xl">{common.playbooks()}</h1>
        <EarlyList
          controls={<PlaybookControls filters={filters} change={() => undefined} categories={[]} />}
          filters={filters}
          otherFavorites={otherFavorites(filters)}
          collection="playbooks"
          loadingLabel={m.loading_playbooks()}
        />
      </div>
    );
  },
  asked: (_params, query) => askedOfList('playbooks', query),
  load: (client, _params, query) =>
    client.prefetchInfiniteQuery(playbooksQuery(readListFilters('playbooks', query))),
};

const otherFavorites = ({ favorites }: ListFilters) =>
  favorites && { to: '/prompts?favorites=true', label: m.favorite_prompts() };

/** Hints on how to get items into the member's own lists. */
const emptyHints: Partial<Record<string, () => string>> = {
  favorites: m.no_favorites_yet,
  purchased: m.nothing_bought_yet,
};

export default function PlaybooksPage() {
  const { filters, change, clear, isFiltered, onlyFilter } = useListFilters('playbooks');
  const query = useInfiniteQuery({ ...playbooksQuery(filters), placeholderData: keepPreviousData });
  const { data: categories } = useQuery(categoriesQuery);
  useCurrentCategory({ category: filters.category, renamed: categories?.renamed, change });
  const { refetch } = query;
  useEffect(() => {
    const reload = () => void refetch();
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [refetch]);
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.playbooks()}</h1>
      <PlaybookControls filters={filters} change={change} categories={categories?.playbooks ?? []} />
      <ItemGrid
        query={query}
        name={JSON.stringify(filters)}
        countLabel={(count) => common.count_playbook({ count })}
        collection="playbooks"
        loadingLabel={m.loading_playbooks()}
        emptyTitle={m.no_playbooks_found()}
        isFiltered={isFiltered}
        onlyFilter={onlyFilter}
        emptyHint={onlyFilter && emptyHints[onlyFilter]?.()}
        clear={clear}
        otherFavorites={otherFavorites(filters)}
        renderItem={(playbook) => <PlaybookCard playbook={playbook} />}
      />
    </>
  );
}
