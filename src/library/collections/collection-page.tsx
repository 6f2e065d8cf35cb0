import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#constants';
import { ApiError } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { TextArea } from '#ui/text-area.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/collection-page.ts';
import { CollectionItems } from './collection-items.tsx';
import type { Collection } from './collections.contract.ts';
import { collectionQuery } from './public/collection-queries.ts';
import { ShareCollection } from './share-collection.tsx';
import { useCollectionChanges } from './use-collection-changes.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(m.collection());

export default function CollectionPage({ params: { id } }: Route.ComponentProps) {
  const { data: collection, error, refetch } = useQuery(collectionQuery(id));
  if (error && !collection) {
    const isGone = error instanceof ApiError && [404, 422].includes(error.status);
    return (
      <>
        <h1 className="sr-only">{m.collection()}</h1>
        <EmptyState title={isGone ? m.collection_not_found() : m.this_collection_couldnt_be_loaded()}>
          {isGone ? (
            <Link to="/collections" className="font-semibold text-accent underline underline-offset-4">
              {m.your_collections()}
            </Link>
          ) : (
            <Button variant="secondary" onClick={() => void refetch()}>
              {common.try_again()}
            </Button>
          )}
        </EmptyState>
      </>
    );
  }
  if (!collection)
    return (
      <div className="skeleton mx-auto h-96 max-w-4xl" role="status" aria-label={m.loading_collection()} />
    );
  return <CollectionView key={id} collection={collection} />;
}

function CollectionView({ collection }: { collection: Collection }) {
  const changes = useCollectionChanges(collection.id);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { name, note } = collection;
  return (
    <article className="mx-auto max-w-4xl">
      <title>{name}</title>
      <Link to="/collections" className="inline-block py-1 text-sm text-muted hover:text-ink">
        {m.all_collections()}
      </Link>
      <div className="mt-3 flex items-start justify-between gap-4">
        <h1 className="min-w-0 flex-1 text-4xl md:text-5xl">
          <span className="sr-only">{name}</span>
          <textarea
            dir="auto"
            rows={1}
            aria-label={m.name_of_this_collection()}
            className="-mx-2 field-sizing-content block w-full resize-none rounded-md border border-transparent bg-transparent px-2 font-medium hover:border-line"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
            defaultValue={name}
            maxLength={limits.collectionName}
            onBlur={({ target }) => {
              const typed = target.value.trim();
              if (typed === '') target.value = name;
              else if (typed !== name) changes.update({ name: typed });
            }}
          />
        </h1>
        <Menu
          isOpen={isMenuOpen}
          onOpenChange={setIsMenuOpen}
          trigger={
            <Button variant="secondary" size="icon" aria-label={common.more()} className="mt-1">
              <Ellipsis className="size-4" aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onSelect={() => setIsAsking(true)}>
            <Trash2 className="size-4" aria-hidden="true" />
            {common.delete_it()}
          </MenuItem>
        </Menu>
      </div>
      <div className="mt-2 max-w-2xl">
        <TextArea
          label={common.note()}
          isLabelHidden
          placeholder={m.what_this_collection_is_for()}
          className="-mx-3 resize-none min-h-11! border-transparent! bg-transparent! hover:border-line! focus:border-line-strong!"
          defaultValue={note}
          maxLength={limits.collectionNote}
          onBlur={({ target }) => target.value !== note && changes.update({ note: target.value })}
        />
      </div>
      <ShareCollection collection={collection} update={changes.update} isBusy={changes.isUpdating} />
      <CollectionItems collection={collection} changes={changes} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_this_collection()}
        confirmLabel={m.delete_collection()}
        isBusy={changes.isErasing}
        onConfirm={() => changes.erase()}
      >
        {m.its_notes_will_be_lost_prompts()}
      </ConfirmDialog>
    </article>
  );
}
