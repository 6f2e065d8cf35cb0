import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Like `useQuery`, for forms that read initial values once: ignores cached data until it has been loaded anew, so `data` is undefined until it
 * has been asked for again.
 */
export function useFreshQuery<Data>(query: { queryKey: QueryKey; queryFn: () => Promise<Data> }) {
  const { data, isFetchedAfterMount, isError, refetch } = useQuery({ ...query, refetchOnMount: 'always' });
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && isFetchedAfterMount && !isError) setIsFresh(true);
  return { data: isFresh ? data : undefined, isPending: !isFresh && !isError, isError, refetch };
}
