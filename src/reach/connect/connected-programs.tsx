import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { scopeLabel } from '#reach/keys/public/scope-label.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ListRow, RowText } from '#ui/list-row.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { Connection } from './connections.contract.ts';
import * as m from './words/messages.ts';

/** The programs that the member has connected, each with a button to disconnect it. */
export function ConnectedPrograms() {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Connection>();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.connections,
    queryFn: async () => (await api.connections.$get({ query: {} })).json(),
    staleTime: 0,
  });
  const { mutate: disconnect, isPending } = useMutation({
    mutationFn: async ({ id }: Connection) => api.connections[':uid'].$delete({ param: { uid: id } }),
    onSuccess: () => toast.success(m.program_disconnected()),
    onError: toastError,
    onSettled: () => {
      setAsked(undefined);
      return client.invalidateQueries({ queryKey: queryKeys.connections });
    },
  });
  if (isError && !data) return <TryAgain retry={refetch} />;
  if (!data) return <div className="skeleton h-20" role="status" aria-label={common.loading()} />;
  if (data.items.length === 0) return <p className="text-muted">{m.no_programs_yet()}</p>;
  return (
    <>
      <ul ref={keepRowFocus} className="divide-y divide-line border-y border-line">
        {data.items.map((program) => (
          <ListRow key={program.id}>
            <RowText
              name={
                <>
                  {program.name} <span className="font-normal text-muted">{program.host}</span>
                </>
              }
              about={program.scopes.map(scopeLabel).join(' · ')}
              details={[
                m.connected_when({ when: formatRelative(program.created_at) }),
                program.last_used_at && m.last_used_when({ when: formatRelative(program.last_used_at) }),
              ]}
            />
            <Button
              variant="secondary"
              size="small"
              aria-label={m.disconnect_name({ name: program.name })}
              onClick={() => setAsked(program)}
            >
              {m.disconnect()}
            </Button>
          </ListRow>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && disconnect(asked)}
        question={m.disconnect_the_program_name({ name: asked?.name ?? '' })}
        confirmLabel={m.disconnect()}
        isBusy={isPending}
      >
        {m.it_can_no_longer_use_the_library()}
      </ConfirmDialog>
    </>
  );
}
