import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/shared-collection-page.ts';
import { sharedCollectionQuery } from './collection-queries.ts';
import { HiddenItems, ItemSummary } from './item-summary.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.shared_collection);

/** A collection as members see it who have its sharing link. */
export default function SharedCollectionPage({ params: { link } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: collection, error, refetch } = useQuery(sharedCollectionQuery(link));
  const [ownId] = useState(newId);
  const {
    mutate: save,
    isPending,
    isSuccess,
  } = useMutation({
    mutationFn: async (name: string) =>
      (await api.collections.$post({ json: { id: ownId, name, from_link: link } })).json(),
    async onSuccess({ id }) {
      toast.success(m.saved_to_your_collections());
      void client.invalidateQueries({ queryKey: queryKeys.collections.list({}), exact: true });
      await navigate(`/collections/${id}`);
    },
    onError: toastError,
  });
  if (error && !collection)
    return (
      <MissingPage
        error={error}
        retry={refetch}
        notFound={{ title: common.collection_not_found(), about: m.link_invalid() }}
        failedTitle={m.this_collection_couldnt_be_loaded()}
        back={{ to: '/collections', label: m.your_collections() }}
      />
    );
  if (!collection)
    return (
      <div className="skeleton mx-auto h-96 max-w-4xl" role="status" aria-label={m.loading_collection()} />
    );
  const { name, note, items, shared_by, is_own, hidden_count } = collection;
  return (
    <article className="mx-auto max-w-4xl">
      <PageTitle>{name}</PageTitle>
      <p className="text-sm text-muted">
        {is_own ? (
          <>
            {m.this_is_what_others_see()}{' '}
            <Link to="/collections" className="font-semibold text-accent underline underline-offset-4">
              {m.your_collections()}
            </Link>
          </>
        ) : (
          m.shared_by_shared_by({ sharedBy: shared_by ?? m.a_member() })
        )}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-4">
        <h1 dir="auto" className="min-w-0 text-4xl [overflow-wrap:anywhere] md:text-5xl">
          {name}
        </h1>
        {!is_own && (
          <Button variant="secondary" disabled={isPending || isSuccess} onClick={() => save(name)}>
            <FolderPlus className="size-4" aria-hidden="true" />
            {m.save_a_copy()}
          </Button>
        )}
      </div>
      {note && (
        <p
          dir="auto"
          className="mt-4 max-w-2xl rtl:ml-auto text-lg whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"
        >
          {note}
        </p>
      )}
      <p className="mt-6 text-sm text-muted">{m.count_item({ count: items.length })}</p>
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
