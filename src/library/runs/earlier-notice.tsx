import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { VersionsModal } from '#library/versions/public/item-versions.tsx';
import { playbookVersions } from '#library/versions/public/playbook-versions.ts';
import type { VersionedItem } from '#library/versions/public/version-source.ts';
import { api } from '#platform/client/api-client.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { Button } from '#ui/button.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { runQuery } from './public/run-queries.ts';
import type { Run } from './runs.contract.ts';
import { type Saves, saveAll } from './saves.ts';
import * as m from './words/messages.ts';

type Props = {
  run: Run;
  playbook: VersionedItem;
  /** Pending edits to save before switching versions. */
  saves: Saves;
};

/** Says that the playbook has changed since the run was started, and offers to switch to its current steps. */
export function EarlierNotice({ run, playbook, saves }: Props) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      if (!(await saveAll(saves))) return undefined;
      const json = { version: playbook.version };
      return (await api.runs[':id'].$patch({ param: { id: run.id }, json })).json();
    },
    onSuccess(updated) {
      if (!updated) return;
      // This notice goes away with the focused button.
      focusOn(document.getElementById('content'));
      showSaved(client, runQuery(run.id).queryKey, updated);
      toast.success(m.current_steps_used());
    },
    onError: toastError,
  });
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-accent-soft px-5 py-4">
      <p className="min-w-[min(100%,18rem)] flex-1">{m.playbook_changed_since({ version: run.version })}</p>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {m.what_changed()}
      </Button>
      <Button size="small" variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {m.use_current_steps()}
      </Button>
      {isOpen && <VersionsModal item={playbook} source={playbookVersions} close={() => setIsOpen(false)} />}
    </div>
  );
}
