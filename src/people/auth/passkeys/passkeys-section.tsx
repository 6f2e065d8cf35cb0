import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatLocalDay, formatRelative } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords, keyErrorWords } from '../public/auth-error-words.ts';
import { ConfirmOwner } from '../public/confirm-owner.tsx';
import * as m from '../words/messages.ts';

export const usePasskeys = (enabled = true) =>
  useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: async () => {
      const { data: items, error } = await askAuth((client) => client.passkey.list());
      if (error) throw error;
      return items;
    },
    staleTime: 0,
    enabled,
  });

/** The passkeys of the account: added, renamed and removed. */
export function PasskeysSection() {
  const queries = useQueryClient();
  const [asksProof, setAsksProof] = useState(false);
  const [renamed, setRenamed] = useState<string>();
  const [removed, setRemoved] = useState<string>();
  const { data, isError, refetch } = usePasskeys();
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.passkeys });

  const add = useMutation({
    async mutationFn() {
      const { error } = await askAuth((client) => client.registerPasskey());
      if (error && 'code' in error && error.code === 'reauthentication_needed') return setAsksProof(true);
      if (error) return toast.error(keyErrorWords(error));
      toast.success(m.passkey_added());
      await refresh();
    },
  });
  async function rename(passkeyId: string, friendlyName: string) {
    const { error } = await askAuth((client) => client.passkey.update({ passkeyId, friendlyName }));
    if (error) return toast.error(authErrorWords(error));
    setRenamed(undefined);
    toast.success(m.passkey_renamed());
    await refresh();
  }
  const remove = useMutation({
    async mutationFn(passkeyId: string) {
      const { error } = await askAuth((client) => client.passkey.delete({ passkeyId }));
      setRemoved(undefined);
      if (error) return toast.error(authErrorWords(error));
      toast.success(m.passkey_removed());
      await refresh();
    },
  });

  if (isError && !data) return <TryAgain retry={refetch} />;
  if (!data) return <div className="skeleton h-24" role="status" aria-label={common.loading()} />;
  return (
    <>
      <p className="mb-4 text-muted">{m.passkeys_sign_you_in()}</p>
      {data.length > 0 && (
        <ul ref={keepRowFocus} className="mb-5 divide-y divide-line border-y border-line">
          {data.map(({ id, friendly_name: name = '', created_at, last_used_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
              {renamed === id ? (
                <Rename
                  name={name}
                  onSave={(text) => void rename(id, text)}
                  onCancel={() => setRenamed(undefined)}
                />
              ) : (
                <>
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
                    <p className="mt-1 text-[0.8125rem] text-muted">
                      {[
                        m.added_on({ day: formatLocalDay(created_at) }),
                        last_used_at && m.last_used({ when: formatRelative(last_used_at) }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={m.rename_passkey({ name })}
                    onClick={() => setRenamed(id)}
                  >
                    {m.rename()}
                  </Button>
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={m.remove_passkey({ name })}
                    onClick={() => setRemoved(id)}
                  >
                    {m.remove()}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {asksProof ? (
        <ConfirmOwner
          onCancel={() => setAsksProof(false)}
          onDone={() => {
            setAsksProof(false);
            add.mutate();
          }}
        />
      ) : (
        <Button variant="secondary" disabled={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? m.adding_passkey() : m.add_a_passkey()}
        </Button>
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        question={m.remove_passkey_question()}
        confirmLabel={m.remove()}
        isBusy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      >
        {m.you_cant_sign_in_with_it()}
      </ConfirmDialog>
    </>
  );
}

type RenameProps = { name: string; onSave: (name: string) => void; onCancel: () => void };

function Rename({ name, onSave, onCancel }: RenameProps) {
  const [text, setText] = useState(name);
  return (
    <form
      className="flex grow flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onSave(text.trim());
      }}
    >
      <Field
        className="grow"
        label={m.passkey_name()}
        value={text}
        maxLength={120}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {common.save_changes()}
      </Button>
      <Button variant="secondary" onClick={onCancel}>
        {common.cancel()}
      </Button>
    </form>
  );
}
