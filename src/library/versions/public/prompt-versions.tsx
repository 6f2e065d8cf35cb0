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
import * as m from '../words/messages.ts';

type Props = {
  prompt: {
    id: string;
    slug: string;
    version: number;
    version_at: string;
    updated_at: string;
    can: { edit: boolean };
  };
};

/** Says that a text has been changed since it was published, and shows what. */
export function PromptVersions({ prompt }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (prompt.version === 1) return null;
  return (
    <p className="mt-3 text-[0.8125rem] text-muted">
      {m.version_version_changed_version_at({
        version: prompt.version,
        versionAt: formatDay(prompt.version_at),
      })}{' '}
      <button
        type="button"
        className="font-semibold text-accent underline underline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        {m.what_changed()}
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
    <Modal title={m.what_changed()} close={close} isDirty={false}>
      <ModalBody>
        <fieldset>
          <legend className="sr-only">{m.version()}</legend>
          <div className="flex flex-wrap gap-2">
            {versions?.items.map((each) => (
              <Chip key={each.number} pressed={each.number === number} onClick={() => setNumber(each.number)}>
                {m.version_number({ number: each.number })}
                {each.is_current && m.current()}
              </Chip>
            ))}
          </div>
        </fieldset>
        {isError && <p>{m.this_version_couldnt_be_loaded()}</p>}
        {version ? (
          <>
            <p className="text-sm text-muted">
              {m.saved_saved_at({ savedAt: formatTime(version.saved_at) })}
            </p>
            {version.number > 1 ? (
              <Difference changes={version.difference} />
            ) : (
              <Difference changes={[{ kind: 'added', text: version.prompt_body }]} />
            )}
          </>
        ) : (
          !isError && <div className="skeleton h-40" role="status" aria-label={m.loading_version()} />
        )}
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        {prompt.can.edit && version && !version.is_current && (
          <Restore prompt={prompt} number={version.number} body={version.prompt_body} close={close} />
        )}
      </ModalFooter>
    </Modal>
  );
}

type RestoreProps = Props & { number: number; body: string; close: () => void };

/** Makes an earlier text the current one again, unless somebody has saved since the prompt was loaded. */
function Restore({ prompt: { id, updated_at }, number, body, close }: RestoreProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      api.admin.prompts[':id'].$patch({ param: { id }, json: { prompt_body: body, updated_at } }),
    async onSuccess() {
      toast.success(m.the_text_of_version_number_is({ number }));
      close();
      await invalidateItems(client, 'prompts');
    },
    async onError(error) {
      toastError(error);
      // Shows what the other has saved; the next click restores in full knowledge of it.
      await invalidateItems(client, 'prompts');
    },
  });
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      {m.restore_version_number({ number })}
    </Button>
  );
}
