import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { privateMeta } from '#platform/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRelative, plural } from '#ui/format.ts';
import { NewCollectionForm } from './new-collection-form.tsx';
import { collectionsQuery } from './public/collection-queries.ts';

export const meta = () => privateMeta('Collections');

export default function CollectionsPage() {
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery(collectionsQuery());
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Collections</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Put prompts and playbooks together for a project, in your order and with your notes.
      </p>
      <div className="my-7 max-w-xl">
        <NewCollectionForm
          submitLabel="Create"
          onCreated={async ({ id }) => navigate(`/collections/${id}`)}
        />
      </div>
      {isError && !data ? (
        <EmptyState title="Your collections couldn't be loaded">
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : !data ? (
        <div className="skeleton h-48" role="status" aria-label="Loading collections" />
      ) : data.items.length === 0 ? (
        <EmptyState title="No collections yet">
          Name one above, or choose “Add to a collection” on any prompt or playbook.
        </EmptyState>
      ) : (
        <ul className="grid border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3">
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
                {plural(item_count, 'item')}
                {link !== null && (
                  <span className="inline-flex items-center gap-1 font-semibold text-accent">
                    <Link2 className="size-3.5" aria-hidden="true" />
                    Shared
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
