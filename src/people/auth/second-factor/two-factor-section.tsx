import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askAuth } from '#people/session/public/session.tsx';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { authErrorWords } from '../public/auth-error-words.ts';
import { ConfirmOwner } from '../public/confirm-owner.tsx';
import * as m from '../words/messages.ts';
import { EnrollApp } from './enroll-app.tsx';
import { EnrollKey } from './enroll-key.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The account's authenticator apps and security keys, and the number of remaining recovery codes. */
export const useFactors = () =>
  useQuery({
    queryKey: queryKeys.factors,
    queryFn: async () => {
      const { data: factors, error } = await askAuth((client) => client.mfa.listFactors());
      if (error) throw error;
      const isProtected = factors.totp.length + factors.webauthn.length > 0;
      const status = isProtected
        ? await askAuth((client) => client.mfa.recoveryCodes.getStatus())
        : undefined;
      // An account without codes has no such factor.
      if (status?.error && status.error.code !== 'mfa_factor_not_found') throw status.error;
      return { apps: factors.totp, keys: factors.webauthn, remaining: status?.data?.remaining ?? 0 };
    },
    staleTime: 0,
  });

/** Removes all of the account's factors, also those set up in another tab. @returns the error that stopped it */
async function removeFactors() {
  const { data, error } = await askAuth((client) => client.mfa.listFactors());
  if (error) return error;
  for (const { id: factorId } of [...data.totp, ...data.webauthn]) {
    const { error: refusal } = await askAuth((client) => client.mfa.unenroll({ factorId }));
    if (refusal) return refusal;
  }
  return undefined;
}

/** Sets up an authenticator app or a security key, shows the recovery codes once, and turns two-factor sign-in off. */
export function TwoFactorSection({ hasKeys }: { hasKeys: boolean }) {
  const queries = useQueryClient();
  const [enrolling, setEnrolling] = useState<'app' | 'key'>();
  const [codes, setCodes] = useState<string[]>();
  const [asksProof, setAsksProof] = useState(false);
  const [asksToTurnOff, setAsksToTurnOff] = useState(false);
  const { data, isError, refetch } = useFactors();
  // When a part disappears, the focus moves to its replacement.
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<'app' | 'key'>();
  function stop() {
    setLeft(enrolling);
    setEnrolling(undefined);
  }
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.factors }),
      queries.invalidateQueries({ queryKey: queryKeys.sessions }),
      queries.invalidateQueries({ queryKey: queryKeys.profile }),
    ]);

  const newCodes = useMutation({
    async mutationFn() {
      const { data: made, error } = await askAuth((client) => client.mfa.recoveryCodes.regenerate());
      if (error?.code === 'reauthentication_needed') setAsksProof(true);
      else if (error) toast.error(authErrorWords(error));
      else setCodes(made.codes);
      // Also without codes, because the factor exists.
      await refresh();
    },
  });
  function enrolled() {
    setEnrolling(undefined);
    toast.success(m.two_factor_is_on());
    newCodes.mutate();
  }
  const turnOff = useMutation({
    async mutationFn() {
      const error = await removeFactors();
      setAsksToTurnOff(false);
      if (error) toast.error(authErrorWords(error));
      else {
        setCodes(undefined);
        setLeft('app');
        toast.success(m.two_factor_is_off());
        await askAuth((client) => client.refreshSession());
      }
      await refresh();
    },
  });

  if (isError && !data) return <TryAgain retry={refetch} />;
  if (!data) return <div className="skeleton h-24" role="status" aria-label={common.loading()} />;
  const isOn = data.apps.length + data.keys.length > 0;
  const isKey = data.apps.length === 0;
  return (
    <div ref={place}>
      {codes && (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes(undefined);
            focusOn(place.current);
          }}
        />
      )}
      {isOn ? (
        <>
          <p className="mb-4 text-muted">
            {isKey
              ? m.your_key_protects_this_account({ count: data.remaining })
              : m.your_app_protects_this_account({ count: data.remaining })}
          </p>
          {asksProof ? (
            <ConfirmOwner
              onCancel={() => setAsksProof(false)}
              onDone={() => {
                setAsksProof(false);
                newCodes.mutate();
              }}
            />
          ) : (
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" disabled={newCodes.isPending} onClick={() => newCodes.mutate()}>
                {m.get_new_recovery_codes()}
              </Button>
              <Button variant="secondary" className="text-signal" onClick={() => setAsksToTurnOff(true)}>
                {m.turn_two_factor_off()}
              </Button>
            </div>
          )}
        </>
      ) : enrolling === 'app' ? (
        <EnrollApp onDone={enrolled} onCancel={stop} />
      ) : enrolling === 'key' ? (
        <EnrollKey onDone={enrolled} onCancel={stop} />
      ) : (
        <>
          <p className="mb-4 text-muted">{m.two_factor_asks_for_a_code()}</p>
          {/* The key creates new buttons instead of reusing a removed factor's: they take the focus when they appear. */}
          <div key="ways" className="flex flex-wrap gap-3">
            <Button variant="secondary" autoFocus={left === 'app'} onClick={() => setEnrolling('app')}>
              {m.set_up_an_app()}
            </Button>
            {hasKeys && (
              <Button variant="secondary" autoFocus={left === 'key'} onClick={() => setEnrolling('key')}>
                {m.set_up_a_security_key()}
              </Button>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={asksToTurnOff}
        onClose={() => setAsksToTurnOff(false)}
        question={m.turn_two_factor_off_question()}
        confirmLabel={m.turn_two_factor_off()}
        isBusy={turnOff.isPending}
        onConfirm={() => turnOff.mutate()}
      >
        {m.turn_off_two_factor_about()}
      </ConfirmDialog>
    </div>
  );
}
