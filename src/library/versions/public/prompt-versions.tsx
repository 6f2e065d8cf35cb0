import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Difference } from '#ui/difference.tsx';
import { formatDay, formatTime } from '#ui/format.ts';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { toast, toastError } from '#ui/toasts.tsx';

type Props = {
  prompt: { id: string; slug: string; version: number; version_at: string; can: { edit: boolean } };
};

/** Says that a text has been changed since it was published, and shows what. */
export function PromptVersions({ prompt }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (prompt.version === 1) return null;
  return (
    <p className="mt-3 text-[0.8125rem] text-muted">
      Version {prompt.version}, changed {formatDay(prompt.version_at)}.{' '}
      <button
        type="button"
        className="font-semibold text-accent underline underline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        What changed
      </button>
      {isOpen && <VersionsModal prompt={prompt} close={() => setIsOpen(false)} />}
    </p>
  );
}

function VersionsModal({ prompt, close }: Props & { close: () => void }) {
  const { slug } = prompt;
  const [number, setNumber] = useState(prompt.version);
  const { data: versions } = useQuery({
    queryKey: queryKeys.prompts.versions(slug),
    queryFn: async () => (await api.prompts[':slug'].versions.$get({ param: { slug } })).json(),
  });
  const { data: version, isError } = useQuery({
    queryKey: queryKeys.prompts.version(slug, number),
    queryFn: async () =>
      (
        await api.prompts[':slug'].versions[':number'].$get({ param: { slug, number: String(number) } })
      ).json(),
  });
  return (
    <Modal title="What changed" close={close} isDirty={false}>
      <ModalBody>
        <fieldset>
          <legend className="sr-only">Version</legend>
          <div className="flex flex-wrap gap-2">
            {versions?.items.map((each) => (
              <Chip key={each.number} pressed={each.number === number} onClick={() => setNumber(each.number)}>
                Version {each.number}
                {each.is_current && ' (current)'}
              </Chip>
            ))}
          </div>
        </fieldset>
        {isError && <p>This version couldn't be loaded.</p>}
        {version ? (
          <>
            <p className="text-sm text-muted">Saved {formatTime(version.saved_at)}</p>
            {version.number > 1 ? (
              <Difference changes={version.difference} />
            ) : (
              <Difference changes={[{ kind: 'added', text: version.prompt_body }]} />
            )}
          </>
        ) : (
          !isError && <div className="skeleton h-40" role="status" aria-label="Loading version" />
        )}
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        {prompt.can.edit && version && !version.is_current && (
          <Restore id={prompt.id} number={version.number} body={version.prompt_body} close={close} />
        )}
      </ModalFooter>
    </Modal>
  );
}

function Restore({
  id,
  number,
  body,
  close,
}: {
  id: string;
  number: number;
  body: string;
  close: () => void;
}) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => api.admin.prompts[':id'].$patch({ param: { id }, json: { prompt_body: body } }),
    async onSuccess() {
      toast.success(`The text of version ${number} is published again, as a new version.`);
      close();
      await invalidateItems(client, 'prompts');
    },
    onError: toastError,
  });
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      Restore version {number}
    </Button>
  );
}
