import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { isOfTeam } from './is-of-team.ts';
import { profileQuery } from './profile-query.ts';

/** Of signed-in people, only for the team; members are sent to /dashboard. The server decides again on every call. */
export function TeamOnly({ children }: { children: ReactNode }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery);
  // Without a profile, the role is unknown, so don't redirect yet.
  if (!profile)
    return isError ? (
      <EmptyState title={common.couldnt_load_this_page()}>
        <TryAgain retry={refetch} />
      </EmptyState>
    ) : (
      <Spinner />
    );
  if (profile.needs_second_factor) return <Navigate to="/settings/sessions" replace />;
  if (!isOfTeam(profile)) return <Navigate to="/dashboard" replace />;
  return children;
}
