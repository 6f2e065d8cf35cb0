import { useMutation } from '@tanstack/react-query';
import { Download, Layers2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { leaving } from '#ui/overlays/leaving.ts';
import { MenuItem } from '#ui/overlays/menu.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { saveFile } from '#ui/save-file.ts';
import { EditableTitle } from '#ui/saving/editable-title.tsx';
import { useRecordId } from '#ui/saving/use-record-id.ts';
import * as common from '#ui/words/messages.ts';
import type { Run } from './runs.contract.ts';
import { noteSave } from './saves.ts';
import * as m from './words/messages.ts';

type Props = { run: Run; rename: (name: string) => void; tellFailure: (isFailed: boolean) => void };

/** The name of a run, and its actions. */
export function RunHead({ run, rename, tellFailure }: Props) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const param = { id: run.id };
  const onError = toastError;
  // One at a time, so that a copy made right after renaming gets the new name.
  const scope = { id: `run ${run.id}` };
  const { mutateAsync: saveName } = useMutation({
    mutationFn: async (name: string) => {
      const saved = api.runs[':id'].$patch({ param, json: { name } });
      noteSave(saved);
      return saved;
    },
    onError,
    scope,
  });
  const [copyId, renewCopyId] = useRecordId();
  const { mutate: duplicate } = useMutation({
    mutationFn: async (slug: string) =>
      (
        await api.playbooks[':slug'].runs.$post({ param: { slug }, json: { id: copyId, from: run.id } })
      ).json(),
    onSuccess(copy) {
      renewCopyId();
      return navigate(`/runs/${copy.id}`);
    },
    onError,
    scope,
  });
  const { mutate: erase, isPending } = useMutation({
    mutationFn: async () => api.runs[':id'].$delete({ param }),
    async onSuccess() {
      toast.success(m.run_deleted());
      await navigate(run.playbook ? `/playbook/${run.playbook.slug}` : '/dashboard', { state: leaving });
    },
    onError,
    scope,
  });
  const { mutate: download } = useMutation({
    mutationFn: async () => {
      saveFile(await (await api.runs[':id'].export.$get({ param })).blob(), `${run.name}.md`);
    },
    onError,
    scope,
  });
  return (
    <header>
      <EditableTitle
        back={run.playbook ? { to: `/playbook/${run.playbook.slug}`, label: run.playbook.title } : undefined}
        recordKey={`run:${run.id}`}
        name={run.name}
        nameLabel={m.name_of_this_run()}
        maxLength={limits.runName}
        rename={(name) => {
          rename(name);
          return saveName(name);
        }}
        tellFailure={tellFailure}
      >
        <MenuItem onSelect={download}>
          <Download className="size-4" aria-hidden="true" />
          {m.download_as_markdown()}
        </MenuItem>
        {run.playbook && (
          <MenuItem onSelect={() => run.playbook && duplicate(run.playbook.slug)}>
            <Layers2 className="size-4" aria-hidden="true" />
            {m.duplicate()}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setIsAsking(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
          {common.delete_it()}
        </MenuItem>
      </EditableTitle>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_this_run()}
        confirmLabel={m.delete_run()}
        isBusy={isPending}
        onConfirm={() => erase()}
      >
        {m.its_results_will_be_lost()}
      </ConfirmDialog>
    </header>
  );
}
