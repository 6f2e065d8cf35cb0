import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import * as common from '#ui/words/messages.ts';
import { isOfTeam } from './is-of-team.ts';
import { profileQuery } from './profile-query.ts';
import { useSession } from './session.tsx';
import { useProfile } from './use-profile.ts';

/**
 * Only for people who are signed in; others go to /signin and come back afterwards, unless they have signed out themselves. So do new
 * members who have still to agree to the terms.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { status, hasLeft } = useSession();
  const needsConsent = useProfile()?.needs_consent;
  const { pathname, search } = useLocation();
  // Memoize: a new object would restart the redirect on every render.
  const state = useMemo(
    () => (hasLeft ? undefined : { from: pathname + search }),
    [hasLeft, pathname, search],
  );
  if (status === 'loading') return <Spinner />;
  if (status === 'signed-out' || needsConsent) return <Navigate to="/signin" replace state={state} />;
  return children;
}

/** Only for who has a role; members go to /dashboard. The server decides again on every call. */
export function TeamOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const { data: profile, isError, refetch } = useQuery({ ...profileQuery, enabled: status === 'signed-in' });
  // Who is not known to be of the team may be: the address stays.
  if (status === 'signed-in' && !profile)
    return isError ? (
      <EmptyState title={common.couldnt_load_this_page()}>
        <Button variant="secondary" onClick={() => void refetch()}>
          {common.try_again()}
        </Button>
      </EmptyState>
    ) : (
      <Spinner />
    );
  if (status === 'signed-in' && profile?.needs_second_factor)
    return <Navigate to="/settings/sessions" replace />;
  if (status === 'signed-in' && !isOfTeam(profile)) return <Navigate to="/dashboard" replace />;
  return <SignedInOnly>{children}</SignedInOnly>;
}
