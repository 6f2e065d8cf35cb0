import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toastError } from '#ui/overlays/toasts.tsx';

/** A record as it is when its editor opens; undefined until it is loaded. Where that fails, says why and closes the editor. */
export function useRecordToEdit<Loaded>(
  queryKey: QueryKey,
  load: () => Promise<Loaded>,
  close: () => void,
): Loaded | undefined {
  const { data, error } = useQuery({
    queryKey,
    queryFn: load,
    // Not loaded again while open; saving detects conflicting changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error is shown once.
  useEffect(() => {
    if (!error) return;
    toastError(error);
    close();
  }, [error]);
  return data;
}
