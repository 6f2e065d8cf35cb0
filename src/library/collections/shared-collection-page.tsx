import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { ApiError, api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { plural } from '#ui/format.ts';
import { toast, toastError } from '#ui/toasts.tsx';
import type { Route } from './+types/shared-collection-page.ts';
import { HiddenItems, ItemSummary } from './item-summary.tsx';
import { sharedCollectionQuery } from './public/collection-queries.ts';

export const meta = () => privateMeta('Shared collection');

/** What a member sees who has been given the link. */
export default function SharedCollectionPage({ params: { link } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: collection, error, refetch } = useQuery(sharedCollectionQuery(link));
  const { mutate: save, isPending } = useMutation({
    mutationFn: async (name: string) =>
      (await api.collections.$post({ json: { name, from_link: link } })).json(),
    async onSuccess({ id }) {
      toast.success('Saved to your collections');
      void client.invalidateQueries({ queryKey: queryKeys.collections.list({}), exact: true });
      await navigate(`/collections/${id}`);
    },
    onError: toastError,
  });
  if (error && !collection) {
    const isGone = error instanceof ApiError && [404, 422].includes(error.status);
    return (
      <>
        <h1 className="sr-only">Shared collection</h1>
        <EmptyState title={isGone ? 'Collection not found' : "This collection couldn't be loaded"}>
          {isGone ? (
            'The link is invalid, or its owner no longer shares it.'
          ) : (
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </EmptyState>
      </>
    );
  }
  if (!collection)
    return <div className="skeleton mx-auto h-96 max-w-4xl" role="status" aria-label="Loading collection" />;
  const { name, note, items, shared_by, is_own, hidden_count } = collection;
  return (
    <article className="mx-auto max-w-4xl">
      <title>{name}</title>
      <p className="text-sm text-muted">
        {is_own ? (
          <>
            This is what others see.{' '}
            <Link to="/collections" className="font-semibold text-accent underline underline-offset-4">
              Your collections
            </Link>
          </>
        ) : (
          `Shared by ${shared_by ?? 'a member'}`
        )}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-4">
        <h1 dir="auto" className="min-w-0 text-4xl [overflow-wrap:anywhere] md:text-5xl">
          {name}
        </h1>
        {!is_own && (
          <Button variant="secondary" disabled={isPending} onClick={() => save(name)}>
            <FolderPlus className="size-4" aria-hidden="true" />
            Save a copy
          </Button>
        )}
      </div>
      {note && (
        <p
          dir="auto"
          className="mt-4 max-w-2xl text-lg whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"
        >
          {note}
        </p>
      )}
      <p className="mt-6 text-sm text-muted">{plural(items.length, 'item')}</p>
      <ol className="mt-2 border-t border-line">
        {items.map((item) => (
          <li key={item.id} className="border-b border-line py-5">
            <ItemSummary item={item} />
            {item.note && (
              <p
                dir="auto"
                className="mt-3 border-l-3 border-accent pl-4 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {item.note}
              </p>
            )}
          </li>
        ))}
      </ol>
      <HiddenItems count={hidden_count} />
    </article>
  );
}
