import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { valuesQuery } from './values-query.ts';

/** The values that the member has filled into blanks, each with a button to erase it. */
export function SavedValues() {
  const client = useQueryClient();
  const { data } = useQuery(valuesQuery);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: erase, isPending } = useMutation({
    mutationFn: async (name: string | undefined) =>
      (await api.values.$delete({ query: name === undefined ? {} : { name } })).json(),
    onSuccess: (values) => showSaved(client, queryKeys.values, values),
    onError: toastError,
  });
  return (
    <>
      <p className="max-w-xl text-muted">{m.saved_values_about()}</p>
      {!data ? (
        // Same height as the empty state.
        <p role="status" className="mt-4 text-sm">
          {common.loading_2()}
        </p>
      ) : data.items.length === 0 ? (
        <p className="mt-4 text-sm">{m.nothing_yet()}</p>
      ) : (
        <>
          <ul ref={keepRowFocus} className="mt-4 divide-y divide-line border-y border-line">
            {data.items.map(({ name, value, updated_at }) => (
              <li key={name} className="flex items-center gap-4 py-2">
                <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
                  <span className="truncate text-sm font-semibold">{name}</span>
                  <span className="truncate text-sm">{value}</span>
                  <span className="text-[0.8125rem] text-muted">{formatRelative(updated_at)}</span>
                </div>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={m.erase_name({ name })}
                  disabled={isPending}
                  onClick={() => erase(name)}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          <Button variant="secondary" className="mt-4" onClick={() => setIsAsking(true)}>
            {m.erase_all()}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => erase(undefined, { onSuccess: () => setIsAsking(false) })}
        question={m.erase_all_values()}
        confirmLabel={m.erase_all()}
        isBusy={isPending}
      >
        {m.prompts_will_no_longer_offer_them()}
      </ConfirmDialog>
    </>
  );
}
