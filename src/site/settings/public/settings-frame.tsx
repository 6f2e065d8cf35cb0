import { type ReactNode, useEffect } from 'react';
import { useFreshQuery } from '#platform/client/use-fresh-query.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';

type Props<Settings> = {
  title: string;
  query: Parameters<typeof useFreshQuery<Settings>>[0];
  children: (settings: Settings) => ReactNode;
};

/** A page of settings, which are loaded each time it opens, because other pages change some of them too. */
export function SettingsFrame<Settings>({ title, query, children }: Props<Settings>) {
  const { data, isPending, isError, refetch } = useFreshQuery(query);
  useEffect(() => {
    if (isError) toast.error(common.failed_to_load_settings());
  }, [isError]);
  return (
    <AdminFrame title={title}>
      {isPending && <div className="skeleton h-80" role="status" aria-label={common.loading_settings()} />}
      {isError && (
        <EmptyState title={common.couldnt_load_the_settings()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      )}
      {data && children(data)}
    </AdminFrame>
  );
}
