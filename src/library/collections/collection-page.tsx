import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#constants';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { MenuItem } from '#ui/overlays/menu.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { EditableTitle } from '#ui/saving/editable-title.tsx';
import { useFailures } from '#ui/saving/use-failures.ts';
import { useSelfSaving } from '#ui/saving/use-self-saving.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/collection-page.ts';
import { CollectionItems } from './collection-items.tsx';
import { collectionQuery } from './collection-queries.ts';
import type { Collection } from './collections.contract.ts';
import { ShareCollection } from './share-collection.tsx';
import { useCollectionChanges } from './use-collection-changes.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.collection);

export default function CollectionPage({ params: { id } }: Route.ComponentProps) {
  const { data: collection, error, refetch } = useQuery(collectionQuery(id));
  if (error && !collection)
    return (
      <MissingPage
        error={error}
        retry={refetch}
        notFound={{ title: common.collection_not_found(), about: m.may_be_deleted() }}
        failedTitle={m.this_collection_couldnt_be_loaded()}
        back={{ to: '/collections', label: m.your_collections() }}
      />
    );
  if (!collection)
    return (
      <div className="skeleton mx-auto h-96 max-w-4xl" role="status" aria-label={m.loading_collection()} />
    );
  return <CollectionView key={id} collection={collection} />;
}

function CollectionView({ collection }: { collection: Collection }) {
  const changes = useCollectionChanges(collection.id);
  const [isAsking, setIsAsking] = useState(false);
  const { name, note } = collection;
  const { hasFailed, tellFailure } = useFailures<string>();
  const noteField = useSelfSaving({
    draftKey: `collection:${collection.id}:note`,
    kept: note,
    save: (typed) => changes.save({ note: typed }),
    tellFailure: (isFailed) => tellFailure('note', isFailed),
  });
  return (
    <article className="mx-auto max-w-4xl">
      <PageTitle>{name}</PageTitle>
      {hasFailed && <UnsavedGuard isDirty isKept />}
      <EditableTitle
        back={{ to: '/collections', label: m.all_collections() }}
        recordKey={`collection:${collection.id}`}
        name={name}
        nameLabel={m.name_of_this_collection()}
        maxLength={limits.collectionName}
        rename={(typed) => changes.save({ name: typed })}
        tellFailure={(isFailed) => tellFailure('name', isFailed)}
      >
        <MenuItem onSelect={() => setIsAsking(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
          {common.delete_it()}
        </MenuItem>
      </EditableTitle>
      <div className="mt-2 max-w-2xl">
        <TextArea
          label={common.note()}
          isLabelHidden
          placeholder={m.what_this_collection_is_for()}
          className="-mx-3 resize-none min-h-11! border-transparent! bg-transparent! hover:border-line! focus:border-line-strong!"
          maxLength={limits.collectionNote}
          {...noteField}
        />
      </div>
      <ShareCollection collection={collection} update={changes.update} isBusy={changes.isUpdating} />
      <CollectionItems collection={collection} changes={changes} tellFailure={tellFailure} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_this_collection()}
        confirmLabel={m.delete_collection()}
        isBusy={changes.isErasing}
        onConfirm={() => changes.erase()}
      >
        {m.delete_collection_about()}
      </ConfirmDialog>
    </article>
  );
}
