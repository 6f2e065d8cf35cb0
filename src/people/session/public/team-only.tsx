import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { SignedInOnly } from './guards.tsx';
import { isOfTeam } from './is-of-team.ts';
import { profileQuery } from './profile-query.ts';
import { useSession } from './session.tsx';

/** Only for the team; members are sent to /dashboard. The server decides again on every call. */
export function TeamOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const { data: profile, isError, refetch } = useQuery({ ...profileQuery, enabled: status === 'signed-in' });
  // Without a profile, the role is unknown, so don't redirect yet.
  if (status === 'signed-in' && !profile)
    return isError ? (
      <EmptyState title={common.couldnt_load_this_page()}>
        <TryAgain retry={refetch} />
      </EmptyState>
    ) : (
      <Spinner />
    );
  if (status === 'signed-in' && profile?.needs_second_factor)
    return <Navigate to="/settings/sessions" replace />;
  if (status === 'signed-in' && !isOfTeam(profile)) return <Navigate to="/dashboard" replace />;
  return <SignedInOnly>{children}</SignedInOnly>;
}
