import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRelative } from '#ui/format.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { collectionsQuery } from './collection-queries.ts';
import { NewCollectionForm } from './new-collection-form.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.collections);

export default function CollectionsPage() {
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery(collectionsQuery());
  return (
    <div className="max-w-5xl">
      <h1 className="text-3xl">{m.collections()}</h1>
      <p className="mt-2 max-w-2xl text-muted">{m.collections_about()}</p>
      <div className="my-7 max-w-xl">
        <NewCollectionForm
          submitLabel={common.create()}
          onCreated={async ({ id }) => navigate(`/collections/${id}`)}
        />
      </div>
      {isError && !data ? (
        <EmptyState title={m.your_collections_couldnt_be_loaded()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      ) : !data ? (
        <div className="skeleton h-48" role="status" aria-label={m.loading_collections()} />
      ) : data.items.length === 0 ? (
        <EmptyState title={m.no_collections_yet()}>{m.how_to_start_collecting()}</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3">
          {data.items.map(({ id, name, note, link, item_count, updated_at }) => (
            <li
              key={id}
              className="relative flex flex-col border-r border-b border-line p-5 hover:bg-surface"
            >
              <h2 dir="auto" className="text-xl [overflow-wrap:anywhere]">
                <Link to={`/collections/${id}`} className="line-clamp-2 after:absolute after:inset-0">
                  {name}
                </Link>
              </h2>
              {note && (
                <p dir="auto" className="mt-2 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
                  {note}
                </p>
              )}
              <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-4 text-[0.8125rem] text-muted">
                {m.count_item({ count: item_count })}
                {link !== null && (
                  <span className="inline-flex items-center gap-1 font-semibold text-accent">
                    <Link2 className="size-3.5" aria-hidden="true" />
                    {m.shared()}
                  </span>
                )}
                <span className="ml-auto">{formatRelative(updated_at)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
