import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Like `useQuery`, for forms that read their initial values once, and warnings that must not come late: `data` is
 * undefined until it has been reloaded, even if it is cached.
 */
export function useFreshQuery<Data>(query: { queryKey: QueryKey; queryFn: () => Promise<Data> }) {
  const { data, isFetchedAfterMount, isError, error, refetch } = useQuery({
    ...query,
    refetchOnMount: 'always',
  });
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && isFetchedAfterMount && !isError) setIsFresh(true);
  return { data: isFresh ? data : undefined, isPending: !isFresh && !isError, isError, error, refetch };
}
