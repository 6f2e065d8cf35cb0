import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toastError } from '#ui/overlays/toasts.tsx';

/** A record, loaded when its editor opens; undefined until then. If loading fails, shows the error and closes the editor. */
export function useRecordToEdit<Loaded>(
  queryKey: QueryKey,
  load: () => Promise<Loaded>,
  close: () => void,
): Loaded | undefined {
  const { data, error } = useQuery({
    queryKey,
    queryFn: load,
    // Not reloaded while open; saving detects conflicting changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each error once.
  useEffect(() => {
    if (!error) return;
    toastError(error);
    close();
  }, [error]);
  return data;
}
