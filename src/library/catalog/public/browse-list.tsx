import { type MouseEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { chipStyles } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import { BrowseFilters } from '../browse-filters.tsx';
import { useLoadMoreFocus } from '../use-load-more-focus.ts';
import * as m from '../words/messages.ts';
import { type BrowseQuery, browseAddress } from './browse-query.ts';
import { withChosen } from './with-chosen.ts';

type Page<Item> = {
  items: Item[];
  total: number;
  total_is_exact: boolean;
  corrected_q: string | null;
  next_cursor: string | null;
};
type ListProps = {
  path: '/browse' | '/browse-playbooks';
  noun: 'prompt' | 'playbook';
  categories: { name: string; slug: string; count: number }[];
  query: BrowseQuery;
};
type Props<Item> = ListProps & {
  page: Page<Item>;
  /** In the app: loads the page at a cursor. */
  loadPage: (cursor: string) => Promise<Page<Item>>;
  renderItem: (item: Item) => ReactNode;
};

/**
 * A public list: filters, categories with counts, cards and more pages. Without JavaScript it is a form and links; the
 * page's script, or the app, loads their results into the page. The script finds its elements by `data-list…`.
 */
export function BrowseList<Item extends { id: string; slug: string }>({
  path,
  noun,
  page,
  categories,
  query,
  loadPage,
  renderItem,
}: Props<Item>) {
  const { items, nextCursor, loadMore, isLoading, hasFailed } = useMorePages(page, loadPage);
  const { list, again, expectMore } = useLoadMoreFocus<HTMLAnchorElement>(items.length, hasFailed);
  const loadNext = (event: MouseEvent) => {
    event.preventDefault();
    expectMore();
    void loadMore();
  };
  const { category, q, type } = query;
  const isFiltered = Boolean(q || type);
  const moreAddress = browseAddress(path, { ...query, cursor: nextCursor ?? undefined });
  return (
    <section aria-label={m.published_items({ noun })} className="page aria-busy:opacity-70" data-list>
      <BrowseFilters path={path} noun={noun} query={query} />
      <CategoryLinks path={path} categories={categories} query={query} />
      <FoundLine path={path} noun={noun} page={page} categories={categories} query={query} />
      {items.length === 0 ? (
        <EmptyState
          title={
            isFiltered && !category
              ? m.no_items_match({ noun })
              : noun === 'prompt'
                ? m.no_prompts_found_in_this_category()
                : m.no_playbooks_found_in_this_category()
          }
        >
          {isFiltered && category && <p>{m.remove_a_filter_to_see_more()}</p>}
        </EmptyState>
      ) : (
        <ul
          ref={list}
          className="grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 lg:grid-cols-3"
          data-list-items
        >
          {items.map((item) => (
            <li key={item.id} id={item.slug} className="flex border-r border-b border-line">
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
      <p role="alert" hidden={!hasFailed} data-list-problem className="mt-8 text-center text-sm text-muted">
        {m.this_couldnt_be_loaded()}{' '}
        <Link
          ref={again}
          to={moreAddress}
          onClick={loadNext}
          className="font-semibold text-accent underline underline-offset-4"
        >
          {common.try_again()}
        </Link>
      </p>
      {nextCursor && !hasFailed && (
        <div className="mt-8 text-center" data-list-next>
          <ButtonLink
            to={moreAddress}
            variant="secondary"
            rel="next"
            aria-disabled={isLoading}
            onClick={loadNext}
          >
            {isLoading ? common.loading_2() : common.load_more()}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

const CategoryLinks = ({ path, categories, query }: Omit<ListProps, 'noun'>) => (
  <nav
    aria-label={common.categories()}
    // With many categories, the cards would otherwise start below the window.
    className="-mx-5 scroll-px-5 overflow-x-auto px-5 py-1 md:-mx-1 md:max-h-56 md:px-1 print:max-h-none"
  >
    <ul className="flex gap-2 md:flex-wrap">
      {[undefined, ...withChosen(categories, query.category)].map((item) => (
        <li key={item?.name ?? ''}>
          <Link
            to={browseAddress(path, { ...query, category: item?.name })}
            preventScrollReset
            aria-current={item?.name === query.category ? 'true' : undefined}
            className={classNames(
              chipStyles(item?.name === query.category),
              'whitespace-nowrap',
              // If the row scrolls, start at the selected category.
              item && item.name === query.category && '[scroll-initial-target:nearest]',
            )}
          >
            {item?.name ?? m.all()}
            {item?.count !== undefined && (
              <span className="text-xs tabular-nums opacity-75">{formatNumber(item.count)}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** How many items there are, and links to all of them and to the chosen category. */
function FoundLine({
  path,
  noun,
  page,
  categories,
  query,
}: ListProps & { page: Omit<Page<unknown>, 'items'> }) {
  const { category, q, type } = query;
  const found =
    noun === 'prompt'
      ? common.count_prompt({ count: page.total })
      : common.count_playbook({ count: page.total });
  const all = categories.reduce((sum, { count }) => sum + count, 0);
  const chosen = categories.find(({ name }) => name === category);
  return (
    <p className="mt-6 mb-4 text-sm text-muted" role="status">
      {page.total_is_exact ? m.showing_found({ found }) : m.showing_more_than_found({ found })}
      {page.corrected_q && page.total > 0 && <> · {common.nothing_found_showing({ q: page.corrected_q })}</>}
      {(q || type || category) && all > 0 && (
        <>
          {' '}
          <Link to={path} preventScrollReset className="ml-2 text-accent underline underline-offset-4">
            {m.clear_all_filters()}
          </Link>
        </>
      )}
      {chosen && (
        <>
          {' '}
          <Link to={`/categories/${chosen.slug}`} className="ml-2 text-accent underline underline-offset-4">
            {m.about_category({ name: chosen.name })}
          </Link>
        </>
      )}
    </p>
  );
}

/** In the app: loads the pages after the first. A different list starts over. */
function useMorePages<Item extends { id: string }>(first: Page<Item>, load: Props<Item>['loadPage']) {
  type State = { first: Page<Item>; more: Page<Item>[]; status: 'idle' | 'loading' | 'failed' };
  const [kept, setKept] = useState<State>({ first, more: [], status: 'idle' });
  const { more, status } = kept.first === first ? kept : { more: [], status: 'idle' };
  // Ignore a response that arrives after switching to another list.
  const set = (change: Pick<State, 'more' | 'status'>) =>
    setKept((before) => (before.first === first ? { first, ...change } : before));

  const known = new Set<string>();
  const items = [first, ...more]
    .flatMap((page) => page.items)
    .filter(({ id }) => !known.has(id) && known.add(id));
  const nextCursor = (more.at(-1) ?? first).next_cursor;
  return {
    items,
    nextCursor,
    isLoading: status === 'loading',
    hasFailed: status === 'failed',
    async loadMore() {
      if (!nextCursor || status === 'loading') return;
      setKept({ first, more, status: 'loading' });
      try {
        set({ more: [...more, await load(nextCursor)], status: 'idle' });
      } catch {
        set({ more, status: 'failed' });
      }
    },
  };
}
