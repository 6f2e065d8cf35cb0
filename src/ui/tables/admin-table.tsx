import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '../empty-state.tsx';
import { toast } from '../overlays/toasts.tsx';
import { TryAgain } from '../try-again.tsx';
import * as m from '../words/messages.ts';
import { LoadMore } from './load-more.tsx';
import { SearchBox } from './search-box.tsx';
import { searchLabel } from './search-label.ts';
import { EmptyRow, Table } from './table.tsx';

type Props<Row> = {
  label: string;
  columns: readonly (() => string)[];
  hasActions?: boolean;
  isStacked?: boolean;
  query: UseInfiniteQueryResult<{ pages: { items: Row[]; total: number }[] }>;
  onSearch: (q: string) => void;
  searchHint?: string;
  /** The toast if the list can't be loaded. */
  failure: string;
  empty: string;
  footer: (total: number) => string;
  renderRow: (row: Row) => ReactNode;
};

/** An admin table with search, paging, and messages for when it is empty or fails to load. */
export function AdminTable<Row>({
  label,
  columns,
  hasActions = false,
  isStacked = false,
  query,
  onSearch,
  searchHint = m.search_titles(),
  failure,
  empty,
  footer,
  renderRow,
}: Props<Row>) {
  const [q, setQ] = useState('');
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { isError } = query;
  useEffect(() => {
    if (isError) toast.error(failure);
  }, [isError, failure]);
  if (query.isSuccess && !query.isPlaceholderData && q.trim() === '' && rows.length === 0)
    return <EmptyState title={empty} />;
  return (
    <>
      <div className="mb-4 flex max-w-md">
        <SearchBox
          label={searchLabel(label)}
          placeholder={searchHint}
          value={q}
          onChange={(text) => {
            setQ(text);
            onSearch(text.trim());
          }}
        />
      </div>
      {query.isPending ? (
        <div className="skeleton h-96" role="status" aria-label={m.loading()} />
      ) : (
        <>
          <Table label={label} columns={columns} hasActions={hasActions} isStacked={isStacked}>
            {rows.map(renderRow)}
            {isError && rows.length === 0 && (
              <EmptyRow columns={columns.length}>
                <TryAgain size="small" retry={query.refetch} />
              </EmptyRow>
            )}
            {query.isSuccess && rows.length === 0 && <EmptyRow columns={columns.length}>{empty}</EmptyRow>}
          </Table>
          <div className="mt-3 flex flex-wrap items-center gap-4 text-sm text-muted">
            <p role="status">{query.data && footer(query.data.pages[0]?.total ?? 0)}</p>
            <LoadMore query={query} size="small" />
          </div>
        </>
      )}
    </>
  );
}
