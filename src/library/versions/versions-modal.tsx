import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { formatTime } from '#ui/format.ts';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { Difference } from '#ui/saving/difference.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { VersionedItem, VersionSource, VersionWithText } from './public/version-source.ts';
import * as m from './words/messages.ts';

type Props = { item: VersionedItem; source: VersionSource; close: () => void };

/** The versions of an item, each with its changes. */
export default function VersionsModal({ item, source, close }: Props) {
  const { slug } = item;
  const keys = queryKeys[source.collection];
  const [number, setNumber] = useState(item.version);
  const query = useInfiniteQuery({
    queryKey: keys.versions(slug),
    queryFn: ({ pageParam }) => source.list(slug, pageParam),
    ...cursorPages,
  });
  const { data: pages, isError: isListMissing, refetch: reload } = query;
  const versions = pages?.pages.flatMap((page) => page.items);
  const {
    data: version,
    isError,
    refetch,
  } = useQuery({
    queryKey: keys.version(slug, number),
    queryFn: () => source.read(slug, number),
  });
  return (
    <Modal title={m.what_changed()} close={close} isDirty={false}>
      <ModalBody>
        <fieldset>
          <legend className="sr-only">{m.version()}</legend>
          <div className="flex flex-wrap gap-2">
            {versions?.map((listed) => (
              <Chip
                key={listed.number}
                pressed={listed.number === number}
                onClick={() => setNumber(listed.number)}
              >
                {(listed.is_current ? m.version_number_current : m.version_number)({ number: listed.number })}
              </Chip>
            ))}
            <LoadMore query={query} size="small" variant="quiet" />
          </div>
        </fieldset>
        {isError && !version && <p>{m.this_version_couldnt_be_loaded()}</p>}
        {((isError && !version) || (isListMissing && !versions)) && (
          <TryAgain retry={() => Promise.all([refetch(), reload()])} />
        )}
        {version ? (
          <>
            <p className="text-sm text-muted">
              {m.saved_saved_at({ savedAt: formatTime(version.saved_at) })}
            </p>
            {version.number > 1 ? (
              <Difference changes={version.difference} />
            ) : (
              <Difference changes={[{ kind: 'added', text: version.text }]} />
            )}
          </>
        ) : (
          !isError && <div className="skeleton h-40" role="status" aria-label={m.loading_version()} />
        )}
      </ModalBody>
      <ModalFooter>
        {item.can.edit && version && !version.is_current ? (
          <>
            <ModalCancel />
            <Restore item={item} source={source} version={version} close={close} />
          </>
        ) : (
          <Button onClick={close}>{common.done()}</Button>
        )}
      </ModalFooter>
    </Modal>
  );
}

type RestoreProps = Props & { version: VersionWithText };

/** Restores an earlier version. */
function Restore({ item, source, version, close }: RestoreProps) {
  const client = useQueryClient();
  const { number } = version;
  const { mutate, isPending } = useMutation({
    mutationFn: () => source.restore(item, version),
    async onSuccess() {
      toast.success(m.restore_version_about({ number }));
      close();
      await invalidateItems(client, source.collection);
    },
    async onError(error) {
      toastError(error);
      // Show the other save first; a second click then restores.
      await invalidateItems(client, source.collection);
    },
  });
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      {m.restore_version_number({ number })}
    </Button>
  );
}
