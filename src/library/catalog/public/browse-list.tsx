import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { chipStyles } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { plural } from '#ui/format.ts';

type Page<Item> = { items: Item[]; total: number; next_cursor: string | null };
type Props<Item> = {
  path: '/browse' | '/browse-playbooks';
  noun: 'prompt' | 'playbook';
  page: Page<Item>;
  categories: { name: string }[];
  category: string | undefined;
  renderItem: (item: Item) => ReactNode;
};

const addressOf = (path: string, values: Record<string, string | undefined>) => {
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return query.size > 0 ? `${path}?${query}` : path;
};

/** Category chips, count, cards and more pages of a public list. Without JavaScript all of it is links. */
export function BrowseList<Item extends { id: string }>({
  path,
  noun,
  page,
  categories,
  category,
  renderItem,
}: Props<Item>) {
  const { items, nextCursor, loadMore, isLoading } = useMorePages<Item>(page);
  const moreAddress = addressOf(path, { category, cursor: nextCursor ?? undefined });
  return (
    <section aria-label={`Published ${noun}s`} className="page">
      <nav aria-label="Categories" className="-mx-5 overflow-x-auto px-5 py-1 md:mx-0 md:px-0">
        <ul className="flex gap-2 md:flex-wrap">
          {[undefined, ...categories.map(({ name }) => name)].map((name) => (
            <li key={name ?? ''}>
              <Link
                to={addressOf(path, { category: name })}
                preventScrollReset
                aria-current={name === category ? 'true' : undefined}
                className={chipStyles(name === category)}
              >
                {name ?? 'All'}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-6 mb-4 text-sm text-muted" role="status">
        Showing {plural(page.total, noun)}
      </p>
      {items.length === 0 ? (
        <EmptyState
          title={
            noun === 'prompt' ? 'No prompts found in this category.' : 'No playbooks found in this category.'
          }
        />
      ) : (
        <ul className="grid border-t border-l border-line sm:grid-cols-2 lg:grid-cols-3">
          {items.map((item) => (
            <li key={item.id} className="flex border-r border-b border-line">
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
      {nextCursor && (
        <div className="mt-8 text-center">
          <ButtonLink
            to={moreAddress}
            variant="secondary"
            rel="next"
            aria-disabled={isLoading}
            onClick={(event) => {
              event.preventDefault();
              loadMore(moreAddress);
            }}
          >
            {isLoading ? 'Loading…' : 'Load more'}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** The pages after the first, added below it. Another list starts over. */
function useMorePages<Item extends { id: string }>(first: Page<Item>) {
  const fetcher = useFetcher<{ page: Page<Item> }>();
  const { search } = useLocation();
  const [more, setMore] = useState<Page<Item>[]>([]);
  const added = useRef<unknown>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another list.
  useEffect(() => setMore([]), [search]);
  useEffect(() => {
    if (!fetcher.data || fetcher.data === added.current) return;
    added.current = fetcher.data;
    const { page } = fetcher.data;
    setMore((before) => [...before, page]);
  }, [fetcher.data]);

  const known = new Set<string>();
  const items = [first, ...more]
    .flatMap((page) => page.items)
    .filter(({ id }) => !known.has(id) && known.add(id));
  return {
    items,
    nextCursor: (more.at(-1) ?? first).next_cursor,
    isLoading: fetcher.state !== 'idle',
    loadMore: (address: string) => void fetcher.load(address),
  };
}
