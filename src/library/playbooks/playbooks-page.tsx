import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { categoriesQuery } from '#library/catalog/public/categories-query.ts';
import { ItemGrid, ListSkeleton } from '#library/catalog/public/item-grid.tsx';
import { useListFilters } from '#library/catalog/public/list-filters.ts';
import { SortButtons } from '#library/catalog/public/sort-buttons.tsx';
import { useCurrentCategory } from '#library/catalog/public/use-current-category.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { classNames } from '#ui/class-names.ts';
import { inputStyles } from '#ui/forms/field.tsx';
import { SearchBox } from '#ui/tables/search-box.tsx';
import * as common from '#ui/words/messages.ts';
import { PlaybookCard } from './playbook-card.tsx';
import { playbooksQuery } from './playbook-queries.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.playbooks);

export const handle: PageHandle = {
  Pending: () => <ListSkeleton title={common.playbooks()} loadingLabel={m.loading_playbooks()} />,
};

/** How a list of one's own comes to have something. */
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
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label={m.search_playbooks()}
          value={filters.q}
          onChange={(q) => change({ q }, { replace: true })}
        />
        <SortButtons
          sort={filters.sort}
          isSearch={filters.q.trim() !== ''}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1">
        <label className="flex max-w-full flex-wrap items-center gap-2 text-sm font-medium">
          {common.category()}
          <select
            className={classNames(inputStyles, 'w-52! max-w-full')}
            value={filters.category ?? ''}
            onChange={(event) => change({ category: event.target.value || undefined })}
          >
            <option value="">{m.all_categories()}</option>
            {categories?.playbooks.map(({ name, count }) => (
              <option key={name} value={name}>
                {name} ({count})
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-h-11 items-center gap-2 text-sm font-medium">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={filters.favorites}
            onChange={(event) => change({ favorites: event.target.checked ? 'true' : undefined })}
          />
          {m.show_favorites_only()}
        </label>
        <label className="flex min-h-11 items-center gap-2 text-sm font-medium">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={filters.purchased}
            onChange={(event) => change({ purchased: event.target.checked ? 'true' : undefined })}
          />
          {m.show_purchased_only()}
        </label>
      </div>
      <ItemGrid
        query={query}
        name={JSON.stringify(filters)}
        countLabel={(count) => common.count_playbook({ count })}
        loadingLabel={m.loading_playbooks()}
        emptyTitle={m.no_playbooks_found()}
        isFiltered={isFiltered}
        onlyFilter={onlyFilter}
        emptyHint={onlyFilter && emptyHints[onlyFilter]?.()}
        clear={clear}
        otherFavorites={filters.favorites && { to: '/prompts?favorites=true', label: m.favorite_prompts() }}
        renderItem={(playbook) => <PlaybookCard playbook={playbook} />}
      />
    </>
  );
}
