import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#constants';
import { ProofDialog } from '#people/auth/public/proof-dialog.tsx';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatLocalDay, formatRelative } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ListRow, RowText } from '#ui/list-row.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { ApiKeyItem } from './keys.contract.ts';
import { NewKeyForm } from './new-key-form.tsx';
import { scopeLabel } from './public/scope-label.ts';
import { ShownSecret } from './public/shown-secret.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.api_keys);

/** The member's API keys: their scopes, their last use, and a button to revoke them. */
export default function KeysPage() {
  const client = useQueryClient();
  const [shown, setShown] = useState<string>();
  const [asked, setAsked] = useState<ApiKeyItem>();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.keys,
    queryFn: async () => (await api.keys.$get({ query: {} })).json(),
    staleTime: 0,
  });
  const { mutate: revoke, isPending } = useMutation({
    mutationFn: async ({ id }: ApiKeyItem) => api.keys[':id'].$delete({ param: { id } }),
    onSuccess: () => toast.success(m.key_revoked()),
    onError: toastError,
    onSettled: () => {
      setAsked(undefined);
      return client.invalidateQueries({ queryKey: queryKeys.keys });
    },
  });
  return (
    <div className="max-w-3xl">
      <ProofDialog />
      <BackLink to="/settings">{common.settings()}</BackLink>
      <h1 className="mt-3 text-3xl">{m.api_keys()}</h1>
      <p className="mt-2 max-w-2xl text-muted">{m.keys_about()}</p>
      {shown && (
        <ShownSecret
          label={m.your_new_key()}
          about={m.copy_this_key_now()}
          text={shown}
          copied={m.key_copied()}
          failure={m.the_key_couldnt_be_copied()}
          onClose={() => setShown(undefined)}
        />
      )}
      <NewKeyForm
        onCreated={async ({ key }) => {
          setShown(key);
          await client.invalidateQueries({ queryKey: queryKeys.keys });
        }}
      />
      <h2 className="mt-10 mb-4 text-xl">{m.your_keys()}</h2>
      {isError && !data ? (
        <EmptyState title={m.your_keys_couldnt_be_loaded()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      ) : !data ? (
        <div className="skeleton h-24" role="status" aria-label={common.loading()} />
      ) : data.items.length === 0 ? (
        <p className="text-muted">{m.no_keys_yet()}</p>
      ) : (
        <ul ref={keepRowFocus} className="divide-y divide-line border-y border-line">
          {data.items.map((key) => (
            <ListRow key={key.id}>
              <RowText
                name={
                  <>
                    {key.name}{' '}
                    <code className="ml-1 font-mono text-sm font-normal text-muted">{key.hint}…</code>
                  </>
                }
                about={key.scopes.map(scopeLabel).join(' · ')}
                details={[
                  key.last_used_at ? m.last_used({ when: formatRelative(key.last_used_at) }) : m.never_used(),
                  endOf(key),
                ]}
              />
              <Button
                variant="secondary"
                size="small"
                className="text-signal"
                aria-label={m.revoke_name({ name: key.name })}
                onClick={() => setAsked(key)}
              >
                {m.revoke()}
              </Button>
            </ListRow>
          ))}
        </ul>
      )}
      {data && data.items.length >= limits.apiKeys && (
        <p className="mt-3 text-sm text-muted">{m.you_have_the_most_keys({ count: limits.apiKeys })}</p>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && revoke(asked)}
        question={m.revoke_the_key_name({ name: asked?.name ?? '' })}
        confirmLabel={m.revoke()}
        isBusy={isPending}
      >
        {m.programs_that_use_it_stop_working()}
      </ConfirmDialog>
    </div>
  );
}

function endOf({ expires_at, has_expired }: ApiKeyItem): string {
  if (expires_at === null) return m.doesnt_expire();
  const day = formatLocalDay(expires_at);
  return has_expired ? m.expired_on({ day }) : m.expires_on({ day });
}
