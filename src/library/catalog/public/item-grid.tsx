import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import { useKeptPages } from '#ui/tables/use-kept-pages.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { ListLine, type ListLineProps } from '../list-line.tsx';
import { useLoadMoreFocus } from '../use-load-more-focus.ts';
import * as m from '../words/messages.ts';
import { CardSkeletons, type CardSkeletonsProps, cardCell, cardGrid } from './card-skeletons.tsx';

type Page<Item> = { items: Item[]; total: number; total_is_exact: boolean; corrected_q: string | null };
type Props<Item> = CardSkeletonsProps &
  Pick<ListLineProps, 'isFiltered' | 'clear' | 'otherFavorites'> & {
    query: UseInfiniteQueryResult<{ pages: Page<Item>[] }>;
    /** The list's React key, so that a different list mounts new cards instead of moving the old ones. */
    name: string;
    /** "3 prompts". */
    countLabel(count: number): string;
    emptyTitle: string;
    /** The label of the only active filter; undefined for none or several. */
    onlyFilter: string | undefined;
    /** How to get items into the list, if its only filter is one that the member fills. */
    emptyHint: string | undefined;
    renderItem: (item: Item) => ReactNode;
  };

/** A member's list below its filters: count, cards, skeletons, empty and error states, and more pages. */
export function ItemGrid<Item extends { id: string }>(props: Props<Item>) {
  const { query, name, countLabel, isFiltered, clear, renderItem } = props;
  useKeptPages(query, 'items');
  const isOld = query.isPlaceholderData || !query.data;
  const [kept, keep] = useState({ data: query.data, name });
  if (!isOld && (query.data !== kept.data || name !== kept.name)) keep({ data: query.data, name });
  // If a list can't be loaded, keep showing the previous one.
  const shown = query.data ?? kept.data;
  const pages = shown?.pages ?? [];
  // Deduplicate: an item that has moved down appears again on a later page.
  const known = new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item]));
  const items = [...known.values()];
  const count = useRef<HTMLDivElement>(null);
  const hasFailed = query.isFetchNextPageError && !query.isFetchingNextPage;
  const { list, again, expectMore } = useLoadMoreFocus<HTMLButtonElement>(items.length, hasFailed);
  function loadMore() {
    expectMore();
    void query.fetchNextPage();
  }
  const first = query.data?.pages[0];
  return (
    <>
      <ListLine
        count={count}
        isFiltered={isFiltered}
        otherFavorites={props.otherFavorites}
        clear={() => {
          clear();
          // The button disappears.
          focusOn(count.current);
        }}
      >
        {first &&
          (first.total_is_exact
            ? countLabel(first.total)
            : m.more_than_count({ count: countLabel(first.total) }))}
        {first?.corrected_q && first.total > 0 && (
          <> · {common.nothing_found_showing({ q: first.corrected_q })}</>
        )}
        {!first && query.isError && items.length > 0 && (
          <LoadFailure retry={() => void query.refetch()}>{m.couldnt_load_this_list()}</LoadFailure>
        )}
      </ListLine>
      {query.isPending ? (
        <CardSkeletons {...props} />
      ) : items.length === 0 ? (
        <NoItems {...props} />
      ) : (
        <ul
          ref={list}
          key={kept.name}
          className={classNames(cardGrid, 'transition-opacity', isOld && 'opacity-60')}
        >
          {items.map((item) => (
            <li key={item.id} className={cardCell}>
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div key={`${kept.name} ${pages.length}`} className="mt-8 flex min-h-10 justify-center">
          {hasFailed ? (
            <LoadFailure again={again} retry={loadMore}>
              {m.couldnt_load_more()}
            </LoadFailure>
          ) : (
            <Button variant="secondary" disabled={query.isFetchingNextPage} onClick={loadMore}>
              {query.isFetchingNextPage ? common.loading_2() : common.load_more()}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type FailureProps = { again?: Ref<HTMLButtonElement>; retry: () => void; children: ReactNode };

const LoadFailure = ({ again, retry, children }: FailureProps) => (
  <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
    {children}
    <button
      ref={again}
      type="button"
      className="min-h-6 font-semibold text-accent underline underline-offset-4"
      onClick={retry}
    >
      {common.try_again()}
    </button>
  </p>
);

/** Why a list shows no items, and what to do about it. */
function NoItems<Item>({ query, isFiltered, emptyTitle, emptyHint, onlyFilter }: Props<Item>) {
  if (query.isError)
    return (
      <EmptyState title={m.couldnt_load_this_list_2()}>
        <TryAgain retry={query.refetch} />
      </EmptyState>
    );
  const hint = emptyHint ?? (onlyFilter === 'q' ? m.try_other_words() : m.no_matches_remove_filter());
  return (
    <EmptyState title={emptyTitle}>
      <p>{isFiltered ? hint : m.nothing_has_been_published_yet()}</p>
    </EmptyState>
  );
}
