import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { settingsQuery } from './admin-settings-query.ts';

/** Shows `children` if 'Labs: analytics' is on, and `off` otherwise. */
export function WithLabs({ off, children }: { off: ReactNode; children: ReactNode }) {
  const { data, isPending, refetch } = useQuery(settingsQuery);
  if (isPending) return <div className="skeleton h-96" role="status" aria-label={common.loading()} />;
  if (!data)
    return (
      <EmptyState title={common.couldnt_load_this_page()}>
        <TryAgain retry={refetch} />
      </EmptyState>
    );
  return data.labs_analytics ? children : off;
}
