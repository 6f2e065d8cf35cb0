import type { Provider, UserIdentity } from '@supabase/auth-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ListRow, RowText } from '#ui/list-row.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { cleanAddress } from '../email/link-sign-in.tsx';
import { authErrorWords, providerErrorWords } from '../public/auth-error-words.ts';
import { ConfirmOwner } from '../public/confirm-owner.tsx';
import type { SignInOptions } from '../public/sign-in-options.ts';
import * as m from '../words/messages.ts';

export const useIdentities = (enabled = true) =>
  useQuery({
    queryKey: queryKeys.identities,
    queryFn: async () => {
      const { data: found, error } = await askAuth((client) => client.getUserIdentities());
      if (error) throw error;
      return found.identities;
    },
    staleTime: 0,
    enabled,
  });

type Props = {
  providers: SignInOptions['providers'];
  /** Whether the sections above have loaded. */
  isAbove: boolean;
};

/** Links and unlinks the member's accounts at other providers. */
export function LinkedAccountsSection({ providers, isAbove }: Props) {
  const queries = useQueryClient();
  const [asks, setAsks] = useState<string>();
  const [removed, setRemoved] = useState<{ identity: UserIdentity; label: string }>();
  const { data, isError, refetch } = useIdentities();

  // Back from the provider. The current session stays.
  useEffect(() => {
    const problem = new URLSearchParams(location.hash.slice(1)).get('error_code');
    const isBack = new URLSearchParams(location.search).has('code');
    if (!problem && !isBack) return;
    cleanAddress();
    if (problem) toast.error(providerErrorWords(problem));
    else toast.success(m.linked());
  }, []);

  async function link(name: string) {
    const redirectTo = location.origin + location.pathname;
    const { error } = await askAuth((client) =>
      client.linkIdentity({ provider: name as Provider, options: { redirectTo } }),
    );
    if (error?.code === 'reauthentication_needed') return setAsks(name);
    if (error) toast.error(authErrorWords(error));
  }
  const unlink = useMutation({
    async mutationFn(identity: UserIdentity) {
      const { error } = await askAuth((client) => client.unlinkIdentity(identity));
      setRemoved(undefined);
      if (error) return toast.error(authErrorWords(error));
      toast.success(m.unlinked());
      await queries.invalidateQueries({ queryKey: queryKeys.identities });
    },
  });

  if (isError && !data) return <TryAgain retry={refetch} />;
  if (!data || !isAbove) return <div className="skeleton h-24" role="status" aria-label={common.loading()} />;
  return (
    <>
      <p className="mb-4 text-muted">{m.linked_accounts_sign_you_in()}</p>
      {asks !== undefined && (
        <ConfirmOwner
          onCancel={() => setAsks(undefined)}
          onDone={() => {
            setAsks(undefined);
            void link(asks);
          }}
        />
      )}
      <ul ref={keepRowFocus} className="divide-y divide-line border-y border-line">
        {providers.map(({ name, label }) => {
          const identity = data.find(({ provider }) => provider === name);
          const email = identity?.identity_data?.email;
          return (
            <ListRow key={name}>
              <RowText name={label} details={[identity && (email ? m.linked_as({ email }) : m.linked())]} />
              <Button
                variant="secondary"
                size="small"
                aria-label={identity ? m.unlink_provider({ name: label }) : m.link_provider({ name: label })}
                onClick={() => (identity ? setRemoved({ identity, label }) : void link(name))}
              >
                {identity ? m.unlink() : m.link()}
              </Button>
            </ListRow>
          );
        })}
      </ul>
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        question={m.unlink_question({ name: removed?.label ?? '' })}
        confirmLabel={m.unlink()}
        isBusy={unlink.isPending}
        onConfirm={() => removed && unlink.mutate(removed.identity)}
      >
        {m.you_wont_sign_in_with_it()}
      </ConfirmDialog>
    </>
  );
}
