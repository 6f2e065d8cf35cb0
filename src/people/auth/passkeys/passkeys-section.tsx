import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatLocalDay, formatRelative } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ListRow, RowText } from '#ui/list-row.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords, keyErrorWords } from '../public/auth-error-words.ts';
import { ConfirmOwner } from '../public/confirm-owner.tsx';
import * as m from '../words/messages.ts';
import { passkeyName } from './passkey-name.ts';

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

/** Adds, renames and removes the account's passkeys. `isAbove`: whether the sections above have loaded. */
export function PasskeysSection({ isAbove }: { isAbove: boolean }) {
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
  if (!data || !isAbove) return <div className="skeleton h-24" role="status" aria-label={common.loading()} />;
  return (
    <>
      <p className="mb-4 text-muted">{m.passkeys_sign_you_in()}</p>
      {data.length > 0 && (
        <ul ref={keepRowFocus} className="mb-5 divide-y divide-line border-y border-line">
          {data.map(({ id, friendly_name: name = '', created_at, last_used_at }) => (
            <ListRow key={id}>
              {renamed === id ? (
                <Rename id={id} name={name} refresh={refresh} close={() => setRenamed(undefined)} />
              ) : (
                <>
                  <RowText
                    name={name}
                    details={[
                      m.added_on({ day: formatLocalDay(created_at) }),
                      last_used_at && m.last_used({ when: formatRelative(last_used_at) }),
                    ]}
                  />
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
            </ListRow>
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

type RenameProps = { id: string; name: string; refresh: () => Promise<void>; close: () => void };

function Rename({ id, name, refresh, close }: RenameProps) {
  const { register, handleSubmit, setError, formState } = useSchemaForm(passkeyName, { friendly_name: name });
  const { mutate, isPending } = useMutation({
    async mutationFn(friendlyName: string) {
      const { error } = await askAuth((client) => client.passkey.update({ passkeyId: id, friendlyName }));
      if (error) return setError('friendly_name', { message: authErrorWords(error) }, { shouldFocus: true });
      close();
      toast.success(m.passkey_renamed());
      await refresh();
    },
  });
  return (
    <form
      method="post"
      noValidate
      className="flex grow flex-wrap items-end gap-3"
      onSubmit={handleSubmit(({ friendly_name }) => mutate(friendly_name))}
    >
      <Field
        className="grow"
        label={m.passkey_name()}
        autoFocus
        error={formState.errors.friendly_name?.message}
        {...register('friendly_name')}
      />
      <Button type="submit" disabled={isPending}>
        {common.save_changes()}
      </Button>
      <Button variant="secondary" onClick={close}>
        {common.cancel()}
      </Button>
    </form>
  );
}
